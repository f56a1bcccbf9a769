"""Turns branches that only choose a value into expressions, in the WGSL that Slang writes.

Slang makes a branch of each `&&`, `||` and `?:` of the GLSL:

    var x : bool;
    if(c)
    {
        x = a;               becomes   var x : bool = c & a;
    }
    else
    {
        x = false;
    }

With `true` in place of `a` or `false` it becomes `c | b`, and with two values select(b, a, c). `&` and `|` of bool have
no branch, unlike `&&` and `||`. SwiftShader does not finish shaders that have hundreds of such branches in one another.

A branch stays where evaluating both sides would do more than choose: it has a loop, a barrier, an atomic operation, a
store to memory, a pointer, a return or a break, or calls a function that has one of these. Loads always are fine: WGSL
defines what is read out of bounds, and x / 0.
"""
import re

# What must not run where the branch would not: barriers, atomics, stores, pointers, loops, and ends of a flow.
EFFECT = re.compile(r"Barrier\b|\batomic[A-Z]|\btextureStore\b|\bworkgroupUniformLoad\b|&\(|\*\w|\(\*|"
                    r"\b(?:for|loop|while|switch|discard)\b|\+\+|--")  # fmt: skip
FUNCTION = re.compile(r"^fn (\w+)\([^\n]*\n\{\n(.*?)^\}\n?", re.M | re.S)
DECLARED = re.compile(r"^var (\w+) : ([^=]*?)(?: = (.*))?;$", re.S)
ASSIGNED = re.compile(r"^([A-Za-z_]\w*(?:\.\w+)?) = (.*);$", re.S)
CHANGED = re.compile(r"(?:^|[;{}])\s*(?!var\b|\s)(\w+)[^;{}]* (?:[-+*/%&|^]|<<|>>)?= ")
NAME = re.compile(r"[A-Za-z_]\w*")
MEMBER = re.compile(r"^ +(?:@\w+\(\d+\) )?(\w+) : ([^;]*?),$", re.M)
CONSTANT = re.compile(r"true|false|[iu]32\(-?\d+\)")
SELECTED = re.compile(r"(?:vec[234]<)?(?:bool|[iu]32|f32)>?")  # types of values that select() takes


class If:
    """A branch: its condition and the statements of both sides."""

    def __init__(self, condition, then, other):
        self.condition, self.then, self.other = condition, then, other


class Block:
    """A loop or a switch, whose head is kept: its statements."""

    def __init__(self, head, body):
        self.head, self.body = head, body


def rewrite_branches(text):
    """The text of a shader of Slang, with expressions in place of branches that only choose a value."""
    impure = impure_functions({found[1]: found[2] for found in FUNCTION.finditer(text)})
    members = types_by_name("." + name + " : " + type for name, type in MEMBER.findall(text))

    def rewrite(found):
        statements, _ = parse([line.strip() for line in found[2].splitlines()], 0)
        types = types_by_name(re.findall(r"\bvar (\w+ : [^=;]*?)(?: =.*)?;", found[2]))
        body = "\n".join(lines_of(Function({**members, **types}, impure).convert(statements), 1))
        return text[found.start() : found.start(2)] + body + "\n" + text[found.end(2) : found.end()]

    return FUNCTION.sub(rewrite, text)


def types_by_name(declarations):
    """The type of each name; None where declarations differ, and of variables where there are several."""
    types = {}
    for name, _, type in (each.partition(" : ") for each in declarations):
        same = name.startswith(".") and types.get(name, type.strip()) == type.strip()
        types[name] = type.strip() if name not in types or same else None
    return types


def impure_functions(bodies):
    """The names of functions that do more than compute what they return."""
    calls = {name: set(NAME.findall(body)) & set(bodies) for name, body in bodies.items()}
    impure = {name for name, body in bodies.items() if EFFECT.search(body) or stores_outside(body)}
    while more := {name for name in bodies if name not in impure and calls[name] & impure}:
        impure |= more
    return impure


def stores_outside(body):
    """Whether a function without pointers assigns what it has not declared."""
    declared = set(re.findall(r"\bvar (\w+) :", body))
    return any(changed not in declared for changed in CHANGED.findall(body))


def parse(lines, at):
    """The statements from a line to the bracket that ends their block, and the line of it."""
    statements, begun = [], ""
    while at < len(lines) and lines[at] != "}":
        line = lines[at]
        if at + 1 < len(lines) and lines[at + 1] == "{":
            line, begun = f"{begun} {line}".strip(), ""
            body, end = parse(lines, at + 2)
            condition = re.fullmatch(r"if\((.*)\)", line, flags=re.S)
            other = []
            if condition and end + 1 < len(lines) and lines[end + 1] == "else":
                other, end = parse(lines, end + 3)
            statements.append(If(condition[1], body, other) if condition else Block(line, body))
            at = end + 1
            continue
        begun = f"{begun} {line}".strip()
        if begun.endswith((";", ":")):
            statements.append(begun)
            begun = ""
        at += 1
    assert not begun, begun
    return statements, at


def lines_of(statements, depth):
    indent = 4 * depth * " "
    for each in statements:
        if isinstance(each, str):
            yield indent + each
            continue
        yield indent + (f"if({each.condition})" if isinstance(each, If) else each.head)
        for body in [each.then, each.other] if isinstance(each, If) else [each.body]:
            if body is not each.__dict__.get("other"):
                yield from [indent + "{", *lines_of(body, depth + 1), indent + "}"]
            elif body:
                yield from [indent + "else", indent + "{", *lines_of(body, depth + 1), indent + "}"]


class Function:
    """The body of a function. `types` has those of its variables, and of members of structures by `.member`; None
    stands for names that are declared twice. `impure` are the functions that must not be called more often."""

    def __init__(self, types, impure):
        self.types, self.impure, self.chosen_names = types, impure, set()

    def convert(self, statements):
        done = []
        for each in statements:
            if isinstance(each, If):
                branch = If(each.condition, self.convert(each.then), self.convert(each.other))
                done += self.chosen(branch) or [branch]
            else:
                done.append(Block(each.head, self.convert(each.body)) if isinstance(each, Block) else each)
        return joined(done)

    def is_pure(self, expression):
        return not EFFECT.search(expression) and not self.impure & set(NAME.findall(expression))

    def chosen(self, branch):
        """The statements in place of a branch, or None: it stays."""
        sides = [self.side(branch.then), self.side(branch.other)]
        if None in sides or not self.is_pure(branch.condition):
            return None
        (before, values), (more_before, other_values) = sides
        before, condition = before + more_before, branch.condition
        targets = list(dict.fromkeys([*values, *other_values]))
        if len(targets) > 1:  # the condition and a value may read what is assigned first
            condition = self.named("bool", condition, before)
            for side in values, other_values:
                side.update({each: self.named(self.type_of(each), side[each], before) for each in side})
        return before + [
            f"{each} = {choice(condition, values.get(each, each), other_values.get(each, each), self.type_of(each))};"
            for each in targets
        ]

    def side(self, statements):
        """(statements that may run always, {variable from outside: its value after them}), or None. What is assigned
        before the end gets a name of its own."""
        if not all(isinstance(each, str) and self.is_pure(each) for each in statements):
            return None
        done, values, inner = [], {}, set()
        for number, each in enumerate(statements):
            if declared := DECLARED.match(each):
                if not self.types.get(declared[1]):
                    return None
                inner.add(declared[1])
                done.append(with_names(each, values))
                continue
            assigned = ASSIGNED.match(each)
            if not assigned:
                return None
            target, value = assigned[1], with_names(assigned[2], values)
            if NAME.match(target)[0] in inner:
                done.append(f"{target} = {value};")
                continue
            later = "".join(statements[number + 1 :])
            if not self.type_of(target) or ("." in target and NAME.match(target)[0] in NAME.findall(later)):
                return None
            if later:
                value = self.named(self.type_of(target), value, done)
            values[target] = value
        return done, values

    def type_of(self, target):
        """The type of a variable or a member of one; None: select() has none of it, or its kind is not known."""
        name, _, member = target.partition(".")
        type = self.types.get(name) and self.types.get("." + member if member else name)
        return type if type and SELECTED.fullmatch(type) else None

    def named(self, type, value, statements):
        """A name or a constant of this value, which no later statement changes: of a new variable, if need be, whose
        declaration is added to the statements."""
        if value in self.chosen_names or CONSTANT.fullmatch(value):
            return value
        name = f"chosen_{len(self.chosen_names) + 1}"
        self.chosen_names.add(name)
        self.types[name] = type
        statements.append(f"var {name} : {type} = {value};")
        return name


def with_names(text, names):
    """A text with other names of variables, and not of members."""
    return re.sub(r"(?<![\w.])[A-Za-z_]\w*", lambda found: names.get(found[0], found[0]), text)


def choice(condition, a, b, type):
    """An expression of a where the condition is true, else of b."""
    if type == "bool":
        for value, text in [(a, f"({condition}) | ({b})"), (b, f"(!({condition})) | ({a})")]:
            if value == "true":
                return text
        for value, text in [(b, f"({condition}) & ({a})"), (a, f"(!({condition})) & ({b})")]:
            if value == "false":
                return text
    return f"select({b}, {a}, {condition})"


def joined(statements):
    """Declarations whose value the next statement gives get it themselves."""
    done = []
    for each in statements:
        assigned = ASSIGNED.match(each) if isinstance(each, str) else None
        declared = DECLARED.match(done[-1]) if done and isinstance(done[-1], str) else None
        if assigned and declared and declared[1] == assigned[1] and not declared[3]:
            if declared[1] not in NAME.findall(assigned[2]):
                done[-1] = f"var {declared[1]} : {declared[2].strip()} = {assigned[2]};"
                continue
        done.append(each)
    return done
