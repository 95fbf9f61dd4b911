#!/usr/bin/env python3
"""However a program is linked, it is controlled and its errors are understood."""
import os
import subprocess

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

    def test_code_of_the_library_is_seen(self):
        corpus = os.path.join(os.path.dirname(workshop.PROGRAMS), "..", "programs", "fails", "race")
        for title, flags in FLAGS.items():
            for name in ("string_stream_shared", "map_iterated_while_erased"):
                with self.subTest(title, name=name):
                    program = os.path.join(self.folder, name)
                    self.compile(os.path.join(corpus, name + ".cpp"), program, *flags)
                    result = self.explore("--races", "error", program, code=1)
                    self.assertEqual(result["error"]["kind"], "race")

    def test_streams_and_tables_work_as_without_heddle(self):
        source = os.path.join(workshop.PROGRAMS, "stream_answers.cpp")
        program = os.path.join(self.folder, "stream_answers")
        subprocess.run(["g++", "-std=c++20", "-O1", source, "-o", program], check=True)
        expected = subprocess.run([program], check=True, capture_output=True).stdout
        self.assertGreater(len(expected), 100000)
        for flags in (("-O0",), ("-O2",), ("-std=c++17",), FLAGS["static C++ runtime"]):
            with self.subTest(flags):
                found = subprocess.run([self.build("stream_answers", *flags)], check=True, capture_output=True,
                                       env=workshop.clean_environment(HEDDLE_NATIVE="1")).stdout
                self.assertEqual(found, expected)

    def test_an_exception_has_its_type_and_message(self):
        for flags in ((), FLAGS["static C++ runtime"]):
            with self.subTest(flags):
                result = self.explore(self.build("thrown_away", *flags), code=1)
                self.assertEqual(result["error"]["kind"], "exception")
                self.assertEqual(result["error"]["message"], "OutOfTea: the pot is empty")


if __name__ == "__main__":
    workshop.main()
