"""Settings: each at its limit and one past it, read from variables and flags, and refused by name when wrong."""

import ipaddress
import math
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.settings import FOR_CLIENTS, PREFIX, SettingError, Settings, load
from plantstore.domain.secret import Secret

ALL = {item.name: item for item in fields(Settings)}
LIMITED = [item for item in ALL.values() if item.metadata["least"] is not None]


def one_past(item: "Field[Any]", limit: float, *, towards: float) -> float:
    """The next value beyond a limit that the setting's type can hold."""
    if isinstance(item.default, int):
        return limit + math.copysign(1, towards)
    return math.nextafter(limit, towards)


def as_text(item: "Field[Any]", value: float) -> str:
    return str(int(value)) if isinstance(item.default, int) else repr(float(value))


@pytest.mark.parametrize("item", LIMITED, ids=lambda item: item.name)
def test_a_limit_is_accepted_and_one_past_it_refused(item: "Field[Any]") -> None:
    variable = PREFIX + item.name.upper()
    least, most = item.metadata["least"], item.metadata["most"]

    for limit in (least, most):
        assert getattr(load({variable: as_text(item, limit)}), item.name) == limit
    for beyond in (one_past(item, least, towards=-math.inf), one_past(item, most, towards=math.inf)):
        with pytest.raises(SettingError, match=f"^{variable}: .* is not between {least} and {most}"):
            load({variable: as_text(item, beyond)})


@pytest.mark.parametrize("item", [one for one in LIMITED if isinstance(one.default, float)], ids=lambda item: item.name)
@pytest.mark.parametrize("text", ["nan", "inf", "-inf"])
def test_nan_and_infinity_are_refused(item: "Field[Any]", text: str) -> None:
    with pytest.raises(SettingError, match=PREFIX + item.name.upper()):
        load({PREFIX + item.name.upper(): text})


def test_every_number_has_a_range_and_every_setting_a_description() -> None:
    for item in ALL.values():
        assert item.metadata["help"]
        if isinstance(item.default, int | float):
            assert item.metadata["least"] <= item.default <= item.metadata["most"], item.name
            assert item.metadata["most"] < math.inf


def test_units_stand_last_in_names_and_in_the_help() -> None:
    for item in LIMITED:
        unit = {"bytes": "bytes", "items": "items", "events": "events", "s": "seconds", "days": "days"}
        said = [unit[word] for word in item.name.split("_") if word in unit]
        assert said == ([item.metadata["unit"]] if item.metadata["unit"] else []), item.name


def test_without_a_word_every_default_holds() -> None:
    assert load({}) == Settings()


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("PLANTSTORE_DATA", "/srv/store", "data", Path("/srv/store")),
        ("PLANTSTORE_PORT", "0", "port", 0),
        ("PLANTSTORE_DEADLINE_S", "7.5", "deadline_s", 7.5),
        ("PLANTSTORE_KEY", "a2V5", "key", Secret("a2V5")),
        ("PLANTSTORE_CA_BUNDLE", "own.pem", "ca_bundle", Path("own.pem")),
        (
            "PLANTSTORE_ALLOW_NETWORKS",
            "10.1.0.0/16, fd00::/8,",
            "allow_networks",
            (ipaddress.ip_network("10.1.0.0/16"), ipaddress.ip_network("fd00::/8")),
        ),
    ],
)
def test_a_variable_is_converted_to_the_settings_type(variable: str, text: str, name: str, value: object) -> None:
    found = getattr(load({variable: text}), name)

    assert found == value
    assert type(found) is type(value)


def test_an_empty_variable_counts_as_not_set() -> None:
    assert load({PREFIX + name.upper(): "" for name in ALL}) == Settings()


@pytest.mark.parametrize("variable", ["PLANTSTORE_PROT", "PLANTSTORE_", "PLANTSTORE_DATA_"])
def test_a_misspelt_variable_is_refused_by_name(variable: str) -> None:
    with pytest.raises(SettingError, match=f"^{variable} is not a setting"):
        load({variable: "8001"})


def test_variables_of_others_are_left_alone() -> None:
    environ = {PREFIX + name: "whatever" for name in FOR_CLIENTS} | {"PATH": "/bin", "plantstore_port": "x"}

    assert load(environ) == Settings()


def test_a_flag_wins_over_the_variable() -> None:
    environ = {"PLANTSTORE_PORT": "8001", "PLANTSTORE_HOST": "192.0.2.1"}

    found = load(environ, {"port": "8002", "host": None})

    assert (found.port, found.host) == (8002, "192.0.2.1")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "http"),
        ("port", "80.5"),
        ("deadline_s", "soon"),
        ("allow_networks", "10.0.0.1/8"),
        ("allow_networks", "10.0.0.0/8;fd00::/8"),
    ],
)
def test_a_value_that_cannot_be_read_is_refused_by_the_name_it_came_by(name: str, text: str) -> None:
    with pytest.raises(SettingError, match=f"^{PREFIX}{name.upper()}: "):
        load({PREFIX + name.upper(): text})
    with pytest.raises(SettingError, match="^--" + name.replace("_", "-") + ": "):
        load({}, {name: text})


@pytest.mark.parametrize(
    ("name", "text"),
    [("log_format", "xml"), ("role", "worker"), ("currency", "XBT"), ("currency", "eur"), ("timezone", "Mars/Olympus")],
)
def test_an_unknown_choice_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(SettingError, match=f"^{PREFIX}{name.upper()}: '{text}' is "):
        load({PREFIX + name.upper(): text})


@pytest.mark.parametrize("database", ["mysql://localhost/plants", "plants.db", "sqlite:///", "sqlite://plants.db"])
def test_a_database_of_no_known_kind_is_refused(database: str) -> None:
    with pytest.raises(SettingError, match=rf"^PLANTSTORE_DATABASE: use sqlite:///.*, not {database!r}"):
        Settings(database=database)


@pytest.mark.parametrize(
    ("database", "shown"),
    [
        ("postgresql://localhost/plants", "postgresql://localhost/plants"),
        ("postgres://shop:hunter2@[::1]:5432/plants", "postgresql://shop@[::1]:5432/plants"),
        ("postgresql://shop:hunter2@db1:5432,db2/plants", "postgresql://shop@db1:5432,db2/plants"),
        ("postgresql:///plants?host=/run/postgresql&user=shop", "postgresql:///plants?host=/run/postgresql&user=shop"),
        ("postgresql://db/plants?password=hunter2&sslmode=require", "postgresql://db/plants?sslmode=require"),
        ("postgresql://:hunter2@db", "postgresql://db"),
        ("postgresql://", "postgresql://"),
    ],
)
def test_a_server_is_shown_without_its_password(database: str, shown: str) -> None:
    settings = Settings(database=database)

    assert settings.is_postgresql
    assert settings.database_shown == shown
    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize(
    "database",
    [
        "postgresql://shop:hunter2/3@db/plants",
        "postgresql://shop:hunter2@3@db/plants",
        "postgresql://shop:hunter2?3@db/plants",
        "postgresql://shop:hunter2#3@db/plants",
        "postgresql://shop:hunter2 @db/plants",
        "mysql://shop:hunter2@db/plants",
    ],
)
def test_a_message_does_not_repeat_a_possible_password(database: str) -> None:
    with pytest.raises(SettingError, match=r"^PLANTSTORE_DATABASE: use ") as refused:
        Settings(database=database)

    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("standby", ["postgresql://shop:hunter2/3@db/plants", "sqlite:///hunter2", "db:hunter2"])
def test_a_standby_is_a_server_and_its_password_is_not_repeated(standby: str) -> None:
    with pytest.raises(SettingError, match=r"^PLANTSTORE_STANDBY: use an address such as postgresql://") as refused:
        Settings(database="postgresql://db/plants", standby=standby)

    assert "hunter2" not in str(refused.value)
    assert "hunter2" not in repr(Settings(database="postgresql://db/plants", standby="postgresql://shop:hunter2@db2/p"))


def test_a_store_in_a_file_has_no_standby() -> None:
    with pytest.raises(SettingError, match=r"^PLANTSTORE_STANDBY needs PLANTSTORE_DATABASE=postgresql://"):
        Settings(standby="postgresql://db2/plants")


@pytest.mark.parametrize("values", [{"role": "api"}, {"role": "dispatcher"}, {"workers": 2}])
def test_a_store_in_a_file_is_not_shared(values: Any) -> None:
    Settings(database="postgresql://db/plants", **values).check_processes()
    Settings(role="all", workers=1).check_processes()

    with pytest.raises(
        SettingError, match=r"^PLANTSTORE_(ROLE|WORKERS)=\w+ needs PostgreSQL: .*one process.*Remove it"
    ):
        Settings(**values).check_processes()


def test_files_are_in_the_data_directory_by_default() -> None:
    settings = Settings(data=Path("/srv/store"))

    assert settings.database_path == Path("/srv/store/plantstore.db")
    assert settings.operator_token_file == Path("/srv/store/operator.token")
    assert settings.key_file == Path("/srv/store/key")
    elsewhere = Settings(database="sqlite:////var/plants.db")
    assert (elsewhere.is_postgresql, elsewhere.database_path) == (False, Path("/var/plants.db"))
    assert elsewhere.database_shown == "/var/plants.db"


@pytest.mark.parametrize(
    ("values", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"host": "::1", "port": 81}, "http://[::1]:81"),
        ({"base_url": "https://plants.example/"}, "https://plants.example"),
    ],
)
def test_the_base_url_is_the_setting_or_derived_from_host_and_port(values: Any, address: str) -> None:
    assert Settings(**values).public_url == address


@pytest.mark.parametrize(
    ("values", "address"),
    [
        ({}, "http://localhost:8000"),
        ({"host": "localhost", "port": 81}, "http://localhost:81"),
        ({"host": "::1"}, "http://[::1]:8000"),
        ({"host": "0.0.0.0"}, "http://0.0.0.0:8000"),
        ({"base_url": "http://127.0.0.1:8000"}, "http://127.0.0.1:8000"),
        ({"base_url": "https://plants.example/"}, "https://plants.example"),
    ],
)
def test_browsers_find_the_console_at_a_name_because_passkeys_need_one(values: Any, address: str) -> None:
    assert Settings(**values).console_url == address


def test_settings_show_no_key() -> None:
    assert "c2VjcmV0" not in repr(load({"PLANTSTORE_KEY": "c2VjcmV0"}))


@pytest.mark.parametrize(
    ("variable", "wrong"),
    [
        ("BASE_URL", "nonsense"),
        ("BASE_URL", "ftp://store.example"),
        ("BASE_URL", "http://store.example/a b"),
        ("BASE_URL", "http://store.example/plants"),
        ("BASE_URL", "http://store.example//"),
        ("BASE_URL", "http://store.example/?a=b"),
        ("PLANT_URL", "https://shop.example/plants"),
        ("PLANT_URL", "shop.example/{id}"),
        ("PLANT_URL", "https://shop.example/{id}/{name}"),
    ],
)
def test_a_malformed_address_is_refused_by_name(variable: str, wrong: str) -> None:
    with pytest.raises(SettingError, match=f"PLANTSTORE_{variable}: use"):
        load({f"PLANTSTORE_{variable}": wrong})


def test_addresses_are_taken_as_they_are() -> None:
    chosen = load(
        {
            "PLANTSTORE_BASE_URL": "https://store.example/",
            "PLANTSTORE_PLANT_URL": "https://shop.example/p/{id}?sku={sku}",
        }
    )

    assert chosen.public_url == "https://store.example"
    assert chosen.plant_url == "https://shop.example/p/{id}?sku={sku}"


@pytest.mark.parametrize("path", ["/plants", "/plants/", "/#top"])
def test_a_base_url_with_a_path_is_refused_with_advice(path: str) -> None:
    with pytest.raises(SettingError, match="needs its own host name"):
        Settings(base_url="https://shop.example" + path)


def test_the_limit_of_all_bodies_may_equal_that_of_one() -> None:
    assert load({"PLANTSTORE_BODIES_BYTES_MAX": "2000000", "PLANTSTORE_REQUEST_BYTES_MAX": "2000000"})
    with pytest.raises(
        SettingError, match=r"^PLANTSTORE_BODIES_BYTES_MAX: 2000000 is less .*REQUEST_BYTES_MAX=2000001"
    ):
        load({"PLANTSTORE_BODIES_BYTES_MAX": "2000000", "PLANTSTORE_REQUEST_BYTES_MAX": "2000001"})


def test_the_history_is_kept_at_least_as_long_as_imports() -> None:
    assert Settings(history_days=10, import_days=30).history_kept_days == 30
    assert Settings(history_days=40, import_days=30).history_kept_days == 40
