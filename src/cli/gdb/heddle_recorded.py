"""The trace that is replayed: its steps and its failure.  docs/trace_format.md describes the file."""
import json

import gdb

import heddle_frames


class Recorded:
    def __init__(self, path):
        self.modules, self.steps, self.failure = [], [], None
        with open(path) as file:
            for line in map(json.loads, file):
                item = line.get("item")
                if item == "module":
                    self.modules.append(line.get("path", ""))
                elif item == "step":
                    self.steps.append(line)
                elif item == "failure" and self.failure is None:
                    self.failure = line

    def what_failed(self):
        if self.failure is None:
            return "the end of the recorded schedule"
        message = self.failure.get("message", "")
        return self.failure["kind"] + (f": {message}" if message else "")

    def place(self, step):
        """Of the innermost frame of the user's code in this step, as far as the file tells."""
        second_best = "?"
        for module, offset in step.get("stack", []):
            base = None if module is None else base_of(self.modules[module])
            if base is None:
                continue
            pc = base + number(offset) - 1  # it is where the call returns to
            text, is_users = describe(pc)
            if is_users:
                return text
            if second_best == "?":
                second_best = text
        return second_best


def number(field):
    return int(field, 16) if isinstance(field, str) else field


def base_of(path):
    """Where a file is loaded; None when it is not."""
    with open(f"/proc/{gdb.selected_inferior().pid}/maps") as maps:
        for line in maps:
            words = line.split(None, 5)
            if len(words) == 6 and words[5].strip() == path and int(words[2], 16) == 0:
                return int(words[0].split("-")[0], 16)
    return None


def describe(pc):
    sal = gdb.find_pc_line(pc)
    block = gdb.block_for_pc(pc)
    while block is not None and block.function is None:
        block = block.superblock
    name = block.function.print_name if block is not None else hex(pc)
    if sal.symtab is None:
        return f"in {name}", False
    is_users = not heddle_frames.INSTALLED.search(sal.symtab.fullname())
    return f"{sal.symtab.filename.rsplit('/', 1)[-1]}:{sal.line} in {name}", is_users
