"""Draws: putting the people of a full table into sides by chance, publicly, before their first match."""

import secrets
from datetime import datetime

from games.engine.cards import card_code
from games.engine.shuffle import SEED_BYTES
from games.models import PartnerDraw, Seat
from games.selectors.chairs import Chairs, sides_of
from games.selectors.draws import draw_partners, label_of


def draw_chairs(chairs: Chairs, now: datetime) -> None:
    """Draw who plays with whom at a locked, full table, store how, and reseat everybody; a match is drawn for once.

    The caller stores the chairs (`settle_chairs`) and starts the match.
    """
    table, number = chairs.table, chairs.table.match_count + 1
    seed, label = secrets.token_bytes(SEED_BYTES), label_of(table.code, number)
    sitters = {seat.user_id: (seat.user, seat.sat_at, seat.is_exclusive) for seat in chairs.seats.values()}
    before = {chair: seat.user_id for chair, seat in sorted(chairs.seats.items()) if seat.user_id is not None}
    draw = draw_partners(table.partners, list(before.values()), sides_of(chairs.rules), seed, label)
    facts = {
        "method": table.partners,
        "match_number": number,
        "seed": seed.hex(),
        "shuffle": label,
        "rounds": [{str(user): card_code(card) for user, card in drawn.items()} for drawn in draw.rounds],
        "before": list(before.values()),
        "after": [draw.seats[chair] for chair in sorted(draw.seats)],
    }
    PartnerDraw.objects.create(table=table, match_number=number, facts=facts, made_at=now)
    # Nobody may have two chairs even for a moment.
    Seat.objects.filter(table=table).update(user=None, is_exclusive=False)
    for chair, user_id in draw.seats.items():
        seat = chairs.seats[chair]
        seat.user, seat.sat_at, seat.is_exclusive = sitters[user_id]
