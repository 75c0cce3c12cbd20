"""Who did what: table `activity`. Rows are appended, and removed only by age."""

from plantstore.storage.database import Transaction

STORE = "store"  # the actor of what the program did by itself


def add(tx: Transaction, *, actor: str, actor_name: str, action: str, subject: str, detail: str = "") -> None:
    columns = ("at", "actor", "actor_name", "action", "subject", "detail")
    tx.insert("activity", columns, [(tx.now, actor, actor_name, action, subject, detail)])
