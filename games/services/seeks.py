"""Seeks: asking to be found a table, alone or with a named partner, and asking no longer (docs/adr/0034)."""

import json
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import Blocked, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import User
from accounts.selectors.ties import has_blocked
from accounts.services import notices
from accounts.services.guests import check_member
from games import announce
from games.engine.errors import BadFormat
from games.engine.rulesets import Ruleset, resolve
from games.errors import AlreadySeated, AlreadySeeking, Busy, NoSuchSeek
from games.models import Seat, Seek, Seeker
from games.selectors.chairs import has_partners
from games.selectors.seeks import ratings_for
from games.services.pairing import pair_up
from games.services.seekers import end_seek, lock_open_seeks, note_seen

RATINGS = range(5001)


def seek(
    *,
    user_id: int,
    preset: str,
    options: Mapping[str, object] | None = None,
    rated: bool = False,
    rating_low: int | None = None,
    rating_high: int | None = None,
    partner_id: int | None = None,
    now: datetime | None = None,
) -> int:
    """Ask for a table under these rules and return the seek's id; who completes a company is seated at once.

    The same wish again goes on waiting, another takes its place. A named partner is asked first. Raises AlreadySeated
    to who has a chair, AlreadySeeking to who waits as somebody's partner, MembersOnly, PeopleOnly for a bot, BadRules,
    BadOption, BadFormat, what `_check_partner` raises, Busy.
    """
    now = now or timezone.now()
    check_member(user_id)
    if User.objects.filter(pk=user_id, kind=User.Kind.BOT).exists():
        raise PeopleOnly
    rules = resolve(preset, options or {})
    _check_band(rating_low, rating_high)
    if partner_id is not None:
        _check_partner(rules, user_id, partner_id)
    wish = Seek(
        preset=rules.preset,
        options=rules.options_changed(),
        rules_version=rules.version,
        rated=rated,
        wish=_wish_of(rules, rated=rated),
        rating_low=rating_low,
        rating_high=rating_high,
        partner_id=partner_id,
        state=Seek.State.WAITING if partner_id is None else Seek.State.ASKING,
        made_at=now,
    )
    try:
        seek_id = _store(wish, user_id)
    except IntegrityError:  # two wishes of one person at once
        raise Busy from None
    if partner_id is None:
        pair_up(wish=wish.wish, now=now)
    return seek_id


def answer(*, seek_id: int, user_id: int, accept: bool, now: datetime | None = None) -> None:
    """Accept or decline to be somebody's partner in a seek. Raises NoSuchSeek, AlreadySeated, AlreadySeeking."""
    now = now or timezone.now()
    with transaction.atomic():
        found = Seek.objects.select_for_update().filter(pk=seek_id, partner_id=user_id, state=Seek.State.ASKING).first()
        if found is None:
            raise NoSuchSeek
        if not accept:
            end_seek(found, Seek.End.DECLINED)
            return
        _check_free(user_id)
        try:
            with transaction.atomic():
                _join(found, user_id, now)
        except IntegrityError:
            raise AlreadySeeking from None
        found.state, found.made_at = Seek.State.WAITING, now
        found.save(update_fields=["state", "made_at", "changed_at"])
        announce.lobby()
    pair_up(wish=found.wish, now=now)


@transaction.atomic
def cancel(*, user_id: int) -> None:
    """Wait no longer; a partner no longer waits either. Raises NoSuchSeek."""
    found = lock_open_seeks([user_id])
    if not found:
        raise NoSuchSeek
    for own in found:
        end_seek(own, Seek.End.CANCELLED)


@transaction.atomic
def _store(wish: Seek, user_id: int) -> int:
    _check_free(user_id)
    for old in lock_open_seeks([user_id]):
        if not _is_own(old, user_id):
            raise AlreadySeeking("you wait as somebody's partner")
        if all(getattr(old, name) == getattr(wish, name) for name in _SAME):
            note_seen([user_id])
            return old.pk
        end_seek(old, Seek.End.CANCELLED)
    wish.save()
    _join(wish, user_id, wish.made_at)
    if wish.partner_id is not None:
        notices.give(user_id=wish.partner_id, kind="partner_wanted", data={"person": user_id})
    announce.lobby()
    return wish.pk


def _join(wish: Seek, user_id: int, now: datetime) -> None:
    rating = ratings_for(wish.preset, [user_id])[user_id]
    Seeker.objects.create(seek=wish, user_id=user_id, rating=rating, seen_at=now)


def _is_own(seek: Seek, user_id: int) -> bool:
    """Tell whether a person has made the seek, not only joined it."""
    first = Seeker.objects.filter(seek=seek).order_by("pk").values_list("user_id", flat=True).first()
    return first == user_id


def _check_free(user_id: int) -> None:
    if Seat.objects.filter(user_id=user_id, is_exclusive=True).exists():
        raise AlreadySeated("you have a chair; stand up first")


def _check_band(low: int | None, high: int | None) -> None:
    if any(bound is not None and bound not in RATINGS for bound in (low, high)):
        raise BadFormat(f"ratings are {RATINGS[0]} to {RATINGS[-1]}")
    if low is not None and high is not None and low > high:
        raise BadFormat("rating_low is above rating_high")


def _check_partner(rules: Ruleset, user_id: int, partner_id: int) -> None:
    """Raise BadFormat where nobody has a partner; NotYourself, NoSuchPlayer, PeopleOnly, Blocked."""
    if not has_partners(rules):
        raise BadFormat("everybody plays alone under these rules")
    if partner_id == user_id:
        raise NotYourself
    partner = User.objects.filter(pk=partner_id, closed_at=None, is_active=True).exclude(kind=User.Kind.GUEST).first()
    if partner is None:
        raise NoSuchPlayer
    if partner.kind == User.Kind.BOT:
        raise PeopleOnly
    if has_blocked(blocker_id=partner_id, blocked_id=user_id):
        raise Blocked


def _wish_of(rules: Ruleset, *, rated: bool) -> str:
    """Return what is equal for those who can play together."""
    facts = [rules.preset, rules.version, rules.options_changed(), rated]
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


_SAME = ("wish", "rating_low", "rating_high", "partner_id")
