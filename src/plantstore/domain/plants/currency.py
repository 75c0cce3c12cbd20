"""The currencies that prices can have, each with its number of decimals (ISO 4217, list one, 2026).

Codes for funds, metals and tests (CLF, XAU, XTS, …) are not included, because they are not used in shops.
"""

from plantstore.domain.errors import FieldError
from plantstore.domain.text import quoted

_BY_EXPONENT = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
        CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
        KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
        NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
        TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
}
EXPONENTS = {code: exponent for exponent, codes in _BY_EXPONENT.items() for code in codes.split()}
"""The number of decimals of each currency."""

_REPLACED_BY = {
    "ANG": "XCG",
    "BGN": "EUR",
    "CUC": "CUP",
    "HRK": "EUR",
    "LTL": "EUR",
    "SLL": "SLE",
    "STD": "STN",
    "VEF": "VES",
    "ZWL": "ZWG",
}
"""Maps codes that were withdrawn since 2015, but are still found in price lists, to their successors."""


def check_currency(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    """Return the currency code in capitals; None, with a problem appended, if it is not a known currency."""
    if not isinstance(value, str):
        problems.append(FieldError(pointer=pointer, code="type", detail='Use a string, such as "EUR".'))
        return None
    code = value.strip().upper()
    if code in EXPONENTS and value.isascii():
        return code
    detail = f"{quoted(value)} is not an ISO 4217 currency code, such as EUR, GBP or USD."
    if code in _REPLACED_BY:
        detail = f"{code} was withdrawn. Use {_REPLACED_BY[code]}."
    problems.append(FieldError(pointer=pointer, code="currency", detail=detail))
    return None
