"""The reference of C++ and C as Markdown, a page for each public header, from the XML that `doxygen Doxyfile` writes.

A page begins with the comment at the head of the file. Declarations follow in the order of the header.
"""
import html
import pathlib
import re
import textwrap
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]
XML = ROOT / "build/doxygen"

#: Names of types that comments mention are links if they cannot be words: a capital inside, a scope, or C's prefix.
NAME = re.compile(r"(?<![\w:`/])((?:\w+::)+\w+|[A-Z]\w*[a-z]\w*[A-Z]\w*|glccl_\w+)(?![\w:`])(?!\.h)")
LONGEST_DECLARATION = 84


def text_of(element):
    return "" if element is None else " ".join("".join(element.itertext()).split())


def escaped(text):
    """Plain text as Markdown, with its spans of code."""
    parts = re.split(r"(`[^`]*`)", text or "")
    plain = [html.escape(part, quote=False) for part in parts[::2]]
    parts[::2] = [re.sub("^#|[*]", r"\\\g<0>", part, flags=re.MULTILINE) for part in plain]
    return "".join(parts)


def markdown_of(element):
    """The Markdown of a comment."""
    parts = [escaped(element.text)]
    for child in element:
        inner = markdown_of(child)
        parts.append({
            "computeroutput": lambda: f"`{text_of(child)}`",
            "verbatim": lambda: f"\n\n```\n{(child.text or '').strip(chr(10))}\n```\n\n",
            "itemizedlist": lambda: f"\n\n{inner.strip()}\n\n",
            "orderedlist": lambda: f"\n\n{inner.strip()}\n\n",
            "listitem": lambda: f"{'1.' if element.tag == 'orderedlist' else '-'} {inner.strip()}\n",
            "para": lambda: f"{inner.strip()}\n\n",
        }.get(child.tag, lambda: inner)())
        parts.append(escaped(child.tail))
    return "".join(parts)


def comment_of(element):
    """The comment of a declaration. Doxygen cuts its first sentence off."""
    parts = [element.find("briefdescription"), element.find("detaileddescription")]
    return " ".join(markdown_of(part).strip() for part in parts if part is not None).strip()


def laid_out(declaration):
    """A declaration with the spaces of clang-format."""
    declaration = re.sub(r" ([*&]+)\s*(?=\w)", r"\1 ", declaration)
    return re.sub(r"(?<=[\w)])=(?=[\w{\"-])", " = ", declaration).replace("< ", "<").replace(" >", ">")


def head_of(path):
    """The comment at the head of a file as Markdown. Lines that are further in are a table, a drawing or code."""
    head = re.match(r"(?://.*\n)*", (ROOT / path).read_text())[0]
    parts = re.split(r"(?<=\n\n)((?:  .*\n|\n(?=  ))+)", re.sub(r"^// ?", "", head, flags=re.MULTILINE))
    parts[::2] = [escaped(part) for part in parts[::2]]
    parts[1::2] = [f"```text\n{textwrap.dedent(part)}```\n" for part in parts[1::2]]
    return "".join(parts).strip()


def wrapped(declaration):
    """A declaration, with a line for each parameter if it is too long for one."""
    begin = declaration.rfind("(", 0, declaration.find(")") + 1 or None)
    depth, cuts = 0, []
    if len(declaration) <= LONGEST_DECLARATION or begin < 0:
        return declaration
    begin = declaration.index("(")
    for place in range(begin, len(declaration)):
        depth += {"(": 1, "{": 1, "<": 1, ")": -1, "}": -1, ">": -1}.get(declaration[place], 0)
        if declaration[place] == "," and depth == 1:
            cuts.append(place + 1)
    pieces = [declaration[a:b].strip() for a, b in zip([begin + 1, *cuts], [*cuts, None])]
    return declaration[: begin + 1] + "\n    " + "\n    ".join(pieces)


class Entry:
    """A declaration with its comment."""

    def __init__(self, element, scope):
        self.id = element.get("id")
        self.kind = element.get("kind")
        place = element.find("location")
        self.file, self.line = place.get("file"), int(place.get("line"))
        self.scope = scope  # what encloses it: an Entry, or None for a namespace or a file
        self.name = text_of(element.find("name")) or text_of(element.find("compoundname"))
        self.qualified = text_of(element.find("qualifiedname")) or self.name
        self.element = element
        self.members = []
        self.comment = comment_of(element)
        self.anchor = re.sub("[<>]? [<>]?", "-", self.qualified.removeprefix("glccl::")).replace("::", ".")
        self.anchor = re.sub(r"[^\w.-]", lambda sign: f"{ord(sign[0]):x}", self.anchor)  # operator=

    @property
    def is_type(self):
        return self.kind in {"class", "struct", "union", "enum"}

    def template(self):
        types = [f"{text_of(p.find('type'))} {text_of(p.find('declname'))}".strip()
                 for p in self.element.findall("templateparamlist/param")]
        return f"template <{', '.join(types)}>\n" if types else ""

    def declaration(self):
        get = self.element.find
        if self.kind in {"class", "struct", "union"}:
            return f"{self.template()}{self.kind} {self.qualified}"
        if self.kind == "enum":
            kind = text_of(get("type"))
            strong = "class " * (self.element.get("strong") == "yes")
            return f"enum {strong}{self.name}" + (f" : {kind}" if kind else "")
        if self.kind == "define":
            return f"#define {self.name} {text_of(get('initializer'))}".strip()
        if self.kind == "typedef":
            return f"using {self.name} = {text_of(get('type'))}{text_of(get('argsstring'))}"
        first = "static " * (self.element.get("static") == "yes")
        first += "explicit " * (self.element.get("explicit") == "yes")
        kind = text_of(get("type"))
        space = "" if kind.endswith("(*") else " "  # a pointer to a function: its argsstring begins with ")"
        head = laid_out(f"{first}{kind}{space}{self.name}{text_of(get('argsstring'))}".strip())
        value = f" {text_of(get('initializer'))}" if self.kind == "variable" else ""
        return self.template() + wrapped(re.sub(" +", " ", head) + value)

    def mentioned(self):
        """The ids of the types that the declaration mentions."""
        tags = ["type", "param/type", "param/defval"]
        return dict.fromkeys(ref.get("refid") for tag in tags for ref in self.element.findall(f"{tag}/ref"))


class Headers:
    """All public headers: `pages` has the entries of each file that are at namespace scope, by line."""

    def __init__(self, folder=XML):
        self.folder = folder
        self.by_id, self.pages = {}, {}
        compounds = [ET.parse(folder / f"{item.get('refid')}.xml").getroot().find("compounddef")
                     for item in ET.parse(folder / "index.xml").getroot().findall("compound")]
        for compound in compounds:
            if compound.get("kind") in {"class", "struct", "union"}:
                self.add(Entry(compound, None))
        for compound in compounds:
            scope = self.by_id.get(compound.get("id"))
            for inner in compound.findall("innerclass") if scope else []:
                self.by_id[inner.get("refid")].scope = scope
            for member in compound.iter("memberdef"):
                type_name = text_of(member.find("type")).removeprefix("struct ")  # C: typedef struct name name
                if (member.get("prot") == "public" and member.get("kind") != "friend"
                        and type_name != text_of(member.find("name"))):
                    self.add(Entry(member, scope))
        #: Declarations without a comment at namespace scope, of which Doxygen says nothing.
        self.bare = [entry for entry in self.by_id.values()
                     if not entry.comment and entry.scope is None and entry.kind != "define"]
        for entry in sorted(self.by_id.values(), key=lambda entry: entry.line):
            if entry.comment:
                (self.pages.setdefault(entry.file, []) if entry.scope is None else entry.scope.members).append(entry)
        self.name_anchors()
        self.by_name = {}
        for entry in self.by_id.values():
            if entry.comment and (entry.is_type or entry.scope or "_" in entry.name):
                self.by_name.setdefault(entry.qualified, entry)
                self.by_name.setdefault(entry.qualified.removeprefix("glccl::"), entry)

    def add(self, entry):
        self.by_id.setdefault(entry.id, entry)

    def name_anchors(self):
        """Overloads share the anchor of the first one, with a number behind it."""
        counts = {}
        for entry in self.by_id.values():
            key = entry.file, entry.anchor
            counts[key] = counts.get(key, 0) + 1
            if counts[key] > 1:
                entry.anchor += f"-{counts[key]}"

    def link(self, entry, page, text):
        """A link from a page to an entry; both are pages of headers."""
        up = "../" * page.count("/")
        target = "" if entry.file == page else f"{up}{entry.file}.md"
        return f"[{text}]({target}#{entry.anchor})"

    def linked(self, comment, entry):
        """A comment whose names of other entries are links."""
        def replace(match):
            name = match[1]
            space = entry.qualified.rpartition("::")[0]
            for candidate in (f"{space}::{name}", name, name.removeprefix("glccl::")):
                target = self.by_name.get(candidate)
                if target and target is not entry and target is not entry.scope:
                    return self.link(target, entry.file, f"`{name}`")
            return match[0]

        parts = re.split(r"(^```.*?^```$|`[^`\n]*`)", comment, flags=re.MULTILINE | re.DOTALL)
        parts[::2] = [NAME.sub(replace, part) for part in parts[::2]]
        return "".join(parts)

    def types_line(self, entry):
        """Links to the types that a declaration mentions."""
        types = [self.by_id[refid] for refid in entry.mentioned() if refid in self.by_id]
        seen = {}
        for kind in types:
            if kind.comment and kind is not entry.scope:
                seen.setdefault(kind.qualified, self.link(kind, entry.file, f"`{kind.name.rpartition('::')[2]}`"))
        return f"{' '.join(seen.values())}\n{{ .types }}\n\n" if seen else ""

    def short(self, entry):
        """A member of data, or an enumerator, as an item of a list of definitions."""
        comment = self.linked(entry.comment, entry).strip().replace("\n", "\n    ")
        code = entry.declaration().replace("\n", " ")
        return f"`#!cpp {code}`{{ #{entry.anchor} }}\n:   {comment}\n\n"

    def enumerators(self, entry):
        for value in entry.element.findall("enumvalue"):
            code = f"{text_of(value.find('name'))} {text_of(value.find('initializer'))}".strip()
            yield f"`#!cpp {code}`\n:   {self.linked(comment_of(value), entry) or '&nbsp;'}\n\n"

    def long(self, entry, depth):
        """A type, a function or a constant, with a heading of its own."""
        name = entry.name.rpartition("::")[2]
        name += "()" * (entry.kind == "function")
        parts = [f"{'#' * depth} `{name}` {{ #{entry.anchor} }}\n\n"]
        parts += [f"```cpp\n{entry.declaration()}\n```\n\n", self.types_line(entry)]
        parts += [self.linked(entry.comment, entry), "\n\n", *self.enumerators(entry)]
        for member in entry.members:
            is_data = member.kind in {"variable", "typedef"}
            parts.append(self.short(member) if is_data else self.long(member, min(depth + 1, 4)))
        return "".join(parts)

    def page(self, path):
        """The page of a header, by its path from the root."""
        name = re.sub(r".*?include/", "", path)
        head = head_of(path)
        spaces = {e.qualified.rpartition("::")[0] for e in self.pages.get(path, []) if e.kind != "define"} - {""}
        if spaces:
            head += f"\n\nNamespace: {', '.join(f'`{space}`' for space in sorted(spaces))}."
        entries = "".join(self.long(entry, 2) for entry in self.pages.get(path, []))
        return f"# {name}\n\n{head}\n\n```cpp\n#include <{name}>\n```\n\n{entries}"

    def summary(self, path):
        """The first sentence of a header's comment."""
        head = " ".join(head_of(path).split())
        return re.match(r"(.*?\.(?=\s|$)|.*)", head)[0]
