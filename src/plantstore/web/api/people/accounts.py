"""The accounts at an OpenID Connect provider with which a person signs in: unlink one."""

from plantstore.domain.errors import Forbidden, NotFound
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.people import schemas
from plantstore.web.api.people.endpoints import PERSON
from plantstore.web.api.people.ways import ways_of
from plantstore.web.auth import openid
from plantstore.web.http.endpoint import Endpoint, write_handler
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

ACCOUNT = PERSON + "/accounts/{account}"


def _unlink(context: RequestContext, tx: Transaction) -> Response:
    person_id, account_id = context.request.values["id"], context.request.values["account"]
    account, ended = openid.unlink(tx, person_id, account_id, by=context.token)
    ways = ways_of(tx, person_id)
    context.subject = person_id
    context.detail = f"{account.subject} at {account.issuer}; sessions ended: {ended}"
    return json_response(schemas.UnlinkedAccount(ended=ended, was_last=not (ways.passkeys or ways.accounts)))


ENDPOINTS = (
    Endpoint(
        method="DELETE",
        path=ACCOUNT,
        name="unlinkAccount",
        scope=Scope.PEOPLE_WRITE,
        summary="Unlink an account of a person",
        description=(
            "The account at the provider no longer signs the person in, and their sessions that they opened at a "
            "provider end. `ways` of the person lists the accounts. Where the provider adds people, someone who "
            "signs in with the account again becomes a new person: to end a person's access, deactivate them. Your "
            "token needs the scopes of their role; people unlink their own in a session."
        ),
        handler=write_handler(_unlink),
        response=schemas.UnlinkedAccount,
        response_example={"ended": 1, "was_last": False},
        allows_self=True,
        self_is_person=True,
        errors=(NotFound, Forbidden),
    ),
)
