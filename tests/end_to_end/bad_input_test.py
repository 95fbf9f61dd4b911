#!/usr/bin/env python3
"""Every wrong input is refused in one sentence with exit code 2, and destroys nothing."""
import os
import re
import subprocess

import workshop


class BadInput(workshop.Workshop):
    programs = ("lost_update", "guarded_update")

    def record(self, name="error.trace"):
        self.explore("--trace", name, self.path("lost_update"), code=1)
        return self.read(name)

    def refused_for_all(self, argument_lists):
        for arguments in argument_lists:
            with self.subTest(arguments=arguments):
                before = self.contents()
                self.refused(*arguments)
                self.assertEqual(self.contents(), before)

    def contents(self):
        """Every file of the current folder, with its bytes."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[path] = file.read()
        return found

    def test_options(self):
        program = self.path("guarded_update")
        self.write("result.json", "kept")
        self.refused_for_all(("run", "--json", "result.json", *wrong, program) for wrong in (
            ("--unknown",), ("--unknown", "3"), ("--unknown=3",), ("-x",), ("--seed", "many"),
            ("--seed", "-1"), ("--seed", "1.5"), ("--seed", ""), ("--seed=",), ("--seed", "0x10"),
            ("--seed", "99999999999999999999"), ("--time", "soon"), ("--time", "-1s"),
            ("--time", "5 parsecs"), ("--max-executions", "few"), ("--max-states", "1e9"),
            ("--max-steps", "none"), ("--bound", "preemptions"), ("--bound", "preemptions=x"),
            ("--bound", "colour=3"), ("--search", "everything"), ("--points", "some"),
            ("--colour", "mauve"), ("--keep-going=perhaps",), ("--early-timeouts", "x"),
            ("--jobs", "0"), ("--search", "random", "--time", "none")))

    def test_programs(self):
        self.write("result.json", "kept")
        self.write("not_executable", "\x7fELF")
        self.write("script", "#!/bin/sh\nexit 0\n", 0o755)
        self.write("half_elf", b"\x7fELF\x02\x01\x01", 0o755)
        self.write("empty", "", 0o755)
        os.mkdir(self.file("folder"))
        self.write("plain.cpp", "int main() {}\n")
        subprocess.run(["g++", "plain.cpp", "-o", "plain"], cwd=self.folder, check=True)
        self.refused_for_all(("run", "--json", "result.json", *words) for words in (
            (), ("--",), ("./missing",), ("missing",), ("folder/missing",), ("",), ("folder",), (".",),
            ("./not_executable",), ("./script",), ("./half_elf",), ("./empty",), ("./plain",)))

    def test_a_program_without_heddle_is_told_what_to_do(self):
        self.write("plain.cpp", "int main() {}\n")
        subprocess.run(["g++", "plain.cpp", "-o", "plain"], cwd=self.folder, check=True)
        self.assertIn("heddle c++", self.refused("run", "./plain"))

    def test_a_launcher_that_starts_nothing_is_told_what_to_do(self):
        for launcher in "true", "false", "/nowhere":
            with self.subTest(launcher):
                sentence = self.refused("run", "--launcher", launcher, self.path("guarded_update"))
                self.assertIn("could not be started" if "/" in launcher else "a launcher executes", sentence)

    def test_a_program_whose_library_is_missing_is_told_what_to_do(self):
        program = os.path.join(self.folder, "moved")
        with open(self.path(self.programs[0]), "rb") as file:
            content = file.read()
        self.assertIn(b"libstdc++.so.6", content)
        with open(program, "wb") as file:
            file.write(content.replace(b"libstdc++.so.6", b"libstdc++.so.0"))
        os.chmod(program, 0o755)
        told = self.execute(workshop.heddle_command, "run", program, code=2).stderr
        self.assertIn("libstdc++.so.0", told)
        self.assertIn("link the program again", told)

    def test_outputs_that_cannot_be_written(self):
        self.write("file", "kept")
        os.mkdir(self.file("folder"))
        self.refused_for_all(("run", option, target, self.path("lost_update"))
                             for option in ("--json", "--trace")
                             for target in ("missing/result", "folder", ".", "file/below", "/proc/nothing"))

    def test_one_bad_output_keeps_the_other(self):
        self.write("old.json", "kept")
        self.write("old.trace", "kept")
        self.refused_for_all([
            ("run", "--json", "old.json", "--trace", "missing/t", self.path("lost_update")),
            ("run", "--json", "new.json", "--trace", "missing/t", self.path("lost_update")),
            ("run", "--json", "missing/j", "--trace", "old.trace", self.path("lost_update"))])

    def test_traces(self):
        whole = self.record("whole")
        lines = whole.split(b"\n")
        self.write("header_only", lines[0] + b"\n")
        self.write("truncated", whole[:len(whole) // 2])
        self.write("without_end", b"\n".join(lines[:-2]) + b"\n")
        self.write("garbled", whole.replace(b'"item"', b'"itme"', 5))
        self.write("binary", bytes(range(256)) * 20)
        self.write("empty", "")
        self.write("json", '{"verdict": "error"}\n')
        self.write("other_version", whole.replace(b'"heddle_trace":1', b'"heddle_trace":999'))
        os.mkdir(self.file("folder"))
        self.refused_for_all(("replay", name) for name in (
            "missing", "missing/trace", "folder", "header_only", "truncated", "without_end", "garbled",
            "binary", "empty", "json", "other_version", self.path("lost_update")))
        self.refused_for_all(("show", name) for name in (
            "missing", "folder", "garbled", "binary", "empty", "json", "other_version"))

    def test_a_trace_names_no_command(self):
        trace = self.record()
        options = b'"options":"'
        self.assertIn(options, trace)
        self.write("forged.trace", trace.replace(options, options + b"launcher=touch forged:json=stolen:", 1))
        done = self.heddle("replay", "forged.trace", code=1)
        self.assertTrue(done.stdout.startswith(f"replaying in: {self.path('lost_update')}\n"), done.stdout)
        self.assertFalse(os.path.exists(self.file("forged")))
        self.assertFalse(os.path.exists(self.file("stolen")))

    def test_replay_shows_what_it_runs(self):
        self.explore("--trace", "error.trace", self.path("lost_update"), "a b", "\x1b[31m", code=1)
        first = self.heddle("replay", "error.trace", code=1).stdout.split("\n")[0]
        self.assertEqual(first, f"replaying in: {self.path('lost_update')} 'a b' '\\x1b[31m'")
        self.assertIn("\x1b", self.heddle("replay", "--colour", "always", "error.trace", code=1).stdout)

    def test_files_without_an_end(self):
        self.refused_for_all((("show", "/dev/zero"), ("show", "/dev/urandom"), ("replay", "/dev/zero"),
                              ("run", "--suppressions", "/dev/urandom", self.path("guarded_update")),
                              ("run", "--suppressions", "/dev/zero", self.path("guarded_update"))))

    def test_outputs_overwrite_nothing_else(self):
        self.compile(os.path.join(workshop.PROGRAMS, "lost_update.cpp"), self.file("program"))
        self.write("diary", "dear diary")
        os.symlink("program", self.file("link"))
        self.refused_for_all(("run", *outputs, "./program") for outputs in (
            ("--json", "program"), ("--trace", "./program"), ("--json", "link", "--force"),
            ("--json", "diary"), ("--trace", "diary"), ("--json", "both", "--trace", "./both"),
            ("--json", "both", "--trace", "both", "--force")))
        self.heddle("run", "--json", "diary", "--force", "./program", code=1)
        self.heddle("run", "--json", "diary", "./program", code=1)  # now it is a result

    def test_an_error_counts_more_than_a_file_that_cannot_be_written(self):
        done = self.heddle("run", "--json", "/dev/full", self.path("lost_update"), code=1)
        self.assertIn("assertion", done.stdout)
        self.assertIn("/dev/full", done.stderr)
        self.heddle("run", "--json", "/dev/full", self.path("guarded_update"), code=2)

    def test_a_truncated_trace_can_still_be_read_by_a_person(self):
        whole = self.record("whole")
        self.write("truncated", whole[:len(whole) * 3 // 4])
        self.assertIn("creates thread 1", self.heddle("show", "truncated").stdout)

    def test_every_garbled_line_is_noticed(self):
        lines = self.record("whole").split(b"\n")
        for number in range(len(lines) - 1):
            garbled = lines[:number] + [lines[number][:-1]] + lines[number + 1:]
            self.write("garbled", b"\n".join(garbled))
            with self.subTest(line=number + 1):
                self.refused("replay", "garbled")

    def test_a_missing_line_is_noticed(self):
        lines = self.record("whole").split(b"\n")
        step = next(i for i, line in enumerate(lines) if b'"item":"step"' in line)
        self.write("shorter", b"\n".join(lines[:step] + lines[step + 1:]))
        self.refused("replay", "shorter")

    def test_the_trace_of_another_program(self):
        whole = self.record("whole")
        self.assertIn("another build", self.refused("replay", "whole", "--program",
                                                    self.path("guarded_update")))
        moved = re.sub(rb'"program":"[^"]*"', b'"program":"/nowhere/at/all"', whole, count=1)
        self.write("moved", moved)
        self.assertIn("--program", self.refused("replay", "moved"))
        self.heddle("replay", "moved", "--program", self.path("lost_update"), code=1)

    def test_the_trace_of_an_earlier_build(self):
        source = os.path.join(workshop.PROGRAMS, "lost_update.cpp")
        self.compile(source, self.file("program"))
        self.explore("--trace", "old.trace", "./program", code=1)
        self.compile(source, self.file("program"), "-DREBUILT", "-O2")
        self.assertIn("another build", self.refused("replay", "old.trace"))

    def test_a_file_with_the_name_of_the_trace_is_left_alone(self):
        self.write("heddle-lost_update.trace", "my own notes\n")
        result = self.explore(self.path("lost_update"), code=1)
        self.assertEqual(self.read("heddle-lost_update.trace"), b"my own notes\n")
        self.assertEqual(result["trace"], "heddle-lost_update-2.trace")
        self.heddle("replay", result["trace"], code=1)

    def test_an_old_trace_is_replaced_by_the_new_one(self):
        first = self.explore(self.path("lost_update"), code=1)
        self.write(first["trace"], self.read(first["trace"])[:-20])
        second = self.explore(self.path("lost_update"), code=1)
        self.assertEqual(second["trace"], first["trace"])
        self.heddle("replay", second["trace"], code=1)

    def test_a_search_without_an_error_leaves_old_traces_alone(self):
        self.write("old.trace", "kept")
        self.explore("--trace", "old.trace", "--force", self.path("guarded_update"))
        self.assertEqual(self.read("old.trace"), b"kept")


if __name__ == "__main__":
    workshop.main()
