"""The round trip a player is given back: measured by the server, and not to be stretched."""

from games.consumers.lag import MEASURED, Lag


def test_nothing_is_given_back_before_it_is_measured() -> None:
    assert Lag().milliseconds == 0


def test_the_echo_of_the_latest_pong_is_one_round_trip() -> None:
    lag = Lag()
    number = lag.send(10.0)
    lag.receive(number, 10.08)
    assert lag.milliseconds == 80


def test_the_shortest_of_the_last_round_trips_counts() -> None:
    lag = Lag()
    for start, trip in enumerate((0.3, 0.05, 0.2, 4.0, 0.3)):
        lag.receive(lag.send(start * 10.0), start * 10.0 + trip)
    assert lag.milliseconds == 50
    for start in range(MEASURED):
        lag.receive(lag.send(100.0 + start), 100.25 + start)
    assert lag.milliseconds == 250


def test_an_echo_counts_once_and_only_for_the_pong_it_answers() -> None:
    lag = Lag()
    first = lag.send(1.0)
    second = lag.send(2.0)
    lag.receive(first, 2.5)
    lag.receive(second + 1, 2.5)
    assert lag.milliseconds == 0
    lag.receive(second, 2.6)
    lag.receive(second, 2.1)
    assert lag.milliseconds == 600
