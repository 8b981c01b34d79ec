"""Company: people with tokens, seated at tables, for benches of the live sockets."""

from datetime import timedelta

from accounts.models import Token, User
from accounts.services.tokens import issue
from games.models import Match, SeatRequest, Table
from games.services import clock, seating, tables

SEATS = 4


def seat_company(count: int, **wishes: object) -> list[tuple[str, list[str]]]:
    """Seat four new people at each of *count* new tables; return the tables' codes and the tokens in seat order."""
    first = User.objects.count()
    company = []
    for number in range(count):
        people = [User.objects.create_user(f"player{first + SEATS * number + seat}") for seat in range(SEATS)]
        table_id = tables.open_table(user_id=people[0].pk, preset="club", **wishes)  # type: ignore[arg-type]
        for seat, person in enumerate(people):
            request_id = seating.sit(table_id=table_id, user_id=person.pk, number=seat)
            if request_id is not None:
                partner = SeatRequest.objects.values_list("controller_id", flat=True).get(pk=request_id)
                seating.answer(request_id=request_id, user_id=partner, accept=True)
        clock.run_ahead(Match.objects.values_list("pk", flat=True).get(table_id=table_id))  # the first hand is dealt
        scopes = [Token.Scope.PLAY, Token.Scope.READ]
        secrets = [
            issue(user_id=person.pk, name="bench", scopes=scopes, life=timedelta(days=1)).secret for person in people
        ]
        company.append((Table.objects.values_list("code", flat=True).get(pk=table_id), secrets))
    return company
