"""Rewrites a composed shader of the engine compute (GLSL, preprocessed) for Slang, which then writes WGSL.

Slang reads GLSL, but not all that WGSL has can be said in it. What is rewritten:

    the block of push constants   uniforms of their own, in the same places of one buffer
    texture and image             Texture2D<uint4>, WTexture2D<uint>
    words that atomics change     Atomic<uint>, whose loads and stores are methods; also in vectors and structures
    some functions                macros, or functions of what WGSL has
"""
import re

MACROS = """
#define texelFetch(texture, at, level) texture.Load(AT_LEVEL(at, level))
#define imageStore(image, at, value) image.Store(at, (value).x)
#define imageLoad(image, at) image.Load(AT_LEVEL(at, 0))
#define barrier() GroupMemoryBarrierWithGroupSync()
#define bitCount(x) int(countbits(x))
#define roundEven(x) round(x)
#define findLSB(x) int(firstbitlow(x))
#define findMSB(x) int(firstbithigh(x))
#define lessThan(a, b) ((a) < (b))
#define greaterThan(a, b) ((a) > (b))
#define greaterThanEqual(a, b) ((a) >= (b))
#define notEqual(a, b) different_components(a, b)
#define equal(a, b) equal_components(a, b)
#define floatBitsToInt(x) asint(x)
#define floatBitsToUint(x) asuint(x)
#define intBitsToFloat(x) asfloat(x)
#define uintBitsToFloat(x) asfloat(x)
#define mix(a, b, c) select(c, b, a)
#define uaddCarry(a, b, carry) sum_with_carry(a, b, carry)
#define umulExtended(a, b, high, low) whole_product(a, b, high, low)
bvec4 different_components(uvec4 a, uvec4 b) { return bvec4(a.x != b.x, a.y != b.y, a.z != b.z, a.w != b.w); }
bvec4 equal_components(uvec4 a, uvec4 b) { return bvec4(a.x == b.x, a.y == b.y, a.z == b.z, a.w == b.w); }
uint sum_with_carry(uint a, uint b, out uint carry) { carry = uint(a + b < a); return a + b; }
void whole_product(uint a, uint b, out uint high, out uint low) {
  uint inner = (a & 0xFFFFu) * (b >> 16u) + ((a & 0xFFFFu) * (b & 0xFFFFu) >> 16u);
  uint other = (a >> 16u) * (b & 0xFFFFu) + (inner & 0xFFFFu);
  high = (a >> 16u) * (b >> 16u) + (inner >> 16u) + (other >> 16u);
  low = a * b;
}
"""
# Slang has no buffers with members before an array without a size: the array gets this one, which WGSL then loses.
UNSIZED = 7654321
METHODS = {"Add": "add", "Or": "or", "Min": "min", "Max": "max", "CompSwap": "compareExchange"}
TYPES = {"": "float4", "u": "uint4", "i": "int4"}
NAME = re.compile(r"[A-Za-z_]\w*")


def end_of(text, at):
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    raise ValueError("no closing bracket: " + text[at : at + 80])


def arguments_of(text):
    """The arguments of a call, from the text between its brackets."""
    found, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            found.append(text[begin:i])
            begin = i + 1
    return [each.strip() for each in found + [text[begin:]]]


def used_functions_only(text):
    """The text without functions that main() does not reach, and without declarations of functions."""
    head = re.compile(r"^(?:[\w ]+ )(\w+)\(([^()]*)\)\s*([{;])", re.M)
    functions, parts, at = [], [], 0
    while found := head.search(text, at):
        end = end_of(text, found.end() - 1) if found[3] == "{" else found.end()
        parts.append(text[at : found.start()])
        functions.append((found[1], text[found.start() : end] if found[3] == "{" else ""))
        at = end
    parts.append(text[at:])
    wanted, reached = {"main"}, set()
    while wanted - reached:
        reached |= wanted
        bodies = "".join(body for name, body in functions if name in reached)
        wanted = {name for name, _ in functions if re.search(rf"\b{name}\s*\(", bodies)}
    kept = [body if name in reached else "" for name, body in functions]
    return "".join(part + body for part, body in zip(parts, kept + [""]))


def fields_of(type, text):
    """The members of a vector or structure, and their types."""
    if vector := re.fullmatch(r"uvec([24])", type):
        return dict.fromkeys("xyzw"[: int(vector[1])], "uint")
    body = re.search(rf"struct {type} \{{(.*?)\}};", text, flags=re.S)[1]
    return {name: kind for kind, name in re.findall(r"(\w+) (\w+);", body)}


class Atomics:
    """The words of a shader that atomics change: names of arrays or scalars, or of their members, where these are
    vectors or structures."""

    def __init__(self, text):
        self.members = {}  # of each name: "" for words, or the members that are changed
        self.types = {}  # of names whose members are changed
        self.fields = {}  # of these: all members and their types
        for found in re.finditer(r"\batomic[A-Z]\w+\(\s*(\w+)", text):
            after = text[found.end() :]
            while after.startswith("["):
                after = after[end_of(after, 0) :]
            member = re.match(r"\.(\w+)\b", after)
            self.members.setdefault(found[1], set()).add(member[1] if member else "")
        names = "|".join(self.members)
        self.pattern = re.compile(rf"(?<![\w.])(?<!uint )(?:(atomic[A-Z]\w+)\s*\(|({names})\b(?!\s*\())")

    def declare(self, text):
        """The text with the types of these words."""
        structs = ""
        for name, members in self.members.items():
            if members == {""}:
                text = re.sub(rf"\buint ({name}(?:\[[^;]*\])?;)", r"Atomic<uint> DECLARED_\1", text)
                continue
            pattern = re.compile(rf"\b(?!uint )(\w+) ({name}(?:\[[^;]*\])?;)")
            type = self.types[name] = pattern.search(text)[1]
            self.fields[name] = fields_of(type, text)
            fields = "".join(
                f" {'Atomic<' + kind + '>' if each in members else kind} {each};"
                for each, kind in self.fields[name].items()
            )
            structs += f"struct Atomic_{name} {{{fields} }};\n"
            text = re.sub(rf"\b{type} ({name}(?:\[[^;]*\])?;)", rf"Atomic_{name} DECLARED_\1", text)
        return structs + text

    def rewrite(self, text):
        """Statements or an expression, with methods of these words."""
        if not self.members:
            return text
        done, at = "", 0
        while found := self.pattern.search(text, at):
            done += text[at : found.start()]
            if found[1]:
                at = end_of(text, found.end() - 1)
                target, *values = arguments_of(text[found.end() : at - 1])
                values = ", ".join(self.rewrite(each) for each in values)
                done += f"{self.index(target)}.{METHODS[found[1][6:]]}({values})"
                continue
            at = self.end_of_place(text, found.end())
            place = text[found.start() : at]
            targets = [place]
            while assigned := re.match(r"\s*([-+|&]?)=(?!=)\s*", text[at:]):
                operator, at = assigned[1], at + assigned.end()
                found = self.pattern.match(text, at)
                end = self.end_of_place(text, found.end()) if found and found[2] else at
                if found and found[2] and re.match(r"\s*=(?!=)", text[end:]):
                    targets.append(text[at:end])
                    at = end
                    continue
                end = text.index(";", at)
                value = self.rewrite(text[at:end])
                if operator:
                    value = f"{self.load(place)} {operator} ({value})"
                done += "{ " + " ".join(self.store(each, value) for each in targets) + " }"
                at = end + 1
                break
            else:
                done += self.load(place)
        return done + text[at:]

    def end_of_place(self, text, at):
        while text.startswith("[", at):
            at = end_of(text, at)
        member = re.match(r"\.\w+\b", text[at:])
        return at + member.end() if member else at

    def index(self, place):
        """A place whose indices are rewritten."""
        name = NAME.match(place)[0]
        rest, at = "", len(name)
        while at < len(place) and place[at] == "[":
            end = end_of(place, at)
            rest += "[" + self.rewrite(place[at + 1 : end - 1]) + "]"
            at = end
        return name + rest + place[at:]

    def parts(self, place):
        """(place, whether it is atomic) of each word of a place."""
        members = self.members[NAME.match(place)[0]]
        indexed = self.index(place)
        if members == {""}:
            return [(indexed, True)]
        member = re.search(r"\.(\w+)$", place)
        if member:
            return [(indexed, member[1] in members)]
        return [(f"{indexed}.{each}", each in members) for each in self.fields[NAME.match(place)[0]]]

    def load(self, place):
        loads = [part + ".load()" if atomic else part for part, atomic in self.parts(place)]
        return loads[0] if len(loads) == 1 else f"{self.types[NAME.match(place)[0]]}({', '.join(loads)})"

    def store(self, place, value):
        parts = self.parts(place)
        if len(parts) == 1:
            return f"{parts[0][0]}.store({value});" if parts[0][1] else f"{parts[0][0]} = {value};"
        values = ["stored_." + part.rpartition(".")[2] for part, _ in parts]
        stores = " ".join(
            f"{part}.store({stored});" if atomic else f"{part} = {stored};"
            for (part, atomic), stored in zip(parts, values)
        )
        return f"{self.types[NAME.match(place)[0]]} stored_ = {value}; {stores}"


def uniforms_of(block):
    """Uniforms outside of a block. Slang puts them into one buffer, in their order, and behind them the number of
    workgroups, which it does not know."""
    lines = ""
    for kind, name in re.findall(r"(\w+) (\w+);", block):
        if kind == "bool":
            lines += f"uniform int {name}_word;\n#define {name} ({name}_word != 0)\n"
        else:
            lines += f"uniform {kind} {name};\n"
    return lines + "uniform uvec3 group_counts;\n#define gl_NumWorkGroups group_counts\n"


def with_macros_of_constants(text):
    """Constants that follow from those of the pipeline as macros: Slang 2026.14 does not end where such a constant is
    in an index. Those inside of functions become variables."""
    given, declared = r"constant_\d+", re.compile(r"^( *)const (\w+) (\w+) = ([^;]*);$", flags=re.M)
    while found := next((each for each in declared.finditer(text) if re.search(rf"\b({given})\b", each[4])), None):
        indent, kind, name, value = found.groups()
        given += "|" + name
        instead = f"{indent}{kind} {name} = {value};" if indent else f"#define {name} {kind}({value})"
        text = text[: found.start()] + instead + text[found.end() :]
    return text


def to_slang(text):
    """The text of a shader for Slang."""
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    text = with_macros_of_constants(used_functions_only(text))
    text = re.sub(r"layout\(push_constant\) uniform Uniforms \{(.*?)\};", lambda m: uniforms_of(m[1]), text, flags=re.S)
    dimensions = 3 if "sampler3D" in text or "image3D" in text else 2
    text = re.sub(
        r"layout\(set = 1, binding = 1\) uniform ([ui]?)sampler(\dD) source;",
        lambda m: f"[[vk::binding(1, 1)]] Texture{m[2]}<{TYPES[m[1]]}> source;",
        text,
    )
    text = re.sub(
        r"layout\(r32ui, set = 2, binding = 0\) writeonly uniform uimage(\dD) labels;",
        r'[[vk::binding(0, 2)]] [[vk::image_format("r32ui")]] WTexture\1<uint> labels;',
        text,
    )
    text = re.sub(
        r"layout\(r32ui, set = 2, binding = 0\) readonly uniform uimage(\dD) labels;",
        r"[[vk::binding(0, 2)]] Texture\1<uint4> labels;",
        text,
    )
    text = re.sub(r"\bstd430, |\b(coherent|volatile|restrict|precise) ", "", text)
    text = re.sub(r"(buffer \w+ \{[^}]*;[^}]*?\w+)\[\];", rf"\1[{UNSIZED}];", text)
    atomics = Atomics(text)
    text = atomics.rewrite(atomics.declare(text)).replace("DECLARED_", "")
    level = f"#define AT_LEVEL(at, level) ivec{dimensions + 1}(at, level)"
    return "#version 450\n" + MACROS + level + "\n" + text
