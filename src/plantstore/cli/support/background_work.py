"""Waits for work that the store does in the background, such as an import or a bulk edit, and shows its progress."""

from collections.abc import Callable
from time import sleep

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Progress, Row

POLL_S = 0.5


def wait_while(
    client: Client,
    work: Row,
    *,
    path: str,
    state: str,
    progress: Callable[[Row], tuple[int, int]],
    label: str,
    noun: str,
    group: str,
    common: Common,
) -> Row:
    """Poll `path` until the work leaves `state`, and return it. Interrupting the wait does not stop the work.

    `progress` returns how much is done, and how much there is. `group` is the group of commands that show and cancel
    the work.
    """
    shown = Progress(label, quiet=common.as_json)
    id = work["id"]
    try:
        while work.get("state") == state:
            shown.show(*progress(work))
            sleep(POLL_S)
            work = client.get(path)
        shown.show(*progress(work))
    except KeyboardInterrupt as interrupt:
        shown.end()
        raise Failure(
            f"The {noun} continues in the background.",
            exit_code=Exit.INTERRUPTED,
            next_step=f"To cancel it: plantstore {group} cancel {id}",
        ) from interrupt
    except Failure as failure:
        failure.next_step += f" The {noun} continues in the background: plantstore {group} show {id}"
        raise
    finally:
        shown.end()
    return work
