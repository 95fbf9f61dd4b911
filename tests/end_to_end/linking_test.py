#!/usr/bin/env python3
"""However a program is linked, it is controlled and its errors are understood."""
import os

import workshop

FLAGS = {
    "static C++ runtime": ("-static-libstdc++", "-static-libgcc"),
    "fixed addresses": ("-no-pie", "-fno-pie"),
    "link-time optimisation": ("-flto",),
    "no run-time types": ("-fno-rtti", "-O3"),
    "no optimisation": ("-O0",),
}


class Linking(workshop.Workshop):

    def build(self, name, *flags):
        program = os.path.join(self.folder, name)
        self.compile(os.path.join(workshop.PROGRAMS, name + ".cpp"), program, *flags)
        return program

    def test_a_deadlock_is_found(self):
        for title, flags in FLAGS.items():
            with self.subTest(title):
                result = self.explore("--points", "sync", self.build("crossed_locks", *flags), code=1)
                self.assertEqual(result["error"]["kind"], "deadlock")

    def test_an_exception_has_its_type_and_message(self):
        for flags in ((), FLAGS["static C++ runtime"]):
            with self.subTest(flags):
                result = self.explore(self.build("thrown_away", *flags), code=1)
                self.assertEqual(result["error"]["kind"], "exception")
                self.assertEqual(result["error"]["message"], "OutOfTea: the pot is empty")


if __name__ == "__main__":
    workshop.main()
