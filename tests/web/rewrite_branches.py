#!/usr/bin/env python3
"""Rewrites small shaders by tools/web/branches.py, and compares the texts.

    rewrite_branches.py

Exit status: 1 for a difference.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/web"))
from branches import rewrite_branches  # noqa: E402

# Declarations that the cases may use.
BEFORE = """struct Pair_0
{
    @align(4) first_0 : u32,
    @align(4) inner_0 : array<u32, i32(2)>,
};

var<workgroup> shared_0 : array<u32, i32(8)>;

var<workgroup> counter_0 : atomic<u32>;

var<private> _S90 : u32;

fn twice_0( x_0 : u32) -> u32
{
    return x_0 + x_0;
}

fn count_0() -> u32
{
    return atomicAdd(&(counter_0), u32(1));
}

fn count_more_0( x_1 : u32) -> u32
{
    return count_0() + x_1;
}

fn keep_0( x_2 : u32) -> u32
{
    shared_0[max(x_2, u32(1))] = x_2;
    return x_2;
}

fn sum_0( x_3 : u32) -> u32
{
    var i_0 : u32 = u32(0);
    for(;;)
    {
        if(i_0 < x_3)
        {
        }
        else
        {
            break;
        }
        i_0 = i_0 + u32(1);
    }
    return i_0;
}

"""
HEAD = "fn tested_0( a_0 : bool,  b_0 : bool,  n_0 : u32) -> u32\n{\n"
KEPT = None  # in place of what is expected: the text stays as it is


def branch(condition, then, other=()):
    """Lines of a branch."""
    lines = [f"if({condition})", "{", *("    " + line for line in then), "}"]
    return lines + (["else", "{", *("    " + line for line in other), "}"] if other else [])


CASES = {
    "and": (["var x_4 : bool;", *branch("a_0", ["x_4 = b_0;"], ["x_4 = false;"])], ["var x_4 : bool = (a_0) & (b_0);"]),
    "or": (["var x_4 : bool;", *branch("a_0", ["x_4 = true;"], ["x_4 = b_0;"])], ["var x_4 : bool = (a_0) | (b_0);"]),
    "not and": (
        ["var x_4 : bool;", *branch("a_0", ["x_4 = false;"], ["x_4 = b_0;"])],
        ["var x_4 : bool = (!(a_0)) & (b_0);"],
    ),
    "not or": (
        ["var x_4 : bool;", *branch("a_0", ["x_4 = b_0;"], ["x_4 = true;"])],
        ["var x_4 : bool = (!(a_0)) | (b_0);"],
    ),
    "a choice, and loads": (
        ["var x_4 : u32;", *branch("n_0 < u32(8)", ["x_4 = shared_0[n_0];"], ["x_4 = twice_0(n_0);"])],
        ["var x_4 : u32 = select(twice_0(n_0), shared_0[n_0], n_0 < u32(8));"],
    ),
    "one side": (
        ["var x_4 : u32 = n_0;", *branch("a_0", ["x_4 = x_4 + u32(1);"])],
        ["var x_4 : u32 = n_0;", "x_4 = select(x_4, x_4 + u32(1), a_0);"],
    ),
    "one side, the other": (
        ["var x_4 : u32 = n_0;", "if(a_0)", "{", "}", "else", "{", "    x_4 = u32(7);", "}"],
        ["var x_4 : u32 = n_0;", "x_4 = select(u32(7), x_4, a_0);"],
    ),
    "nested": (
        ["var x_4 : bool;", *branch("a_0", branch("b_0", ["x_4 = true;"], ["x_4 = n_0 == u32(1);"]), ["x_4 = false;"])],
        ["var x_4 : bool = (a_0) & ((b_0) | (n_0 == u32(1)));"],
    ),
    "declarations inside": (
        ["var x_4 : u32;", *branch("a_0", ["var y_4 : u32 = twice_0(n_0);", "x_4 = y_4 * y_4;"], ["x_4 = n_0;"])],
        ["var x_4 : u32;", "var y_4 : u32 = twice_0(n_0);", "x_4 = select(n_0, y_4 * y_4, a_0);"],
    ),
    "a value used before the end": (
        ["var x_4 : u32 = n_0;", *branch("a_0", ["x_4 = x_4 + u32(1);", "x_4 = x_4 * x_4;"])],
        ["var x_4 : u32 = n_0;", "var chosen_1 : u32 = x_4 + u32(1);", "x_4 = select(x_4, chosen_1 * chosen_1, a_0);"],
    ),
    "two variables, which the other side and the condition read": (
        ["var x_4 : u32 = n_0;", "var y_4 : u32 = n_0;",
         *branch("x_4 < y_4", ["x_4 = u32(3);", "y_4 = twice_0(x_4);"], ["y_4 = x_4;"])],
        ["var x_4 : u32 = n_0;", "var y_4 : u32 = n_0;",
         "var chosen_1 : bool = x_4 < y_4;", "var chosen_2 : u32 = twice_0(u32(3));", "var chosen_3 : u32 = x_4;",
         "x_4 = select(x_4, u32(3), chosen_1);", "y_4 = select(chosen_3, chosen_2, chosen_1);"],
    ),
    "a member": (
        ["var x_4 : Pair_0;", *branch("a_0", ["x_4.first_0 = n_0;"])],
        ["var x_4 : Pair_0;", "x_4.first_0 = select(x_4.first_0, n_0, a_0);"],
    ),
    "a vector": (
        ["var x_4 : vec2<i32>;", *branch("a_0", ["x_4 = vec2<i32>(i32(1));"], ["x_4 = vec2<i32>(i32(2));"])],
        ["var x_4 : vec2<i32> = select(vec2<i32>(i32(2)), vec2<i32>(i32(1)), a_0);"],
    ),
    "in a loop": (
        ["var x_4 : u32;", "for(;;)", "{", *branch("n_0 < u32(5)", ["x_4 = n_0;"], ["x_4 = u32(5);"]), "break;", "}"],
        ["var x_4 : u32;", "for(;;)", "{", "x_4 = select(u32(5), n_0, n_0 < u32(5));", "break;", "}"],
    ),
    "an atomic operation": (
        ["var x_4 : u32;", *branch("a_0", ["x_4 = atomicLoad(&(counter_0));"], ["x_4 = n_0;"])], KEPT),
    "an atomic operation in a function": (
        ["var x_4 : u32;", *branch("a_0", ["x_4 = count_0();"], ["x_4 = n_0;"])], KEPT),
    "one in a function of a function": (
        ["var x_4 : u32;", *branch("a_0", ["x_4 = count_more_0(n_0);"], ["x_4 = n_0;"])], KEPT),
    "one in the condition": (
        ["var x_4 : u32;", *branch("count_0() == u32(1)", ["x_4 = u32(2);"], ["x_4 = n_0;"])], KEPT),
    "one in a declaration": (
        ["var x_4 : u32;", *branch("a_0", ["var y_4 : u32 = count_0();", "x_4 = y_4;"], ["x_4 = n_0;"])], KEPT),
    "a store in a function": (["var x_4 : u32;", *branch("a_0", ["x_4 = keep_0(n_0);"], ["x_4 = n_0;"])], KEPT),
    "a store": (["var x_4 : u32;", *branch("a_0", ["shared_0[n_0] = n_0;", "x_4 = n_0;"], ["x_4 = u32(1);"])], KEPT),
    "a store to a variable of the module": (branch("a_0", ["_S90 = n_0;"], ["_S90 = u32(1);"]), KEPT),
    "a loop in a function": (["var x_4 : u32;", *branch("a_0", ["x_4 = sum_0(n_0);"], ["x_4 = n_0;"])], KEPT),
    "a barrier": (
        ["var x_4 : u32;", *branch("n_0 == u32(0)", ["workgroupBarrier();", "x_4 = u32(2);"], ["x_4 = n_0;"])], KEPT),
    "a return": (["var x_4 : u32;", *branch("a_0", ["return n_0;"], ["x_4 = n_0;"])], KEPT),
    "a pointer": (["var x_4 : u32;", *branch("a_0", ["x_4 = (*p_0);"], ["x_4 = n_0;"])], KEPT),
    "a structure": (["var x_4 : Pair_0;", "var y_4 : Pair_0;", *branch("a_0", ["x_4 = y_4;"])], KEPT),
    "an element of an array": (["var x_4 : array<u32, i32(2)>;", *branch("a_0", ["x_4[n_0] = n_0;"])], KEPT),
    "a member that is read as a part of its structure": (
        ["var x_4 : Pair_0;", "var y_4 : u32;", *branch("a_0", ["x_4.first_0 = n_0;", "y_4 = first_of_0(x_4);"])],
        KEPT),
}


def text_of(lines):
    """A function of these lines, indented as Slang does."""
    depth, text = 1, HEAD
    for line in map(str.strip, lines):
        depth -= line == "}"
        text += 4 * depth * " " + line + "\n"
        depth += line == "{"
    return text + "    return n_0;\n}\n"


def main():
    failures = 0
    for name, (given, expected) in CASES.items():
        expected = BEFORE + text_of(given if expected is KEPT else expected)
        found = rewrite_branches(BEFORE + text_of(given))
        if found != expected:
            failures += 1
            print(f"{name}:\n{found.removeprefix(BEFORE)}instead of\n{expected.removeprefix(BEFORE)}")
    print(f"{len(CASES)} texts, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
