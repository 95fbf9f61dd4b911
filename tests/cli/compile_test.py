#!/usr/bin/env python3
"""heddle c++ and heddle cc with real compilers: what is instrumented, linked, passed on, refused.

usage: compile_test.py HEDDLE [unittest arguments]

A stand-in for libheddle that counts calls shows that the instrumentation is there; HEDDLE_LIBDIR
puts it in the real one's place.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HEDDLE = ""
HERE = os.path.dirname(os.path.abspath(__file__))
COUNTER = "int x;\nint main() { x++; return 0; }\n"


def has(tool):
    return shutil.which(tool) is not None


class Workshop(unittest.TestCase):
    """A fresh folder with the stand-in library for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "a folder")
        self.libraries = os.path.join(folder.name, "lib, odd")
        os.makedirs(self.folder)
        os.makedirs(self.libraries)
        self.make_runtime("cc", self.libraries)
        self.environment = dict(os.environ, HEDDLE_LIBDIR=self.libraries, LC_ALL="C")
        for name in ("HEDDLE_CXX", "HEDDLE_CC"):
            self.environment.pop(name, None)

    def make_runtime(self, compiler, into):
        subprocess.run([compiler, "-shared", "-fPIC", "-Wl,-soname,libheddle.so",
                        os.path.join(HERE, "counting_runtime.c"), "-o",
                        os.path.join(into, "libheddle.so")], check=True)
        folder = os.path.join(into, "heddle_cpp_library")
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["ar", "rcs", os.path.join(folder, "libheddle_cpp_library.a")], check=True)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def run_in(self, *command, stdin=None, code=0):
        done = subprocess.run(command, cwd=self.folder, env=self.environment, input=stdin,
                              text=True, capture_output=True)
        self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}{done.stderr}")
        return done

    def heddle(self, *arguments, **more):
        return self.run_in(HEDDLE, *arguments, **more)

    def needed(self, file):
        out = self.run_in("readelf", "-d", file).stdout
        return [line.split("[")[1].rstrip("]") for line in out.splitlines() if "(NEEDED)" in line]

    def expect_program(self, file, reads=1, writes=1):
        """It runs under our library alone, and its accesses are seen."""
        self.assertIn("libheddle.so", self.needed(file))
        self.assertFalse([name for name in self.needed(file) if "tsan" in name])
        out = self.run_in("./" + file).stdout
        self.assertIn(f"entries=1 reads={reads} writes={writes}\n", out)


class EachCompiler:
    """What must hold for every compiler; mixed into one class for each."""

    def setUp(self):
        super().setUp()
        if not has(self.cxx) or not has(self.cc):
            self.skipTest(f"{self.cxx} is not installed")
        self.environment.update(HEDDLE_CXX=self.cxx, HEDDLE_CC=self.cc)
        self.write("counter.cpp", COUNTER)

    def test_one_call_compiles_and_links(self):
        for level in ("-O0", "-O1", "-O2"):
            self.heddle("c++", level, "-Wall", "-Werror", "counter.cpp", "-o", "counter")
            self.expect_program("counter")

    def test_separate_compile_and_link_with_dependencies(self):
        self.heddle("c++", "-MD", "-MF", "deps", "-c", "counter.cpp", "-o", "counter.o")
        with open(os.path.join(self.folder, "deps")) as file:
            self.assertIn("counter.cpp", file.read())
        self.heddle("c++", "-Werror", "counter.o", "-o", "counter")
        self.expect_program("counter")

    def test_c(self):
        self.write("counter.c", COUNTER)
        self.heddle("cc", "-Werror", "counter.c")
        self.expect_program("a.out")

    def test_several_sources_and_languages(self):
        self.write("one.cpp", 'extern "C" void two(); int main() { two(); }\n')
        self.write("two.c", "int y; void two(void) { y++; }\n")
        self.heddle("c++", "one.cpp", "-x", "c", "two.c", "-o", "both")
        self.expect_program("both")

    def test_standard_input(self):
        self.heddle("c++", "-x", "c++", "-", "-o", "counter", stdin=COUNTER)
        self.expect_program("counter")

    def test_response_file(self):
        self.write("arguments", "-O1 'counter.cpp' -fsanitize=thread\n-o \"counter\"")
        self.heddle("c++", "@arguments")
        self.expect_program("counter")

    def test_users_own_thread_sanitizing_is_harmless(self):
        self.heddle("c++", "-fsanitize=thread", "counter.cpp", "-o", "counter")
        self.expect_program("counter")
        self.heddle("c++", "-fsanitize=thread", "-c", "counter.cpp")
        self.heddle("c++", "-fsanitize=thread", "counter.o", "-o", "counter")
        self.expect_program("counter")

    def test_a_file_can_be_left_uninstrumented(self):
        self.heddle("c++", "-fno-sanitize=thread", "-c", "counter.cpp")
        self.assertNotIn("tsan", self.run_in("nm", "counter.o").stdout)

    def test_link_time_optimisation(self):
        if not self.lto_works():
            self.skipTest("the compiler alone cannot do it here")
        self.heddle("c++", "-flto", "-O1", "counter.cpp", "-o", "counter")
        self.expect_program("counter")

    def test_copies_are_calls_of_the_library(self):
        self.write("copies.c", "#include <string.h>\nstruct part { char bytes[40]; } a, b;\nint n = 8;\n"
                               "int main(void) { memcpy(&a, &b, 40); memcpy(&b, &a, n); return 0; }\n")
        for options in (["-O0"], ["-O2"], *([["-O2", "-flto"]] if self.lto_works() else [])):
            self.heddle("cc", *options, "copies.c", "-o", "copies")
            self.assertIn("copies=2\n", self.run_in("./copies").stdout, options)

    def lto_works(self):
        done = subprocess.run([self.cxx, "-flto", "-x", "c++", "-", "-o", "/dev/null"],
                              input="int main() {}", text=True, capture_output=True)
        return done.returncode == 0

    def test_shared_library(self):
        self.write("part.cpp", "int y; void part() { y++; }\n")
        self.write("whole.cpp", "void part(); int main() { part(); }\n")
        self.heddle("c++", "-shared", "-fPIC", "part.cpp", "-o", "libpart.so")
        self.assertNotIn("libheddle.so", self.needed("libpart.so"))
        self.heddle("c++", "whole.cpp", "-L.", "-lpart", "-Wl,-rpath,$ORIGIN", "-o", "whole")
        self.expect_program("whole")
        for defs in (["-Wl,-z,defs"], ["-Wl,--no-undefined"], ["-Xlinker", "-z", "-Xlinker", "defs"]):
            self.heddle("c++", "-shared", "-fPIC", "part.cpp", "-o", "libpart.so", *defs)
            self.assertIn("libheddle.so", self.needed("libpart.so"))

    def test_relocatable_link(self):
        self.heddle("c++", "-c", "counter.cpp")
        self.heddle("c++", "-r", "-nostdlib", "counter.o", "-o", "merged.o")
        self.heddle("c++", "merged.o", "-o", "counter")
        self.expect_program("counter")

    def test_assembly_and_preprocessing(self):
        self.heddle("c++", "-S", "counter.cpp", "-o", "counter.s")
        self.heddle("c++", "-Werror", "-c", "counter.s")
        self.heddle("c++", "counter.o", "-o", "counter")
        self.expect_program("counter")
        self.write("macro.cpp", "HEDDLE\n")
        self.assertIn("\n1", self.heddle("c++", "-E", "macro.cpp").stdout)

    def test_precompiled_header(self):
        self.write("common.hpp", "#pragma once\nextern int x;\n")
        self.heddle("c++", "-x", "c++-header", "common.hpp", "-o", "common.hpp.gch")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "common.hpp.gch")))

    def test_questions_are_passed_through(self):
        for question in (["--version"], ["-dumpversion"], ["-dumpmachine"], ["-print-search-dirs"],
                         ["-print-file-name=libc.so"], ["-v"]):
            ours = self.heddle("c++", *question)
            theirs = self.run_in(self.cxx, *question)
            self.assertEqual((ours.stdout, ours.stderr), (theirs.stdout, theirs.stderr), question)

    def test_a_compilation_error_keeps_its_exit_code(self):
        self.write("wrong.cpp", "int main() { return nothing; }\n")
        done = self.heddle("c++", "-c", "wrong.cpp", code=1)
        self.assertIn("nothing", done.stderr)

    def test_users_debug_level_wins(self):
        self.heddle("c++", "-c", "counter.cpp")
        self.assertIn(".debug_info", self.run_in("readelf", "-S", "counter.o").stdout)
        self.heddle("c++", "-g0", "-c", "counter.cpp")
        self.assertNotIn(".debug_info", self.run_in("readelf", "-S", "counter.o").stdout)

    def test_programs_are_bound_at_load_time_and_have_a_build_id(self):
        self.heddle("c++", "counter.cpp", "-o", "counter")
        self.assertIn("NOW", self.run_in("readelf", "-d", "counter").stdout)
        self.assertIn("Build ID", self.run_in("readelf", "-n", "counter").stdout)

    def test_cmake_project_with_both_kinds_of_library(self):
        self.write("CMakeLists.txt", """
cmake_minimum_required(VERSION 3.20)
project(little C CXX)
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-Wall HAS_WALL)
if(NOT HAS_WALL)
  message(FATAL_ERROR "the check must succeed")
endif()
add_library(fixed STATIC fixed.cpp)
add_library(loaded SHARED loaded.c)
add_executable(little main.cpp)
target_link_libraries(little fixed loaded)
""")
        self.write("fixed.cpp", "int a; void fixed() { a++; }\n")
        self.write("loaded.c", "int b; void loaded(void) { b++; }\n")
        self.write("main.cpp", 'void fixed(); extern "C" void loaded(); '
                               "int c; int main() { fixed(); loaded(); c++; }\n")
        generator = ["-G", "Ninja"] if has("ninja") else []
        two_words = dict(CXX=f"{HEDDLE} c++", CC=f"{HEDDLE} cc")
        one_word = dict(CXX=f"{HEDDLE}-c++", CC=f"{HEDDLE}-cc")
        for name, compilers in (("two", two_words), ("one", one_word)):
            self.environment.update(compilers)
            self.run_in("cmake", *generator, "-B", name, "-S", ".")
            self.run_in("cmake", "--build", name)
            self.expect_program(f"{name}/little", reads=3, writes=3)


class Gcc(EachCompiler, Workshop):
    cxx, cc = "g++", "gcc"


class Clang(EachCompiler, Workshop):
    cxx, cc = "clang++", "clang"


class CrossCompiler(Workshop):
    def test_another_processor(self):
        triple = "aarch64-linux-gnu" if os.uname().machine == "x86_64" else "x86_64-linux-gnu"
        if not has(f"{triple}-g++") or not has(f"{triple}-gcc"):
            self.skipTest("no cross compiler is installed")
        self.make_runtime(f"{triple}-gcc", self.libraries)
        self.write("counter.cpp", COUNTER)
        self.heddle("c++", f"--compiler={triple}-g++", "counter.cpp", "-o", "counter")
        self.assertIn("libheddle.so", self.needed("counter"))
        self.assertIn("__tsan_write4", self.run_in("nm", "-D", "counter").stdout)


class Wrapper(Workshop):
    """What does not depend on the compiler."""

    def setUp(self):
        super().setUp()
        self.write("counter.cpp", COUNTER)
        self.write("fake", '#!/bin/sh\n[ "$1" = --version ] && [ $# = 1 ] && exit 0\n'
                           'printf "%s\\n" "$@"\nexit 7\n')
        os.chmod(os.path.join(self.folder, "fake"), 0o755)

    def test_arguments_stay_as_they_are_and_in_order(self):
        own = ["-O2", "-Ifirst", "a b.cpp", "-DX=\"y\"", "-lm", "second.o", "-Wl,-rpath,here", ""]
        out = self.heddle("c++", "--compiler=./fake", *own, code=7).stdout.split("\n")[:-1]
        # Before the first library, and at the end.
        ours = ["-Xlinker", os.path.join(self.libraries, "heddle_cpp_library", "libheddle_cpp_library.a")]
        first = own.index("-lm")
        expected = own[:first] + ours + own[first:] + ours
        self.assertEqual(out[-len(expected):], expected)
        self.assertLess(out.index(os.path.join(self.libraries, "libheddle.so")), out.index("-O2"))

    def watched(self, *arguments):
        """The functions whose calls the linker is told to send to libheddle."""
        out = self.heddle("c++", "--compiler=./fake", *arguments, code=7).stdout
        return [name for name in out.replace("\n", ",").split(",") if name.startswith("--wrap=")]

    def test_calls_of_memory_functions_go_to_the_library(self):
        self.assertIn("--wrap=memcpy", self.watched("counter.cpp"))
        self.assertIn("--wrap=strlen", self.watched("-shared", "counter.cpp"))
        self.assertIn("--wrap=__strcpy_chk", self.watched("counter.o"))
        for left_alone in (["-c", "counter.cpp"], ["-r", "counter.o"],
                           ["-fno-sanitize=thread", "-shared", "counter.cpp"]):
            self.assertEqual(self.watched(*left_alone), [])

    def test_a_compiler_of_several_words(self):
        self.environment["HEDDLE_CXX"] = "./fake first"
        self.assertEqual(self.heddle("c++", "-v", code=7).stdout, "first\n-v\n")

    def refused(self, *arguments):
        done = self.heddle("c++", *arguments, code=2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_refusals(self):
        self.assertIn("-static cannot", self.refused("-static", "counter.cpp"))
        for sanitizer in ("address", "memory", "leak", "hwaddress", "undefined,address"):
            self.assertIn("cannot be combined with Heddle",
                          self.refused(f"-fsanitize={sanitizer}", "-c", "counter.cpp"))
        self.assertIn("Cannot find the compiler 'no-such'",
                      self.refused("--compiler=no-such", "counter.cpp"))
        self.environment["HEDDLE_LIBDIR"] = self.folder
        self.assertIn("is missing", self.refused("counter.cpp"))


if __name__ == "__main__":
    HEDDLE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
