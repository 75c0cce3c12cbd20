"""docs/dependencies.md lists what requirements.lock installs; each licence permits use in a program under MIT."""

from importlib import metadata

from tests.docs.dependencies import PAGE, PERMITTED, direct, licence, locked, page, parts, running
from tests.docs.markdown import DOCS

PACKAGES = locked()


def test_the_page_is_what_the_lock_and_the_installed_packages_say() -> None:
    assert (DOCS / PAGE).read_text(encoding="utf-8") == page(), "run `make docs`"


def test_the_installed_versions_are_the_locked_ones() -> None:
    installed = {name: metadata.version(name) for name in PACKAGES}

    assert installed == {name: package.version for name, package in PACKAGES.items()}


def test_every_package_has_a_licence_that_permits_to_use_it() -> None:
    forbidding = {name: licence(name) for name in PACKAGES if not set(parts(licence(name))) <= PERMITTED.keys()}

    assert len(PACKAGES) > 30
    assert not forbidding, "read its licence, and add it to PERMITTED if it permits to use the package unchanged"


def test_every_package_is_needed_to_run_or_to_build() -> None:
    assert direct() <= running(PACKAGES) <= PACKAGES.keys() | direct()
    assert direct() <= PACKAGES.keys()
    assert all(package.needed_by for package in PACKAGES.values())
