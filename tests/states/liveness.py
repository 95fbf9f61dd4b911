"""Which local variables of a paused generator can still be read: its position and their values.

Computed from the bytecode by the usual backward analysis.  Models keep to what this understands: no try, no
`for` around a yield (the iterator would be a hidden local), a yield only as a whole statement or as all of the
right side of an assignment.
"""

import dis
import functools

_READS = {"LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"}  # an inner function is used where it is made
_WRITES = {"STORE_FAST", "DELETE_FAST", "STORE_DEREF"}
_ENDS = {"RETURN_VALUE", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD",
         "JUMP_BACKWARD_NO_INTERRUPT"}
_JUMPS = set(dis.hasjrel) | set(dis.hasjabs)


@functools.lru_cache(maxsize=None)
def _live_after(code):
    """Offset of an instruction -> names that may be read after it before they are written."""
    instructions = list(dis.get_instructions(code))
    places = {instruction.offset: i for i, instruction in enumerate(instructions)}
    before = [frozenset()] * len(instructions)
    after = [frozenset()] * len(instructions)
    changed = True
    while changed:
        changed = False
        for i in reversed(range(len(instructions))):
            instruction = instructions[i]
            if instruction.opname == "FOR_ITER":
                raise ValueError(f"{code.co_name}: a model's thread loops by `while`")
            follows = []
            if instruction.opname not in _ENDS and i + 1 < len(instructions):
                follows.append(i + 1)
            if instruction.opcode in _JUMPS:
                follows.append(places[instruction.argval])
            after[i] = frozenset().union(*(before[j] for j in follows))
            live = after[i]
            if instruction.opname in _WRITES:
                live = live - {instruction.argval}
            elif instruction.opname in _READS and instruction.argval not in code.co_freevars:
                live = live | {instruction.argval}
            if live != before[i]:
                before[i] = live
                changed = True
    return {instruction.offset: after[i] for i, instruction in enumerate(instructions)}


def live_values(generator):
    """Of a paused generator and those it waits for: the code, the position, the live values."""
    frames = []
    while generator is not None:
        frame = generator.gi_frame
        live = _live_after(frame.f_code).get(frame.f_lasti, frozenset())
        values = tuple((name, frame.f_locals[name]) for name in sorted(live) if name in frame.f_locals)
        frames.append((frame.f_code, frame.f_lasti, values))
        generator = generator.gi_yieldfrom
    return tuple(frames)
