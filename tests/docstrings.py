"""The texts that stand below assignments: of tables, and of fields of settings."""

import ast
import inspect
from itertools import pairwise


def docstrings_below(body):
    """The text below each assignment in some code, by the name that is assigned."""
    return {
        _names(entry): text.value.value
        for entry, text in pairwise(body)
        if isinstance(entry, ast.Assign | ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


def _names(entry):
    target = entry.target if isinstance(entry, ast.AnnAssign) else entry.targets[0]
    return ast.unparse(target).strip("()")


def table_docstrings(module):
    return docstrings_below(ast.parse(inspect.getsource(module)).body)


def field_docstrings(settings):
    """The text below each field of a dataclass."""
    return docstrings_below(ast.parse(inspect.getsource(settings)).body[0].body)
