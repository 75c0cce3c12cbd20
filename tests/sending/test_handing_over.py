"""When a receiver is assigned to another process, no request that was begun here reaches it."""

import asyncio

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import NO_CONTENT, Peer, a_template, attempt, receiver, sending

RECEIVER, OTHER = ReceiverId(7), ReceiverId(8)


def test_a_request_whose_connection_stands_too_late_is_not_written(run: Run) -> None:
    async def main() -> None:
        asked: list[ReceiverId] = []

        def may_send(receiver_id: ReceiverId) -> bool:
            asked.append(receiver_id)
            return receiver_id == OTHER

        async with receiver(NO_CONTENT) as standing, sending(may_send=may_send) as sender:
            refused = await attempt(sender, a_template(standing.port))
            sent = await attempt(sender, a_template(standing.port, receiver_id=OTHER))

            assert refused.kind is OutcomeKind.STOPPED
            assert sent.accepted
            assert asked == [RECEIVER, OTHER]
            assert len(standing.requests) == 1

    run(main())


def test_a_test_request_is_sent_by_any_process(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending(may_send=lambda receiver_id: False) as sender:
            outcome = await attempt(sender, a_template(standing.port, test=True))

            assert outcome.accepted

    run(main())


def test_aborting_dials_ends_the_deliveries_that_wait_for_a_connection_and_no_others(run: Run) -> None:
    async def main() -> None:
        resolving = asyncio.Event()

        async def slow(host: str) -> list[str]:
            await resolving.wait()
            return ["127.0.0.1"]

        async with receiver(NO_CONTENT) as standing, sending(resolve=slow) as sender:
            waiting = asyncio.create_task(attempt(sender, a_template(standing.port, host="shop.test")))
            tested = asyncio.create_task(attempt(sender, a_template(standing.port, host="shop.test", test=True)))
            others = asyncio.create_task(
                attempt(sender, a_template(standing.port, host="shop.test", receiver_id=OTHER))
            )
            await asyncio.sleep(0)

            sender.abort_dials(RECEIVER)
            outcome = await waiting
            resolving.set()

            assert outcome.kind is OutcomeKind.STOPPED
            assert (await tested).accepted
            assert (await others).accepted
            assert len(standing.requests) == 2

    run(main())


def test_aborting_dials_leaves_a_request_that_was_sent(run: Run) -> None:
    async def main() -> None:
        there, go_on = asyncio.Event(), asyncio.Event()

        async def waiting(peer: Peer) -> None:
            await peer.request()
            there.set()
            await go_on.wait()
            await peer.say(NO_CONTENT)

        async with receiver(waiting) as standing, sending() as sender:
            under_way = asyncio.create_task(attempt(sender, a_template(standing.port)))
            await there.wait()

            sender.abort_dials(RECEIVER)
            go_on.set()

            assert (await under_way).accepted

    run(main())


def test_aborting_a_receivers_requests_ends_them_immediately_and_no_others(run: Run) -> None:
    async def main() -> None:
        there: list[bytes] = []

        async def waiting(peer: Peer) -> None:
            there.append(await peer.request())
            await peer.hung_up()

        async with receiver(waiting) as slow, receiver(NO_CONTENT) as standing, sending() as sender:
            under_way = asyncio.create_task(attempt(sender, a_template(slow.port)))
            others = asyncio.create_task(attempt(sender, a_template(slow.port, receiver_id=OTHER)))
            await attempt(sender, a_template(standing.port, receiver_id=OTHER))
            while len(there) < 2:
                await asyncio.sleep(0.001)

            sender.abort_requests(RECEIVER)
            outcome = await under_way

            assert outcome.kind is OutcomeKind.STOPPED
            assert not others.done()
            assert sender.stats.idle == 1
            sender.abort_requests(OTHER)
            assert (await others).kind is OutcomeKind.STOPPED
            assert sender.stats.idle == 0

    run(main())
