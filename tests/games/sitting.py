"""Sitting: who sits down where, asks and answers, as short as a test would say it."""

from games.models import Seat
from games.services import seating
from tests.games.factories import START


def sit(table, user, number, at=START, **facts):
    return seating.sit(table_id=table.pk, user_id=user.pk, number=number, now=at, **facts)


def answer(request, user, *, accept, at=START):
    seating.answer(request_id=request, user_id=user.pk, accept=accept, now=at)


def sitter(table, number):
    return Seat.objects.get(table=table, number=number).user


def controllers(table):
    return {seat.number: seat.controller_id for seat in table.seats.all() if seat.controller_id}
