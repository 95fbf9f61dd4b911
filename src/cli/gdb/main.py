"""Teaches gdb what an explored program is.  Read by `heddle replay --gdb`; `help heddle` lists the commands."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import heddle_commands  # noqa: E402

heddle_commands.define()
