"""Who may see and write what plants cost the shop, and who supplies them: tokens with the scope `costs:read`."""

from collections.abc import Callable
from functools import wraps

from plantstore.domain.errors import Forbidden, Invalid
from plantstore.domain.plants.plant import COSTS
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response

Handler = Callable[[RequestContext, Transaction], Response]

_HIDDEN = tuple(f"/{name}" for name in COSTS)


def sees_costs(context: RequestContext) -> bool:
    return Scope.COSTS_READ in context.token.scopes


def guards_costs(handler: Handler) -> Handler:
    """Raise Forbidden if the body sets a cost or supplier that the token may not see.

    A new currency can be wrong for a cost that stays. That error would quote the cost, so it becomes Forbidden too.
    """

    @wraps(handler)
    def guarded(context: RequestContext, tx: Transaction) -> Response:
        if sees_costs(context):
            return handler(context, tx)
        given = [name for name in COSTS if name in context.body]
        if given:
            raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may write {' and '.join(given)}.")
        try:
            return handler(context, tx)
        except Invalid as error:
            if any(problem.pointer.startswith(_HIDDEN) for problem in error.fields):
                detail = f"Only a token with the scope {Scope.COSTS_READ} may change the currency of this plant."
                raise Forbidden(detail) from None
            raise

    return guarded
