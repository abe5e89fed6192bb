"""What is broken: one small change of a syntax tree at a time, undone before the next."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
}
_COUNTED: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.BitAnd: ast.BitOr(),
    ast.BitOr: ast.BitAnd(),
    ast.BitXor: ast.BitOr(),
    ast.LShift: ast.RShift(),
    ast.RShift: ast.LShift(),
    ast.Mult: ast.Add(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.Add(),
}


@dataclass(frozen=True)
class Change:
    """One change: where, and what it says before and after.

    *lines* are those of the statement, or of a block's head: a test that runs none of them cannot
    notice.
    """

    function: str
    lines: range
    text: str


def changes(tree: ast.Module) -> Iterator[Change]:
    """Makes each change in *tree* while its turn lasts."""
    yield from _below(tree, "", range(0), tree)


def _below(node: ast.AST, function: str, lines: range, shown: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.stmt):
        lines, shown = _head(node), node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".removeprefix(".")
    for text in _of_node(node, shown):
        yield Change(function, lines, text)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST) or _is_docstring(child):
                continue
            if isinstance(child, ast.Assert) or _is_for_types(child):
                continue  # the one can never fail, the other never runs
            if isinstance(value, list) and _is_droppable(child):
                value[index] = ast.copy_location(ast.Pass(), child)
                yield Change(function, _head(child), f"drop: {ast.unparse(child)}")
                value[index] = child
            yield from _below(child, function, lines, _shown(node, shown))


def _shown(node: ast.AST, shown: ast.AST) -> ast.AST:
    # A change is shown with the expression around it; a whole block would be too much.
    return node if isinstance(node, ast.expr) else shown


def _of_node(node: ast.AST, shown: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
        shown = node
    for name, new in _replacements(node):
        before, old = _said(shown), getattr(node, name)
        setattr(node, name, new)
        yield f"{before} → {_said(shown)}"
        setattr(node, name, old)


def _replacements(node: ast.AST) -> Iterator[tuple[str, object]]:
    # Another value for one field of the node.
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                if type(op) in _COMPARED:
                    yield "ops", [*ops[:index], _COMPARED[type(op)], *ops[index + 1 :]]
        case ast.BoolOp(op=old, values=values):
            yield "op", ast.Or() if isinstance(old, ast.And) else ast.And()
            for index in range(len(values)):
                rest = [*values[:index], *values[index + 1 :]]
                yield "values", rest if len(rest) > 1 else rest * 2  # it needs two
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.copy_location(ast.UnaryOp(ast.Not(), operand), operand)
        case ast.BinOp() | ast.AugAssign():
            if type(node.op) in _COUNTED:
                yield "op", _COUNTED[type(node.op)]
        case ast.Constant(value=bool() as value):
            yield "value", not value
        case ast.Constant(value=int() as value):
            yield "value", value + 1
            yield "value", value - 1
        case ast.Return(value=ast.expr() as returned) if not isinstance(returned, ast.Constant):
            yield "value", _constant(None, returned)
        case ast.If() | ast.IfExp():
            yield "test", _constant(True, node.test)
            yield "test", _constant(False, node.test)
        case ast.While():
            yield "test", _constant(False, node.test)
        case ast.comprehension(ifs=ifs):
            for index, each in enumerate(ifs):
                yield "ifs", [*ifs[:index], _constant(True, each), *ifs[index + 1 :]]


def _constant(value: bool | None, at: ast.expr) -> ast.Constant:
    return ast.copy_location(ast.Constant(value), at)


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.For):
        return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
    if isinstance(node, ast.BoolOp) and node.values[0] is node.values[1]:
        return ast.unparse(node.values[0])
    return ast.unparse(node).partition("\n")[0]


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _is_droppable(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _head(node: ast.AST) -> range:
    assert isinstance(node, ast.stmt)
    last = node.end_lineno or node.lineno
    body = getattr(node, "body", None)
    if body:
        last = max(node.lineno, body[0].lineno - 1)
    return range(node.lineno, last + 1)
