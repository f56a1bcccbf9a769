"""What Slang writes, finished: as Tint wants it, and taken apart so that programs share what they have in common."""
import re

from to_slang import UNSIZED

# Uniforms, the source and the labels come behind the eight storage buffers, in one group.
UNIFORMS, SOURCE, LABELS = 8, 9, 10
LOCAL = re.compile(r"\b_S\d+\b|\b[a-z]\w*_\d+\b")


def finish(text):
    """A shader of Slang with the bindings of web/glccl.js, and barriers in uniform control flow."""
    text = re.sub(r"@binding\(\d+\) @group\(\d+\) var<uniform>", f"@binding({UNIFORMS}) @group(0) var<uniform>", text)
    text = re.sub(r"@binding\(\d+\) @group\(1\)", f"@binding({SOURCE}) @group(0)", text)
    text = re.sub(r"@binding\(\d+\) @group\(2\)", f"@binding({LABELS}) @group(0)", text)
    # Buffers with members before an array, which Slang wraps where its elements are structures.
    wrapped = re.compile(rf"struct (\w+{UNSIZED}_0)\n\{{\n *@align\(\d+\) data_0 : ([^;]*?),\n\}};")
    for wrapper, array in wrapped.findall(text):
        text = wrapped.sub("", text)
        member = re.search(rf"(\w+) : {wrapper},", text)[1]
        text = text.replace(f"{member} : {wrapper},", f"{member} : {array},")
        text = text.replace(f".{member}.data_0[", f".{member}[")
    text = re.sub(rf", i32\({UNSIZED}\)>", ">", text)
    for name in re.findall(r"var<storage, \w+> (\w+) : array<SLANG_ParameterGroup_\w+>;", text):
        text = re.sub(rf"\b{name} : array<(\w+)>;", rf"{name} : \1;", text)
        text = text.replace(f"{name}[i32(0)]", name)
    # Variables of invocations that stand for what is built in.
    for private, builtin in re.findall(r"^    (_S\d+) = gl_(\w+)_0;", text, flags=re.M):
        text = re.sub(rf"\b{private}\b", f"built_in_{builtin}", text)
    same = re.search(r"fn same_for_all_0\( (\w+) : u32\) -> u32\n\{\n.*?\n\}", text, flags=re.S)
    if same:
        body = (
            f"fn same_for_all_0({same[1]} : u32) -> u32 {{ if (built_in_LocalInvocationIndex == 0u) "
            f"{{ same_0 = {same[1]}; }} return workgroupUniformLoad(&same_0); }}"
        )
        text = text.replace(same[0], "var<workgroup> same_0 : u32;\n" + body)
    return text


def parts_of(text):
    """The declarations of a shader. Those that do the same are the same text, whatever stands before them."""
    text = re.sub(r"\b([ui])32\((\d+)\)", r"\2\1", text)
    text = "\n" + text.replace("@compute\n@workgroup", "@compute @workgroup")
    parts = re.split(r"\n(?=fn |struct |var<|const |@)", text)
    parts = [part.replace(")\nfn main", ") fn main") for part in parts]
    head = re.compile(r"(?:@\w+\(\d+\) )*(?:fn|struct|var(?:<[^>]*>)?|const|override) (\w+)")
    declared = {found[1] for found in map(head.match, parts) if found}
    return [shorten(part, declared) for part in parts if part.strip()]


def shorten(part, declared):
    """A declaration with its local names numbered from 0, in one line."""
    names = {}

    def local(found):
        name = found[0]
        if name in declared or not part.lstrip().startswith(("fn", "@compute")):
            return name
        if part[found.start() - 1] == ".":  # a member
            return name
        return names.setdefault(name, f"l{len(names)}")

    part = LOCAL.sub(local, part)
    part = re.sub(r"\s+", " ", part)
    return re.sub(r" ?([+*/%&|^<>=!,;:{}()]+) ?", r"\1", part).strip()
