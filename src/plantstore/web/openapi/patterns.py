"""Regular expressions for strings in requests, for the OpenAPI document (ECMA-262, as JSON Schema requires).

The patterns let a client validate a value before it sends a request; the domain checks everything else. They allow
surrounding white space if the domain strips it.
"""

from plantstore.domain.deliveries.answer_filter import STATUS_CLASS
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.plants.checks import FAMILY
from plantstore.domain.plants.plant import ID_MAX
from plantstore.domain.public_ids import EVENT_PREFIX
from plantstore.domain.receivers.client_grant import SCOPE
from plantstore.domain.receivers.headers import VALUE
from plantstore.domain.token import TokenState

_CONTROLS = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"  # control characters refused by domain/text.py
_TAG = r"(W/)?\u0022[!#-~\u0080-\u00ff]*\u0022"  # \u0022 is a quote, which would end a string literal in generated code
_SPACE = r"[ \t\r\n]*"
STATES_MAX = 20  # max states in one filter; more than there are states
_STATES = "|".join(DeliveryState)
_TOKEN_STATES = "|".join(TokenState)
_BASE_32 = "[0-9a-hjkmnp-tv-z]"


def whole_numbers_to(most: int) -> str:
    """Return a pattern for the integers from 0 to `most`, with leading zeros up to the number of digits of `most`.

    >>> whole_numbers_to(207)
    '([0-9]{1,2}|[0-1][0-9]{2}|20[0-6]|207)'
    """
    digits = str(most)
    smaller = [f"[0-9]{{1,{len(digits) - 1}}}"] if len(digits) > 1 else []
    for place, digit in enumerate(digits):
        if digit != "0":
            rest = len(digits) - place - 1
            smaller.append(digits[:place] + f"[0-{int(digit) - 1}]" + (f"[0-9]{{{rest}}}" if rest else ""))
    return f"({'|'.join([*smaller, digits])})"


TEXT = rf"^[^{_CONTROLS}]*$"
TEXT_WITHOUT_COMMA = rf"^[^,{_CONTROLS}]*$"
PRINTABLE_ASCII = "^[ -~]*$"
NO_NUL = r"^[^\u0000]*$"
# A pattern with \p{L} would be shorter, but Python and client generators do not support it.
SKU_CODE = (
    rf"^{_SPACE}[^{_CONTROLS}\t\n\r !-/:-@\[-`{{-~]"
    rf"([^{_CONTROLS}\t\n\r!-\u0022$-*,:-@\[-^`{{-~]{{0,63}}){_SPACE}$"
)
FAMILY_NAME = rf"^{_SPACE}({FAMILY.pattern}){_SPACE}$"
AMOUNT = r"^[0-9]{1,9}(\.[0-9]{1,3})?$"
GTIN_DIGITS = "^([0-9]{8}|[0-9]{12,14})$"
PLANT_IDS = "^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15})*$"
_RECEIVER = f"rcv_[0-7]{_BASE_32}{{12}}"  # 13 base-32 digits: 63 bits
RECEIVER_ID = f"^{_RECEIVER}$"
RECEIVER_IDS = f"^{_RECEIVER}(,{_RECEIVER})*$"
ATTEMPT_ID = "^([0-9]{1,18}|[1-8][0-9]{18})$"  # max 18 digits, or 19 that fit a signed 64-bit column
ONE_ETAG = rf"^(\*|{_TAG})$"
ETAGS = rf"^(\*|({_TAG})?([ \t]*,[ \t]*({_TAG})?)*)$"
EVENT_ID = f"^{EVENT_PREFIX}{_BASE_32}{{26}}$"
EVENT_OR_SEQUENCE = f"^({EVENT_PREFIX}{_BASE_32}{{26}}|{whole_numbers_to(ID_MAX)})$"
STATES = f"^({_STATES})(,({_STATES})){{0,{STATES_MAX - 1}}}$"
TOKEN_STATES = f"^({_TOKEN_STATES})(,({_TOKEN_STATES})){{0,{STATES_MAX - 1}}}$"
ANSWER = f"^({STATUS_CLASS.pattern}|[1-9][0-9]{{2}}|{'|'.join(OutcomeKind)})$"
BEARER = "^[A-Za-z0-9._~+/-]*=*$"  # RFC 6750 §2.1
HEADER = f"^{VALUE}$"
OAUTH_SCOPE = f"^{SCOPE}$"
WEB_ADDRESS = "^https?://"
IMAGE_ADDRESS = "^https://"
PLACE_IN_LOG = (
    r"^(now|beginning|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"[Tt ]([01][0-9]|2[0-3]):[0-5][0-9].*)$"
)
