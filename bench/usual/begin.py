"""The usual way: make the tables, and register the one receiver whose URL is the argument.

python begin.py URL            makes the tables
python begin.py URL PLANTS     also adds this many plants, and a task for each to the queue
"""

import sys

from models import Base, Plant, Receiver, Session, engine
from worker import deliver

count = int(sys.argv[2]) if len(sys.argv) > 2 else 0
Base.metadata.create_all(engine)
with Session() as session:
    if session.get(Receiver, 1) is None:
        session.add(Receiver(id=1, url=sys.argv[1], token="t" * 32, secret="whsec_" + "c2VjcmV0" * 4))
    plants = [Plant(name=f"Plant {number}", price="12.50") for number in range(count)]
    session.add_all(plants)
    session.commit()
    numbers = [plant.id for plant in plants]
for number in numbers:
    deliver.delay(number, 1)
