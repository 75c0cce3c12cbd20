"""The usual way: its tables."""

import os
from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Integer, String, create_engine, event, func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, sessionmaker


class Base(DeclarativeBase):
    pass


class Plant(Base):
    __tablename__ = "plants"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    sku: Mapped[str | None] = mapped_column(String(64), unique=True)
    price: Mapped[str | None] = mapped_column(String(20))
    created_at: Mapped[datetime] = mapped_column(DateTime, server_default=func.now())


class Receiver(Base):
    __tablename__ = "receivers"

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str]
    token: Mapped[str]
    secret: Mapped[str]


class Attempt(Base):
    __tablename__ = "attempts"

    id: Mapped[int] = mapped_column(primary_key=True)
    plant_id: Mapped[int] = mapped_column(ForeignKey("plants.id"))
    receiver_id: Mapped[int] = mapped_column(ForeignKey("receivers.id"))
    status: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(DateTime, server_default=func.now())


engine = create_engine(os.environ["DATABASE_URL"], connect_args={"timeout": 60})
Session = sessionmaker(engine)


@event.listens_for(engine, "connect")
def _tune(connection, _record):
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # durable, as the store's own answers are
