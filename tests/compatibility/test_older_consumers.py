"""Receivers written for 0.5.1 accept today's webhooks: the payload `full` with every field, or, if they are strict
about fields that they do not know, the payload `basic`.

The schema is in the record of 0.5.1. With the environment variable PLANT_GENERATOR, the path of the jar of
openapi-generator 7.25, receivers in Go and Java are generated from it, compiled and run: this takes a minute, and needs
Go, a JDK from 17 on, and Maven with access to its repository.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from copy import deepcopy
from datetime import date
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]  # its stubs are a package of their own
import pytest

from plantstore.app.store import open_store
from plantstore.core.event_body import basic_body, full_body
from plantstore.domain.plants.plant import COSTS
from plantstore.domain.secret import AccessToken
from plantstore.receivers.patch import ReceiverPatch
from tests.compatibility.test_against_records import RECORDS
from tests.makers import DETAILS, a_plant
from tests.receiver import a_server
from tests.running import add, register, settings

CONSUMERS = Path(__file__).with_name("consumers")
GENERATOR = "PLANT_GENERATOR"
TOKEN = "token-of-this-receiver"
STEP_S_MAX = 300
WEBHOOK = "/plant/webhook"
PLANT = a_plant(
    1042,
    name="Hydrangea ENDLESS SUMMER 5 L",
    tag="shrub",
    sku="HYD-END-5L",
    gtin="2000000000077",
    botanical_name="Hydrangea macrophylla (Thunb.) Ser. 'Bailmer' (Mophead Group) ENDLESS SUMMER",
    family="Hydrangeaceae",
    common_names=["Mophead hydrangea", "Hortensie", "あじさい"],
    description="Blue on acid soil,\npink on lime.",
    tags=["new", "peat-free"],
    images=[{"url": "https://shop.example/img/1.jpg", "alt": "Blue flower heads"}],
    price="24.99",
    currency="GBP",
    stock_quantity=24,
    available_from="2027-03-02",
    **DETAILS,
)
FULL = full_body(PLANT, today=date(2026, 11, 23), url="https://shop.example/plants/1042")
BASIC = basic_body(PLANT)
SHOWN = f"{PLANT.id}|{PLANT.fields.name}|{PLANT.fields.tag}\n"


def older_helper(version: str) -> Any:
    """Return the module that receivers copied from a version."""
    name = f"receiving_{version}"
    loader = SourceFileLoader(name, str(CONSUMERS / f"{name}.txt"))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # its dataclasses look themselves up
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("with_key", [False, True], ids=["v1", "v1a"])
@pytest.mark.parametrize("version", ["0_5_1", "1_0_0rc1"])
async def test_an_older_copy_of_the_helper_accepts_todays_requests(
    version: str, with_key: bool, tmp_path: Path
) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        server.timeless = True
        limits = ReceiverPatch(signs_with_key=with_key)
        await register(store, server, limits=limits, access_token=AccessToken(TOKEN))
        await add(store, "Hedera helix")
        [got] = await server.requests(1)
    helper = older_helper(version)
    receiver = helper.Receiver(server.secret, TOKEN, clock=lambda: int(got.headers["webhook-timestamp"]))
    plants: list[str] = []
    receiver.on("plant.added")(lambda event: plants.append(event.plant["name"]))

    assert receiver.handle("POST", got.headers, got.body).status == 204
    assert plants == ["Hedera helix"]
    with pytest.raises(helper.NoMatchingSignatureError):
        receiver.verify(got.headers, got.body + b" ")


def document(*, strict: bool) -> dict[str, Any]:
    """The webhook's document of 0.5.1 with the texts that a generator needs; `strict` knows no other fields."""
    found: dict[str, Any] = deepcopy(RECORDS["0.5.1"]["openapi"]["/openapi.json"])
    found["info"] |= {"title": "Plant Store", "version": "1.0.0"}
    for response in found["webhooks"][WEBHOOK]["post"]["responses"].values():
        response["description"] = "-"
    if strict:
        plant = found["components"]["schemas"]["NewPlant"]
        plant["additionalProperties"] = plant["properties"]["images"]["items"]["additionalProperties"] = False
    return found


def problems(body: bytes, *, strict: bool) -> list[str]:
    schema = document(strict=strict)["components"]["schemas"]["NewPlant"]
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(body))]


def test_the_full_payload_of_this_test_has_every_field() -> None:
    record = json.loads(FULL)

    assert [name for name, value in record.items() if value in (None, [], {})] == []
    assert set(DETAILS) - set(COSTS) <= set(record)
    assert not set(COSTS) & set(record)


def test_the_schema_of_0_5_1_accepts_what_is_sent_today() -> None:
    assert problems(FULL, strict=False) == []
    assert problems(BASIC, strict=False) == []
    assert problems(BASIC, strict=True) == []
    assert problems(FULL, strict=True), "or this test would not see a field that strict receivers refuse"


def run(*command: str | Path, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        text=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=STEP_S_MAX,
        check=False,
    )


def succeed(*command: str | Path, cwd: Path) -> None:
    done = run(*command, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


def generate(folder: Path, *options: str, strict: bool) -> None:
    jar = Path(os.environ.get(GENERATOR, ""))
    if not jar.is_file():
        pytest.skip(f"{GENERATOR} is not the path of a jar")
    (folder / "document.json").write_text(json.dumps(document(strict=strict)), encoding="utf-8")
    succeed("java", "-jar", jar, "generate", "-i", "document.json", *options, cwd=folder)


def consumer_in_go(folder: Path, *, strict: bool) -> Sequence[str | Path]:
    options = "-g go -o plants --additional-properties=packageName=plants --global-property"
    generate(
        folder, *options.split(), "models,supportingFiles=utils.go,modelDocs=false,modelTests=false", strict=strict
    )
    shutil.copy(CONSUMERS / "main.go", folder)
    (folder / "go.mod").write_text("module consumer\n\ngo 1.23\n", encoding="utf-8")
    succeed("go", "build", "-o", "consumer", ".", cwd=folder)
    return [folder / "consumer"]


def consumer_in_java(folder: Path, *, strict: bool) -> Sequence[str | Path]:
    options = "-g java --library native -o . --global-property models,supportingFiles,modelDocs=false,modelTests=false"
    names = "modelPackage=plants,invokerPackage=plants.client,openApiNullable=false"
    generate(folder, *options.split(), f"--additional-properties={names}", strict=strict)
    shutil.copy(CONSUMERS / "Consumer.java", folder / "src" / "main" / "java")
    maven = "mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath"
    succeed(*maven.split(), cwd=folder)
    classpath = (folder / "classpath").read_text(encoding="utf-8").strip()
    return ["java", "-cp", f"target/classes{os.pathsep}{classpath}", "Consumer"]


@pytest.mark.timeout(3 * STEP_S_MAX)
@pytest.mark.parametrize("build", [consumer_in_go, consumer_in_java])
@pytest.mark.parametrize(("kind", "bodies"), [("tolerant", [FULL, BASIC]), ("strict", [BASIC])])
def test_a_generated_receiver_of_0_5_1_accepts_what_is_sent_today(
    build: Any, kind: str, bodies: list[bytes], tmp_path: Path
) -> None:
    consumer = build(tmp_path, strict=kind == "strict")
    (tmp_path / "bodies").write_bytes(b"\n".join(bodies))
    (tmp_path / "full").write_bytes(FULL)

    done = run(*consumer, kind, "bodies", cwd=tmp_path)

    assert (done.returncode, done.stdout) == (0, SHOWN * len(bodies)), done.stderr
    if kind == "strict":
        assert run(*consumer, kind, "full", cwd=tmp_path).returncode == 1, "strict receivers need the payload basic"
