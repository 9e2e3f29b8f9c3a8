"""Requests over HTTP: credentials, retries by Retry-After, idempotency keys."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import FastiError

#: Statuses after which the request may be repeated when the time in Retry-After has passed.
_PASSING = (409, 429, 503)

#: Keys of lists that no item has.
_OF_LISTS = ("total", "total_pages", "next_rest_url", "previous_rest_url")


class _NoRedirects(HTTPRedirectHandler):
    """Refuses redirects, because they could send the token to another site."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_plain(one) for one in value)
    return str(value)


class Transport:
    """Sends requests to one service. Thread-safe: all that it stores between requests is the address of the interface."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        attempts: int = 4,
        longest_wait: float = 60.0,
        strict: bool = True,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url must be the address of a service: http://127.0.0.1:3000")
        self.base_url = base_url.rstrip("/")
        #: The address with the namespace; None until it is found. Namespaces end with a version: cal/events/v1.
        self._found = self.base_url if re.search(r"/v\d+$", self.base_url) else None
        self._strict = strict
        self._token = token
        self._timeout = timeout
        self._attempts = max(1, attempts)
        self._longest_wait = longest_wait
        self._sleep = sleep
        self._opener = build_opener(_NoRedirects())

    def _headers(self, more: Mapping[str, str | None]) -> dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": "fasti-client-python"}
        if self._strict:
            headers["Prefer"] = "handling=strict"
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        headers.update({name: value for name, value in more.items() if value is not None})
        return headers

    def _wait(self, attempt: int, retry_after: str | None) -> float | None:
        """Seconds before the next attempt; None if it would be too long."""
        if retry_after is not None and retry_after.isdigit():
            wait = float(retry_after)
            return wait if wait <= self._longest_wait else None
        return min(self._longest_wait, 0.25 * 2**attempt * (1 + random.random()))

    def _interface(self) -> str:
        """The address of the interface. The root of a service names its namespaces, of which the first is its own."""
        if self._found is None:
            with self._open("GET", f"{self.base_url}/", headers=self._headers({}), repeats=True) as response:
                try:
                    index = json.loads(response.read())
                except ValueError:
                    index = {}
            namespaces = index.get("namespaces") if isinstance(index, dict) else None
            self._found = f"{self.base_url}/{namespaces[0]}" if namespaces else self.base_url
        return self._found

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        data: bytes | None = None,
        headers: Mapping[str, str | None] | None = None,
        repeats: bool = False,
        timeout: float | None = None,
    ) -> HTTPResponse:
        """Returns an open response. `repeats`: whether the request may be repeated without being executed twice."""
        sent = {name: _plain(value) for name, value in (query or {}).items() if value is not None}
        url = self._interface() + path + (f"?{urlencode(sent)}" if sent else "")
        return self._open(method, url, data=data, headers=self._headers(headers or {}), repeats=repeats, timeout=timeout)

    def _open(
        self,
        method: str,
        url: str,
        *,
        data: bytes | None = None,
        headers: dict[str, str],
        repeats: bool,
        timeout: float | None = None,
    ) -> HTTPResponse:
        request = Request(url, data=data, headers=headers, method=method)
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._opener.open(request, timeout=timeout or self._timeout)
            except HTTPError as error:
                retry_after = error.headers.get("Retry-After")
                failure = FastiError(error.code, error.read(), error.headers, url)
                may = error.code in _PASSING and retry_after is not None
                wait = self._wait(attempt, retry_after) if may else None
                if wait is None or attempt >= self._attempts:
                    raise failure from None
            except (OSError, HTTPException) as error:
                # The request may have been executed before the connection was lost.
                if not repeats or attempt >= self._attempts:
                    raise FastiError.of_connection(error, url) from error
                wait = self._wait(attempt, None) or 0.0
            self._sleep(wait)

    def _call(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        file: bytes | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str | None] | None = None,
        is_keyed: bool = False,
        is_text: bool = False,
    ) -> Any:
        """Performs an operation. `is_keyed`: it takes an Idempotency-Key; all attempts of one call send the same key."""
        for name, value in (params or {}).items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        more = dict(headers or {})
        if is_keyed and not more.get("Idempotency-Key"):
            more["Idempotency-Key"] = str(uuid.uuid4())
        data = file
        if file is not None:
            more["Content-Type"] = content_type or "application/octet-stream"
        elif body is not None:
            data = json.dumps(body).encode()
            more["Content-Type"] = "application/json"
        repeats = method in ("GET", "PUT") or is_keyed
        if is_text:
            more["Accept"] = "*/*"
        with self.send(method, path, query=query, data=data, headers=more, repeats=repeats) as response:
            text = response.read().decode()
        return text if is_text else json.loads(text) if text else None

    def _items(self, path: str, name: str, params: Mapping[str, Any], query: Mapping[str, Any]) -> Iterator[Any]:
        """The items of all pages, in order. Their `_fields` are keys of the items, and the list needs its next page too."""
        page = 1
        query = {**query, "per_page": query.get("per_page") or 50}
        if query.get("_fields"):
            paths = [path.strip() for path in query["_fields"].split(",")]
            own = [path if path.split(".")[0] in (name, *_OF_LISTS) else f"{name}.{path}" for path in paths]
            query["_fields"] = ",".join([*own, "next_rest_url"])
        while True:
            body = self._call("GET", path, params=params, query={**query, "page": page})
            yield from body[name]
            if not body.get("next_rest_url"):
                return
            page += 1
