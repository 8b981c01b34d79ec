"""Company: people with tokens, seated at tables, for benches of the live sockets."""

from datetime import timedelta

from accounts.models import Token, User
from accounts.services.tokens import issue
from games.models import Match, SeatRequest, Table
from games.services import clock, house_bots, seating, tables

SEATS = 4


def seat_company(count: int, *, people: int = SEATS, **wishes: object) -> list[tuple[str, list[str]]]:
    """Seat so many new *people* at each of *count* new tables, one pair first, and bots in the chairs left.

    Return the tables' codes, and the tokens of the people in the order they sat down.
    """
    first = User.objects.count()
    company = []
    for number in range(count):
        persons = [User.objects.create_user(f"player{first + people * number + seat}") for seat in range(people)]
        table_id = tables.open_table(user_id=persons[0].pk, preset="club", **wishes)  # type: ignore[arg-type]
        chairs = (*range(0, SEATS, 2), *range(1, SEATS, 2)) if people < SEATS else range(SEATS)
        for seat, person in zip(chairs, persons, strict=False):
            request_id = seating.sit(table_id=table_id, user_id=person.pk, number=seat)
            if request_id is not None:
                partner = SeatRequest.objects.values_list("controller_id", flat=True).get(pk=request_id)
                seating.answer(request_id=request_id, user_id=partner, accept=True)
        for seat in chairs[people:]:
            house_bots.seat_bot(table_id=table_id, user_id=persons[0].pk, number=seat)
        clock.run_ahead(Match.objects.values_list("pk", flat=True).get(table_id=table_id))  # the first hand is dealt
        scopes = [Token.Scope.PLAY, Token.Scope.READ]
        secrets = [
            issue(user_id=person.pk, name="bench", scopes=scopes, life=timedelta(days=1)).secret for person in persons
        ]
        company.append((Table.objects.values_list("code", flat=True).get(pk=table_id), secrets))
    return company
