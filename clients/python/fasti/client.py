"""The client: every operation of the interface as a method."""

from __future__ import annotations

from .changes import Changes
from .operations import Operations


class Client(Operations):
    """
    A client of the service at `base_url`: `http://127.0.0.1:3000`, or with its namespace, `http://127.0.0.1:3000/cal/events/v1`, which
    saves a request.

    Repeats a request if that is safe, with up to `attempts` attempts: after a lost connection, and after 409, 429 and 503
    when `Retry-After` has passed. Sends an idempotency key with creates and batches, so that none is executed twice. The service refuses
    parameters and fields that it does not know, with the nearest name that it knows; with `strict=False` it ignores them.
    """

    def changes(self, since: int | None = None, *, follow: bool = False, per_page: int = 500) -> Changes:
        """Changes after the revision `since`, for `for` and `async for`. With `follow`, waits for new changes."""
        return Changes(self, since, follow=follow, per_page=per_page, sleep=self._sleep)
