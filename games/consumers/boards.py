"""Boards: the socket of those who look at many tables at once, and of those who watch TV."""

from functools import partial

from games.consumers.allowance import LARGE_BYTES, SECONDS
from games.consumers.board_feed import BoardFeed
from games.consumers.database import in_thread
from games.consumers.desk import Desk
from games.consumers.socket import Scope, Send, Socket
from games.errors import Refusal, TooManyBoards
from games.protocol import frames
from games.protocol.board_commands import BoardMessage, Subscribe, Tv, Unsubscribe, parse
from games.protocol.commands import Resync, TooMany
from games.selectors.boards import MOST_BOARDS, board_tables


class BoardsSocket(Socket):
    """One client with up to `MOST_BOARDS` boards before it; it never plays."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self.desk = Desk(self.refuse)
        self._feeds: dict[str, BoardFeed] = {}
        self._is_viewer = False

    @property
    def user_id(self) -> int | None:
        """Return whose socket it is."""
        return self.visitor.user_id

    async def arrive(self) -> None:
        """Say hello."""
        limits = {"messages": self.allowance.messages, "seconds": SECONDS, "size": LARGE_BYTES, "tables": MOST_BOARDS}
        self.tell(frames.hello(user=self.whom, **limits))

    async def depart(self) -> None:
        """Look away from all."""
        await self.desk.shut()
        await self._leave(list(self._feeds))
        await self.house.turn_off(self)

    def read(self, frame: str | bytes) -> BoardMessage:
        """Return what a frame says. Raises what makes it none."""
        return parse(frame)

    def take(self, message: BoardMessage) -> None:
        """Queue what the client asks for; each table named beyond the first counts as a message of its own."""
        match message:
            case Subscribe() | Unsubscribe():
                if not all(self.allowance.spend(self.heard_at) for _ in message.tables[1:]):
                    self.refuse(TooMany("Slow down."), None)
                    self.close(4029)
                    return
                work = self._follow if isinstance(message, Subscribe) else self._leave
                self.desk.ask(partial(work, list(dict.fromkeys(message.tables))), None)
            case Tv():
                self.desk.ask(self._turn_on, None)
            case Resync():
                self.desk.ask(self._show_all, None)

    def renew(self) -> None:
        """Show everything anew to a client that was too slow for its news."""
        self.tell(frames.resync())
        self.desk.run(self._show_all)

    def show(self, code: str, text: str) -> None:
        """Show a board."""
        self.tell(text)

    def take_down(self, code: str, refusal: Refusal) -> None:
        """Show a board no more: it is closed, or not to be seen by this reader."""
        self.tell(frames.gone(table=code, code=refusal.code))
        self.desk.run(partial(self._leave, [code]))

    async def _follow(self, codes: list[str]) -> None:
        """Show the boards of these tables from now on; what cannot be shown is refused, table by table."""
        found = await in_thread(board_tables, codes)
        for code, table in found.items():
            if code in self._feeds:
                self._feeds[code].introduce(self)
            elif isinstance(table, Refusal):
                self._refuse_board(code, table)
            elif len(self._feeds) >= MOST_BOARDS:
                self._refuse_board(code, TooManyBoards(f"A socket follows at most {MOST_BOARDS} boards."))
            else:
                self._feeds[code] = await self.house.look_at(code, table, self)

    async def _leave(self, codes: list[str]) -> None:
        """Show the boards of these tables no more."""
        for code in codes:
            if (feed := self._feeds.pop(code, None)) is not None:
                await self.house.look_away(feed, self)

    async def _turn_on(self) -> None:
        await self.house.turn_on(self)
        self._is_viewer = True

    async def _show_all(self) -> None:
        for feed in self._feeds.values():
            feed.introduce(self)
        if self._is_viewer:
            await self.house.tv.introduce(self)

    def _refuse_board(self, code: str, refusal: Refusal) -> None:
        facts = {"code": refusal.code, "detail": refusal.detail, "table": code}
        self.outbox.answer(frames.refused(command_id=None, seq=None, **facts))
