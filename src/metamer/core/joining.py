"""The parts of a run as one table, which has the columns of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.checked import reading

if TYPE_CHECKING:
    import pyarrow as pa

REMEDY = "delete it, and its units are done again"


def join_parts(paths: Sequence[Path], units: int, target: Path) -> None:
    """Join all parts in one file, without units beyond those that the study asks for."""
    import pyarrow.compute
    import pyarrow.parquet

    # Part by part: all parts together may not fit into memory.
    schema = _joint_schema(paths)
    with pyarrow.parquet.ParquetWriter(
        target, schema, compression="zstd", write_page_checksum=True
    ) as out:
        for path in paths:
            with reading(path, REMEDY):
                table = pyarrow.parquet.read_table(
                    path, page_checksum_verification=True
                )
                table = _with_columns(table, schema).cast(schema)
                table = table.filter(pyarrow.compute.field("unit") < units)
            out.write_table(table)


def _joint_schema(paths: Sequence[Path]) -> pa.Schema:
    """The columns of all parts; those that only some have come last.

    Each part numbers its own texts with the smallest integers that do; all get one type.
    A column has the type that it has in the first part with it.
    """
    import pyarrow as pa
    import pyarrow.parquet

    text = pa.dictionary(pa.int32(), pa.string())
    known: dict[str, pa.Field] = {}
    for path in paths:
        with reading(path, REMEDY):
            for field in pyarrow.parquet.read_schema(path):
                is_text = pa.types.is_dictionary(field.type)
                kind = text if is_text else field.type
                known.setdefault(field.name, pa.field(field.name, kind))
    return pa.schema(known.values())


def _with_columns(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """The table with all columns, in their order; what it lacks is null."""
    import pyarrow as pa

    for field in schema:
        if field.name not in table.column_names:
            table = table.append_column(field, pa.nulls(len(table), field.type))
    return table.select(schema.names)
