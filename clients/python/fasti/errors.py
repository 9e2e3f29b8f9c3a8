"""The problems in responses of the service, and services that don't answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class FastiError(Exception):
    """
    A response with a problem: its HTTP status, code, message and data. Without a response, such as after a refused connection, the
    status is 0 and the code `no_connection`. `address` is that of the request.
    """

    def __init__(self, status: int, body: bytes, headers: Mapping[str, str], address: str = "") -> None:
        problem: dict[str, Any] = {}
        try:
            read = json.loads(body)
            if isinstance(read, dict):
                problem = read
        except ValueError:
            pass
        self.status = status
        self.code = str(problem.get("code", ""))
        self.message = str(problem.get("message", "")) or f"The service answered {status}."
        self.data: dict[str, Any] = dict(problem.get("data") or {})
        self.headers = dict(headers)
        self.address = address
        super().__init__(f"{status} {self.code}: {self.message}".replace(" :", ":"))

    @classmethod
    def of_connection(cls, cause: BaseException, address: str) -> FastiError:
        """The error of a request that got no answer."""
        why = getattr(cause, "reason", None) or cause
        problem = {"code": "no_connection", "message": f"No answer from {address}: {why}."}
        return cls(0, json.dumps(problem).encode(), {}, address)
