"""The changes of the calendar as an iterator, also an asynchronous one."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

from .errors import FastiError

if TYPE_CHECKING:
    from .schema import ItemChange
    from .transport import Transport

_END: Any = object()


class Changes:
    """
    Changes after a revision, oldest first: all until now, or with `follow` also new ones.

    `since` is the position: store it after you have processed the changes before it, and begin there next time. After a
    crash some changes may come again; none is lost.
    """

    def __init__(
        self,
        transport: Transport,
        since: int | None = None,
        *,
        follow: bool = False,
        per_page: int = 500,
        quiet: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.since = since
        self._transport = transport
        self._follow = follow
        self._per_page = per_page
        #: Seconds without a byte after which the connection counts as lost; the service sends one every 20 seconds.
        self._quiet = quiet
        self._sleep = sleep

    def _page(self) -> Any:
        query = {"since": self.since, "per_page": self._per_page}
        return self._transport._call("GET", "/changes", query=query)

    def _pages(self) -> Iterator[ItemChange]:
        while True:
            page = self._page()
            yield from page["changes"]
            self.since = page["next_since"]
            if not page["has_more"]:
                return

    def _stream(self) -> Iterator[ItemChange]:
        headers = {"Accept": "text/event-stream"}
        query = {"since": self.since}
        with self._transport.send(
            "GET", "/changes/stream", query=query, headers=headers, repeats=True, timeout=self._quiet
        ) as response:
            for line in response:
                if line.startswith(b"data:"):
                    change = json.loads(line[5:])
                    # Other changes of this revision may follow.
                    self.since = change["revision"] - 1
                    yield change

    def __iter__(self) -> Iterator[ItemChange]:
        yield from self._pages()
        failures = 0
        while self._follow:
            try:
                for change in self._stream():
                    failures = 0
                    yield change
            except FastiError as error:
                if error.status != 0:
                    raise
            except (OSError, HTTPException, ValueError):
                pass
            failures += 1
            self._sleep(min(30.0, 0.5 * 2**failures))
            yield from self._pages()

    async def __aiter__(self) -> AsyncIterator[ItemChange]:
        """The same, with each wait in a separate thread."""
        iterator = iter(self)
        while True:
            change = await asyncio.to_thread(next, iterator, _END)
            if change is _END:
                return
            yield change
