"""The usual way: FastAPI, one row for each plant, one task for each receiver of it."""

from fastapi import FastAPI
from models import Plant, Receiver, Session
from pydantic import BaseModel
from sqlalchemy import select
from worker import deliver

app = FastAPI()


class NewPlant(BaseModel):
    name: str
    sku: str | None = None
    price: str | None = None


@app.get("/readyz")
def readyz():
    return "ready"


@app.post("/api/v1/plants", status_code=201)
def add_plant(new: NewPlant):
    with Session() as session:
        plant = Plant(**new.model_dump())
        session.add(plant)
        session.commit()
        plant_id = plant.id
        receivers = session.scalars(select(Receiver.id)).all()
    for receiver_id in receivers:
        deliver.delay(plant_id, receiver_id)
    return {"id": plant_id}
