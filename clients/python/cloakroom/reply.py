"""What the generated calls share: the shape of an answer, and what sends a call."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Generic, Literal, Protocol, TypeAlias, TypeVar
from urllib.parse import quote

T = TypeVar("T")

RawBody: TypeAlias = bytes | IO[bytes] | Iterable[bytes]
"""A body that is sent as it is."""


@dataclass(frozen=True)
class Reply(Generic[T]):
    """The answer to a call."""

    data: T
    status: int
    headers: Mapping[str, str] = field(repr=False)

    @property
    def total(self) -> int | None:
        """The number of items in all pages of a list; None if it was not counted."""
        text = self.headers.get("X-Total-Count")
        return None if text is None else int(text)


class Transport(Protocol):
    """What sends a call."""

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
        """Sends one call; members of query and headers that are None are left out."""
        ...


def quoted(value: str) -> str:
    """A part of a path, escaped."""
    return quote(value, safe="")


def commas(values: Iterable[str] | None) -> str | None:
    """A list in one parameter."""
    return None if values is None else ",".join(values)
