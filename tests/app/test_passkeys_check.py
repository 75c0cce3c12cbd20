"""`plantstore check` warns that a changed base address ends passkeys."""

from dataclasses import replace
from pathlib import Path

from plantstore.app.startup_checks import inspect_store
from plantstore.app.store import open_store
from plantstore.domain.passkey import Passkey
from plantstore.storage.tables import passkeys
from tests.makers import NOON
from tests.running import run, settings

ONE = Passkey(
    id="psk_1",
    person_id="per_1",
    credential_id=b"one",
    credential=b"one",
    rp_id="plants.example",
    sign_count=0,
    name="Phone",
    backed_up=True,
    created_at=NOON,
)


def test_passkeys_of_another_host_are_warned_about(tmp_path: Path) -> None:
    async def fill() -> None:
        async with open_store(settings(tmp_path)) as store:
            await store.database.write(lambda tx: passkeys.insert(tx, ONE))
            another = replace(ONE, id="psk_2", credential_id=b"two", rp_id="localhost")
            await store.database.write(lambda tx: passkeys.insert(tx, another))

    def warnings(base_url: str) -> list[str]:
        lines = inspect_store(replace(settings(tmp_path), base_url=base_url))
        return [line for line in lines if line.startswith("passkeys")]

    run(fill)

    assert warnings("https://plants.example")[0].startswith(
        "passkeys   WARNING: 1 passkey works only at localhost, and the console is at https://plants.example: "
    )
    assert [line.split("only at ")[1].split(",")[0] for line in warnings("https://new.example")] == [
        "localhost",
        "plants.example",
    ]
    assert len(warnings("http://192.0.2.1")) == 2
    run_at_localhost = [line for line in warnings("") if "localhost, and" in line]
    assert run_at_localhost == []
