#!/usr/bin/env python3
"""What Heddle does not see of a program is said, and keeps a finished search from being called complete."""
import os
import shutil
import subprocess
import unittest

import workshop

SOURCES = os.path.join(workshop.PROGRAMS, "not_seen")
PLAIN = "g++"


class NotSeen(workshop.Workshop):

    def build(self, *arguments, compiler=None, code=0):
        """In the test's folder, by `heddle c++` unless a compiler is named; gives what was printed."""
        words = [os.path.join(SOURCES, word) if word.endswith(".cpp") else word for word in arguments]
        command = [compiler] if compiler else [workshop.heddle_command, "c++"]
        done = subprocess.run([*command, *words, "-std=c++20", "-pthread"], cwd=self.folder, text=True,
                              env=workshop.clean_environment(), capture_output=True)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stderr}")
        return done.stderr

    def assert_in_doubt(self, *names):
        """The program is not called complete, the text says why and what, and the user may trust it."""
        text = self.heddle("run", "--quiet", "--json", "result.json", "./program", code=3).stdout
        result = self.result()
        self.assertEqual(result["verdict"], "incomplete")
        self.assertIn("--trust-uninstrumented", result["reason"])
        self.assertTrue(text.startswith("INCOMPLETE: no error found, but coverage is incomplete: "), text)
        for name in names:
            self.assertIn(name, str(result["uninstrumented"]))
            self.assertIn(name, str(result["unwatched"]))
            self.assertIn(name, text[text.index("not covered:"):])
        trusted = self.explore("--quiet", "--trust-uninstrumented", "./program")
        self.assertEqual((trusted["verdict"], trusted["reason"]), ("complete", ""))
        self.assertEqual(trusted["uninstrumented"], result["uninstrumented"])
        return result

    def test_an_object_and_an_archive(self):
        for flags in (("-O0", "-g"), ("-O2",)):
            with self.subTest(flags=flags):
                self.build(*flags, "-c", "bump.cpp", "-o", "bump.o", compiler=PLAIN)
                said = self.build(*flags, "bump_user.cpp", "bump.o", "-o", "program")
                self.assertRegex(said, r"\Aheddle: 'bump\.o' is not instrumented: [^\n]*\n\Z")
                result = self.assert_in_doubt("bump")
                self.assertEqual(len(result["uninstrumented"]), 1)
                subprocess.run(["ar", "rcs", "libbump.a", "bump.o"], cwd=self.folder, check=True)
                self.assertIn("'libbump.a'", self.build(*flags, "bump_user.cpp", "libbump.a", "-o", "program"))
                self.assert_in_doubt("bump")

    def test_functions_of_the_library_on_shared_objects(self):
        for compiler in ("g++", "clang++"):
            for flags in ("-O0", "-O2"):
                with self.subTest(compiler=compiler, flags=flags):
                    self.build(f"--compiler={compiler}", flags, "-g", "-DSHARED", "paths.cpp", "-o", "program")
                    result = self.assert_in_doubt("path::_M_append", "paths.cpp:15")
                    self.assertEqual(len(result["uninstrumented"]), 1)
                    self.build(f"--compiler={compiler}", flags, "-g", "paths.cpp", "-o", "program")
                    self.assertEqual(self.explore("--quiet", "./program")["uninstrumented"], [])

    def test_a_virtual_function_of_the_library(self):
        for compiler in ("g++", "clang++"):
            with self.subTest(compiler=compiler):
                self.build(f"--compiler={compiler}", "-O1", "-g", "pool.cpp", "-o", "program")
                result = self.assert_in_doubt("unsynchronized_pool_resource at pool.cpp:7")
                self.assertIn("functions of the C++ library", result["reason"])

    def test_the_same_with_instrumentation(self):
        for flags in ("-O0", "-O2"):
            with self.subTest(flags=flags):
                self.assertEqual(self.build(flags, "-c", "bump.cpp", "-o", "bump.o"), "")
                self.assertEqual(self.build(flags, "bump_user.cpp", "bump.o", "-o", "program"), "")
                result = self.explore("--quiet", "./program", code=1)
                self.assertEqual((result["error"]["kind"], result["uninstrumented"]), ("assertion", []))

    def test_a_function_without_instrumentation(self):
        self.build("-O2", "-DUNSANITIZED", "bump_user.cpp", "bump.cpp", "-o", "program")
        self.assert_in_doubt("bump at bump.cpp:")

    def test_assembly(self):
        for flags in ("-O0", "-O2"):
            with self.subTest(flags=flags):
                self.build(flags, "-DIN_ASSEMBLY", "bump_user.cpp", "bump.cpp", "-o", "program")
                self.assert_in_doubt("bump.cpp:")

    def test_updates_by_the_compiler_are_no_assembly(self):
        for flags in ("-O0", "-O1", "-O2", "-O3"):
            with self.subTest(flags=flags):
                self.build("--compiler=g++", flags, "updates_in_one_go.cpp", "-o", "program")
                self.assertEqual(self.explore("--quiet", "./program")["uninstrumented"], [])

    def test_a_stripped_program(self):
        self.build("-O2", "-c", "bump.cpp", "-o", "bump.o", compiler=PLAIN)
        self.build("-O2", "bump_user.cpp", "bump.o", "-o", "program", "-s")
        self.assert_in_doubt("program")

    def test_a_library(self):
        self.build("-shared", "-fPIC", "bump.cpp", "-o", "libbump.so", compiler=PLAIN)
        self.build("bump_user.cpp", "./libbump.so", "-o", "program")
        self.assert_in_doubt("libbump.so")

    def test_a_library_that_uses_keys_under_a_lock_of_its_own(self):
        self.build("-O1", "-shared", "-fPIC", "keys_of_library.cpp", "-o", "libkeys.so", compiler=PLAIN)
        self.build("keys_user.cpp", "./libkeys.so", "-o", "program")
        self.assert_in_doubt("libkeys.so")
        for points in ("sync", "shared"):
            with self.subTest(points=points):
                result = self.explore("--quiet", "--points", points, "--trust-uninstrumented", "./program")
                self.assertEqual((result["verdict"], result["races"]), ("complete", []))

    def test_weak_orders(self):
        for flags in ("-O0", "-O2"):
            with self.subTest(flags=flags):
                self.build(flags, "weak_orders.cpp", "-o", "program")
                text = self.heddle("run", "--quiet", "--json", "result.json", "./program").stdout
                self.assertRegex(text, r"\APASSED( \d+ data races?)?: no error found under sequential consistency\n")
                operations = self.result()["weak_orders"]
                self.assertEqual([o.split(" in ")[0] for o in operations],
                                 ["release store at weak_orders.cpp:14", "acquire load at weak_orders.cpp:15",
                                  "relaxed exchange at weak_orders.cpp:17"])
                for operation in operations:
                    self.assertIn(operation, text)

    def test_weak_orders_of_the_standard_library(self):
        self.build("-O1", "shared_pointer.cpp", "-o", "program")
        self.assertEqual(self.explore("./program")["weak_orders"], ["in headers of the standard library"])

    def test_no_weak_orders(self):
        self.build("-O1", "plugin.cpp", "bump.cpp", "bump_user.cpp", "-o", "program")
        self.assertEqual(self.explore("./program", code=1)["weak_orders"], [])

    def test_parallel_algorithms(self):
        for flags in ("-O0", "-O2"):
            with self.subTest(flags=flags):
                self.build(flags, "parallel_sort.cpp", "-o", "program")
                self.assertIn("ran on two threads each", str(self.explore("./program")["unwatched"]))

    def test_shared_output(self):
        """Only output of several threads has orders that were not explored."""
        self.build("-O1", "printing_threads.cpp", "-o", "program")
        order = "the order in which threads print"
        for which in ("puts", "write", "cout"):
            self.assertIn(order, str(self.explore("./program", which)["unwatched"]), which)
        for which in ("one", "main", "none"):
            self.assertNotIn(order, str(self.explore("./program", which)["unwatched"]), which)

    def test_protected_memory(self):
        self.build("-O1", "protected_pages.cpp", "-o", "program")
        nothing = self.explore("./program", "none")["unwatched"]
        for which in ("open", "guard", "cut"):
            self.assertEqual(self.explore("./program", which)["unwatched"], nothing, which)
        self.assertEqual(self.explore("./program", "shrink", code=1)["error"]["kind"], "memory")
        self.assertIn("have no effect", str(self.explore("./program", "many")["unwatched"]))
        for which in ("code", "global"):
            self.assertIn("(mprotect)", self.refused("run", "--quiet", "./program", which))

    def test_memory_mapped_before_the_exploration(self):
        self.build("-O1", "lasting_memory.cpp", "-o", "program")
        self.assert_in_doubt("mapped before the exploration")

    def test_the_clock_of_the_processor(self):
        for flags in ("-O0", "-O2"):
            self.build("-g", flags, "processor_clock.cpp", "-o", "program")
            self.assert_in_doubt("processor_clock.cpp:")
        text = self.heddle("run", "--quiet", "--search", "dfs", "--states", "none", "./program", "decided", code=4)
        self.assertIn("reads a clock or random numbers of the processor at program+0x", text.stdout + text.stderr)

    def test_functions_of_the_c_library(self):
        self.build("library_calls.cpp", "-o", "program")
        self.assertEqual(self.explore("--quiet", "./program")["uninstrumented"], [])
        self.build("-DCALLS", "library_calls.cpp", "-o", "program")
        self.assert_in_doubt("flock", "signalfd")

    def test_openmp(self):
        self.build("-fopenmp", "team.cpp", "-o", "program")
        result = self.explore("--quiet", "./program")
        self.assertEqual((result["verdict"], result["uninstrumented"]), ("complete", []))

    def test_plugins(self):
        self.build("plugin_user.cpp", "-o", "program", "-ldl")
        self.build("-shared", "-fPIC", "plugin.cpp", "-o", "libplugin.so")
        result = self.explore("--quiet", "./program")
        self.assertEqual((result["verdict"], result["uninstrumented"]), ("complete", []))
        self.build("-shared", "-fPIC", "plugin.cpp", "-o", "libplugin.so", compiler=PLAIN)
        self.assert_in_doubt("libplugin.so")
        self.write("libplugin.so", "no library")
        self.assertEqual(self.explore("--quiet", "./program", code=1)["error"]["kind"], "assertion")

    @unittest.skipUnless(os.path.exists("/usr/include/absl/synchronization/mutex.h"), "without Abseil")
    def test_abseil(self):
        libraries = subprocess.run(["pkg-config", "--libs", "absl_synchronization"], text=True, check=True,
                                   capture_output=True).stdout.split()
        self.build("-O1", "mutex_of_abseil.cpp", "-o", "program", *libraries)
        result = self.explore("--quiet", "./program")
        self.assertEqual((result["verdict"], result["races"]), ("complete", []))
        self.assertIn("libabsl_synchronization", str(result["unwatched"]))
        self.build("-O1", "-DUNGUARDED", "mutex_of_abseil.cpp", "-o", "program", *libraries)
        result = self.explore("--quiet", "./program", code=1)
        self.assertEqual((result["error"]["kind"], len(result["races"])), ("assertion", 1))


if __name__ == "__main__":
    workshop.main()
