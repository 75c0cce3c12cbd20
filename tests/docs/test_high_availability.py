"""The files of high-availability.md are those that tests/crash/patroni runs; here, what each machine has of them."""

import base64

import pytest

from plantstore.core.settings import Settings, load
from tests.crash.patroni.nodes import ETCD, NODES, PATRONI, file_of
from tests.docs.markdown import blocks

PAGE = "high-availability.md"
MACHINES = range(1, NODES + 1)


@pytest.mark.parametrize("number", MACHINES)
def test_each_machine_has_its_own_name_and_address_and_the_same_lists(number: int) -> None:
    etcd = dict(line.split("=", 1) for line in file_of(ETCD, number).splitlines())
    patroni = file_of(PATRONI, number).splitlines()

    assert etcd.pop("ETCD_INITIAL_CLUSTER").count("db1=http://10.0.0.1:") == 1
    assert etcd["ETCD_NAME"] == f"db{number}"
    assert {value.split("/")[2].split(":")[0] for value in etcd.values() if "//" in value} == {f"10.0.0.{number}"}
    assert f"name: db{number}" in patroni
    own = [line.split()[1] for line in patroni if "listen: " in line or "connect_address: " in line]
    assert own == [f"10.0.0.{number}:{port}" for port in (8008, 8008, 5432, 5432)]
    assert f"  hosts: {','.join(f'10.0.0.{one}:2379' for one in MACHINES)}" in patroni


def test_patroni_uses_the_interface_of_etcd_that_its_version_uses_safely() -> None:
    assert "etcd:" in file_of(PATRONI, 1).splitlines()
    assert "ETCD_ENABLE_V2=true" in file_of(ETCD, 1).splitlines()


def test_the_store_names_all_machines_and_accepts_its_settings() -> None:
    [text] = [block.text for block in blocks(PAGE) if block.text.startswith("PLANTSTORE_DATABASE=")]
    given = dict(line.split("=", 1) for line in text.splitlines())
    given["PLANTSTORE_KEY"] = base64.b64encode(bytes(32)).decode()

    settings = load(given)

    defaults = Settings()
    assert str(settings.database).count("10.0.0.") == NODES
    assert (settings.database_answer_s_max, settings.lease_s) == (defaults.database_answer_s_max, defaults.lease_s)
