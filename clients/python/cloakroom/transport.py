"""Sends calls with requests, and repeats those that a busy server refused."""
from __future__ import annotations

import json as json_module
import time
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import requests

from .errors import ApiError, Offline
from .reply import RawBody, Reply

#: The server has not carried out what it refuses with these.
REPEATABLE = frozenset({408, 429, 503})
#: Calls with POST that change nothing.
READING = frozenset({"/api/records/search/", "/api/records/decrypt/", "/api/records/export/", "/api/records/can-decrypt/"})
MAX_DELAY_S = 8.0


class HttpTransport:
    """Sends the calls of one account to one proxy."""

    def __init__(self, url: str, authorization: str | None, retries: int, timeout_s: float) -> None:
        self._url = url.rstrip("/")
        self._retries = retries
        self._timeout_s = timeout_s
        self._session = requests.Session()
        # The account is the one that was named, whatever ~/.netrc says.
        self._session.trust_env = False
        if authorization is not None:
            self._session.headers["Authorization"] = authorization

    def close(self) -> None:
        """Closes the connections."""
        self._session.close()

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        json: Any = None,
        raw: RawBody | None = None,
        content_type: str = "application/json",
        answer: Literal["json", "lines", "bytes", "nothing"],
    ) -> Reply[Any]:
        """
        Sends one call. Reading calls and calls with an idempotency key are sent again after 408, 429 and 503, when
        `Retry-After` says, else after 0.3 s and three times as long each time.

        :raises ApiError: for a refusal.
        :raises Offline: if nothing answers.
        """
        sent = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        body = raw if json is None else json_module.dumps(json, allow_nan=False).encode()
        if body is not None:
            sent["Content-Type"] = content_type
        is_repeatable = method == "GET" or path in READING or "Idempotency-Key" in sent
        can_send_again = is_repeatable and (body is None or isinstance(body, bytes))
        parameters = {name: value for name, value in (query or {}).items() if value is not None}
        attempt = 0
        while True:
            response = self._exchange(method, path, parameters, sent, body, answer == "lines")
            if response.ok:
                return Reply(_read(response, answer), response.status_code, response.headers)
            error = _refusal(response)
            if not can_send_again or response.status_code not in REPEATABLE or attempt >= self._retries:
                raise error
            time.sleep(retry_delay_s(attempt, error))
            attempt += 1

    def _exchange(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        headers: Mapping[str, str],
        body: RawBody | None,
        stream: bool,
    ) -> requests.Response:
        # A body of any size may take any time; then only the connection has a limit.
        is_stream = body is not None and not isinstance(body, bytes)
        timeout = (self._timeout_s, None if is_stream else self._timeout_s)
        try:
            return self._session.request(
                method,
                self._url + path,
                params=query,
                headers={"Accept": "application/json", **headers},
                data=body,
                timeout=timeout,
                stream=stream,
            )
        except requests.RequestException as error:
            raise Offline(f"Nothing answers at {self._url}.") from error


def retry_delay_s(attempt: int, error: ApiError | None = None) -> float:
    """Seconds before a call is sent again; the first time is number 0."""
    asked = error.headers.get("Retry-After", "") if error else ""
    return float(asked) if asked.isdecimal() else min(MAX_DELAY_S, 0.3 * 3**attempt)


def _read(response: requests.Response, answer: str) -> Any:
    if answer == "nothing":
        return None
    if answer == "bytes":
        return response.content
    return _lines(response) if answer == "lines" else response.json()


def _lines(response: requests.Response) -> Iterator[Any]:
    try:
        for line in response.iter_lines(chunk_size=65_536):
            if line:
                yield json_module.loads(line)
    except requests.RequestException as error:
        raise Offline("The answer was cut.") from error
    finally:
        response.close()


def _refusal(response: requests.Response) -> ApiError:
    sentence = f"The server answered {response.status_code} {response.reason}".strip() + "."
    errors: Mapping[str, list[str]] = {}
    try:
        problem = response.json()
        if isinstance(problem, dict):
            sentence = problem.get("detail") or problem.get("error") or sentence
            errors = problem.get("errors") or {}
    except ValueError:
        pass
    return ApiError(response.status_code, sentence, errors, response.headers)
