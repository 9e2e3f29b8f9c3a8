"""The problems in responses of the service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class FastiError(Exception):
    """A response with a problem: its HTTP status, code, message and data."""

    def __init__(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
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
        super().__init__(f"{status} {self.code}: {self.message}".replace(" :", ":"))
