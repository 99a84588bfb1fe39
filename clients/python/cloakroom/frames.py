"""Data frames of pandas, which is only imported where they are used."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .api import JsonSchema

if TYPE_CHECKING:
    import pandas


def csv_of(frame: pandas.DataFrame) -> bytes:
    """A frame as CSV. Missing values are empty cells, and whole numbers have no decimals, whatever their column's type is."""
    text: str = frame.convert_dtypes().to_csv(index=False)
    return text.encode()


def frame_of(rows: Iterable[Mapping[str, Any]], definition: JsonSchema) -> pandas.DataFrame:
    """Records as a frame with a column for each field of their schema; missing values are NA."""
    import pandas

    records = list(rows)
    columns = {
        name: pandas.array([_number(row.get(name), kind) for row in records], dtype=DTYPES[kind])
        for name, kind in kinds_of(definition).items()
    }
    return pandas.DataFrame(columns)


DTYPES = {"integer": "Int64", "number": "Float64", "string": "string"}


def kinds_of(definition: JsonSchema) -> dict[str, str]:
    """The type of each field: `integer`, `number` or `string`."""
    return {name: field["type"] for name, field in definition["properties"].items()}


def _number(value: Any, kind: str) -> Any:
    """A number that a double can't show exactly comes as text."""
    if value is None or kind == "string":
        return value
    return int(value) if kind == "integer" else float(value)
