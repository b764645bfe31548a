"""Bans of people and of address ranges, for a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import inf

from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.journal import Player
from courtly.tables.refusals import BadAct, Banned
from courtly.tables.store import admin
from courtly.tables.store.admin import AdminAct, Ban, BanDetail
from courtly.tables.store.store import Store

FRESH_SECONDS = 5.0
"""The time for which a process uses the bans that it has read. Other processes may have changed them since."""

REASON_LENGTH = 200

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class _Known:
    """The bans that a process has read, by player and by network."""

    at: float = -inf
    players: dict[str, Ban] = field(default_factory=dict)
    networks: list[tuple[Network, Ban]] = field(default_factory=list)


class Bans:
    """The bans of a server.

    Parameters
    ----------
    is_on
        Whether the server has administrators. Otherwise stored bans have no effect.
    """

    def __init__(self, store: Store, *, is_on: bool = True) -> None:
        self._store = store
        self.is_on = is_on
        self._known = _Known()

    async def check(self, player: str | None, host: str) -> None:
        """Raise `Banned` if the player with an id, or the address of a request, is banned now."""
        if not self.is_on:
            return
        if environment().monotonic() - self._known.at >= FRESH_SECONDS:
            await self._read()
        found = [ban for network, ban in self._known.networks if _is_in(host, network)]
        if player in self._known.players:
            found.append(self._known.players[player])
        valid = [ban for ban in found if ban.until > environment().now()]
        if valid:
            last = max(valid, key=lambda ban: ban.until)
            raise Banned(last.until, last.reason)

    async def _read(self) -> None:
        at = environment().monotonic()
        # The shortest ban first, so that the longest of a player remains.
        bans = sorted(await self.valid(), key=lambda ban: ban.until)
        networks = [(ip_network(ban.network), ban) for ban in bans if ban.network is not None]
        self._known = _Known(at, {ban.player: ban for ban in bans if ban.player is not None}, networks)

    async def valid(self) -> list[Ban]:
        """Return the bans that are not over, latest first."""
        return await self._store.read(admin.valid_bans, environment().now())

    async def put(self, session: str, target: Player | Network, days: float, reason: str) -> Ban:
        """Ban a player or an address range for a number of days.

        Raises
        ------
        BadAct
            The reason is too long.
        """
        if len(reason) > REASON_LENGTH:
            allowed = said("at most {most} characters", most=REASON_LENGTH)
            raise BadAct(said("the text is too long; write {allowed}", allowed=allowed), where="reason")
        made = environment().now()
        person = target if isinstance(target, Player) else None
        ban = Ban(
            id=environment().token(12),
            player=person.id if person else None,
            name=person.name if person else "",
            network=None if person else str(target),
            reason=reason.replace("\0", ""),
            made=made,
            until=made + timedelta(days=days),
        )
        detail = BanDetail(round((ban.until - made).total_seconds()), ban.name, ban.reason).as_text()
        act = AdminAct(environment().token(12), made, session, "ban", ban.player or str(ban.network), detail)
        await self._store.write(admin.put_ban, ban, act)
        self._known = _Known()
        return ban

    async def lift(self, session: str, ban: str) -> None:
        """End a ban; do nothing without one."""
        act = AdminAct(environment().token(12), environment().now(), session, "lift", ban)
        await self._store.write(admin.lift_ban, ban, act)
        self._known = _Known()


def _is_in(host: str, network: Network) -> bool:
    address = _address(host)
    return address is not None and address.version == network.version and address in network


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address of a host, None for another text; IPv4 in the notation of IPv6 is IPv4."""
    try:
        address = ip_address(host)
    except ValueError:
        # A proxy may send any text as the address.
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def read_network(text: str) -> Network:
    """Return an address or a range of addresses; raise `BadAct` for another text.

    Examples
    --------
    >>> str(read_network("192.0.2.7")), str(read_network("2001:db8::7/48"))
    ('192.0.2.7/32', '2001:db8::/48')
    """
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        allowed = said("an address such as 192.0.2.7, or a range such as 192.0.2.0/24")
        message = said("{given} is no address range; use {allowed}", given=shown(text), allowed=allowed)
        raise BadAct(message, given=text, where="network", allowed=allowed) from None
