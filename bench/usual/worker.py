"""The usual way: a Celery task for each delivery, sent with requests, one row for each attempt."""

import json
import os
from datetime import UTC, datetime

import requests
from celery import Celery
from models import Attempt, Plant, Receiver, Session
from standardwebhooks.webhooks import Webhook

app = Celery("worker", broker=os.environ["BROKER_URL"])
app.conf.task_acks_late = True  # else a worker that dies loses what it had taken
app.conf.task_ignore_result = True
app.conf.broker_connection_retry_on_startup = True


@app.task(bind=True, max_retries=16)
def deliver(self, plant_id, receiver_id):
    with Session() as session:
        plant, receiver = session.get(Plant, plant_id), session.get(Receiver, receiver_id)
        body = json.dumps({"id": plant.id, "name": plant.name, "sku": plant.sku, "price": plant.price})
        message_id, now = f"evt_{plant.id}", datetime.now(UTC)
        headers = {
            "content-type": "application/json",
            "authorization": f"Bearer {receiver.token}",
            "webhook-id": message_id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Webhook(receiver.secret).sign(message_id, now, body),
        }
        try:
            status = requests.post(receiver.url, data=body, headers=headers, timeout=15).status_code
        except requests.RequestException:
            status = None
        session.add(Attempt(plant_id=plant_id, receiver_id=receiver_id, status=status))
        session.commit()
    if status is None or status >= 300:
        raise self.retry(countdown=5 * 2**self.request.retries)
