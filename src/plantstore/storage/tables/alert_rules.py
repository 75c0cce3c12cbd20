"""The settings of alerts, as far as they differ from defaults: rules, which channel gets which rule, and quiet hours.

Tables `alert_rules`, `alert_routes` and `alert_quiet_hours`.
"""

from collections.abc import Mapping

from plantstore.domain.alerts.quiet_hours import QuietHours
from plantstore.domain.alerts.rules import RULES, RuleKey, RuleSetting, default_setting
from plantstore.storage.database import Transaction

STORE_SCOPE = ""  # the scope of the quiet hours that a channel has unless it or its person has others
_RULES = "SELECT rule, enabled, threshold FROM alert_rules"
_QUIET_COLUMNS = ("from_minute", "until_minute", "days", "critical_through")
_QUIET = f"SELECT scope, {', '.join(_QUIET_COLUMNS)} FROM alert_quiet_hours"


def settings(tx: Transaction) -> dict[RuleKey, RuleSetting]:
    """Return every rule with its present setting, in the order in which rules are listed."""
    stored = {rule: (bool(enabled), threshold) for rule, enabled, threshold in tx.execute(_RULES)}
    found = {}
    for key, rule in RULES.items():
        default = default_setting(rule)
        enabled, threshold = stored.get(key, (default.enabled, None))
        limits = rule.threshold
        fits = limits is not None and threshold is not None and limits.least <= threshold <= limits.most
        found[key] = RuleSetting(rule=rule, enabled=enabled, threshold=threshold if fits else default.threshold)
    return found


def put(tx: Transaction, setting: RuleSetting, *, changed_by: str) -> None:
    """Store the setting of a rule; delete the row of a rule that has its defaults again."""
    tx.update("DELETE FROM alert_rules WHERE rule = ?", (setting.rule.key,))
    if not setting.is_default:
        default = default_setting(setting.rule)
        threshold = None if setting.threshold == default.threshold else setting.threshold
        values = (setting.rule.key, int(setting.enabled), threshold, changed_by, tx.now)
        tx.insert("alert_rules", ("rule", "enabled", "threshold", "changed_by", "changed_at"), [values])


def routes(tx: Transaction) -> dict[tuple[str, RuleKey], bool]:
    """Return which rules channels get, by channel id and rule, as far as that is stored."""
    known = set(RuleKey)
    rows = tx.execute("SELECT channel_id, rule, wanted FROM alert_routes")
    return {(channel_id, RuleKey(rule)): bool(wanted) for channel_id, rule, wanted in rows if rule in known}


def put_routes(tx: Transaction, channel_id: str, wanted: Mapping[RuleKey, bool]) -> None:
    """Store which of these rules a channel gets. Rules that are not named stay as they are."""
    for rule, value in wanted.items():
        tx.update("DELETE FROM alert_routes WHERE channel_id = ? AND rule = ?", (channel_id, rule))
        tx.insert("alert_routes", ("channel_id", "rule", "wanted"), [(channel_id, rule, int(value))])


def quiet_hours(tx: Transaction) -> dict[str, QuietHours]:
    """Return all quiet hours by scope: STORE_SCOPE, or the id of a channel or person."""
    return {
        scope: QuietHours(from_minute=start, until_minute=end, days=days, critical_through=bool(critical_through))
        for scope, start, end, days, critical_through in tx.execute(_QUIET)
    }


def put_quiet_hours(tx: Transaction, scope: str, hours: QuietHours | None) -> None:
    """Store the quiet hours of a scope; None removes them."""
    tx.update("DELETE FROM alert_quiet_hours WHERE scope = ?", (scope,))
    if hours is not None:
        values = (scope, hours.from_minute, hours.until_minute, hours.days, int(hours.critical_through))
        tx.insert("alert_quiet_hours", ("scope", *_QUIET_COLUMNS), [values])


def remove_channel(tx: Transaction, channel_id: str) -> None:
    """Delete the routes and quiet hours of a channel."""
    tx.update("DELETE FROM alert_routes WHERE channel_id = ?", (channel_id,))
    tx.update("DELETE FROM alert_quiet_hours WHERE scope = ?", (channel_id,))
