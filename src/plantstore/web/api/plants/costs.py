"""Who may see and write what plants cost the shop, and who supplies them: tokens with the scope `costs:read`."""

from plantstore.domain.errors import Forbidden
from plantstore.domain.plants.plant import COSTS
from plantstore.domain.token import Scope
from plantstore.web.http.request_context import RequestContext


def sees_costs(context: RequestContext) -> bool:
    return Scope.COSTS_READ in context.token.scopes


def check_costs(context: RequestContext) -> None:
    """Raise Forbidden if the body sets a cost or supplier that the token may not see."""
    given = [name for name in COSTS if name in context.body]
    if given and not sees_costs(context):
        raise Forbidden(f"Only a token with the scope {Scope.COSTS_READ} may write {' and '.join(given)}.")
