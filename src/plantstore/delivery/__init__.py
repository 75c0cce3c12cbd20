"""The delivery engine: the event log, a worker for each receiver, and the recorder of outcomes."""
