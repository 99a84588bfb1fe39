"""What goes wrong with a call: a status for programs, a sentence for people."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import Job, RowProblem


class CloakroomError(Exception):
    """Any failure of this client. Its text is a sentence for people."""


class Offline(CloakroomError):
    """Nothing answered; `__cause__` is what the HTTP library raised."""


class ApiError(CloakroomError):
    """A refusal."""

    def __init__(self, status: int, sentence: str, errors: Mapping[str, list[str]], headers: Mapping[str, str]) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        #: What is wrong with each field of the request.
        self.errors = errors
        self.headers = headers

    def __str__(self) -> str:
        return f"{self.status}: {self.sentence}"


class UploadFailed(CloakroomError):
    """A job that failed: nothing of the file is stored."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.get("error", "The records were not stored."))
        self.job = job

    @property
    def rows(self) -> list[RowProblem]:
        """The first 100 problems of rows."""
        return self.job["errors"]["rows"] if "errors" in self.job else []
