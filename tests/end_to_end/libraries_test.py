#!/usr/bin/env python3
"""A program with libraries, parts and allocators of its own is explored as a whole, or refused with a sentence."""
import os
import subprocess

import workshop

SOURCES = os.path.join(workshop.PROGRAMS, "linking")
HEDDLE = ("c++",)  # `heddle c++`; anything else is a compiler without Heddle
PLAIN = "g++"


class Libraries(workshop.Workshop):

    def build(self, compiler, *arguments):
        """In the test's folder; names of sources are those of programs/linking."""
        words = [os.path.join(SOURCES, word) if word.endswith(".cpp") else word for word in arguments]
        command = [workshop.heddle_command, *compiler] if compiler is HEDDLE else [compiler]
        done = subprocess.run([*command, "-O1", "-pthread", *words], cwd=self.folder, text=True,
                              env=workshop.clean_environment(), capture_output=True)
        self.assertEqual(done.returncode, 0, words)
        self.assertNotIn("warning:", done.stderr)

    def library(self, compiler, *sources_and_name):
        *sources, name = sources_and_name
        self.build(compiler, "-shared", "-fPIC", *sources, "-o", name)

    def program(self, *arguments):
        self.build(HEDDLE, *arguments, "-o", "program", "-Wl,-rpath,.", "-Wl,--no-as-needed")

    def explored(self, *arguments):
        result = self.explore("--points", "sync", "--trust-uninstrumented", "./program", *arguments)
        self.assertEqual(result["verdict"], "complete")
        self.assertGreater(result["states"], 3)  # both orders of the two threads
        return result

    def refusal(self, *arguments):
        return self.refused("run", "--quiet", "./program", *arguments)

    def test_a_shared_library(self):
        for compiler in (HEDDLE, PLAIN):
            with self.subTest(compiler=compiler):
                self.library(compiler, "shelf.cpp", "libshelf.so")
                self.program("shelf_user.cpp", "./libshelf.so")
                unseen = "libshelf.so" in str(self.explored()["unwatched"])
                self.assertEqual(unseen, compiler is PLAIN)

    def test_a_static_library_and_unseen_objects(self):
        for compiler in (HEDDLE, PLAIN):
            with self.subTest(compiler=compiler):
                self.build(compiler, "-c", "shelf.cpp", "-o", "shelf.o")
                subprocess.run(["ar", "rcs", "libshelf.a", "shelf.o"], cwd=self.folder, check=True)
                self.program("shelf_user.cpp", "libshelf.a")
                self.explored()

    def test_a_plugin_is_loaded_early_or_linked(self):
        self.library(HEDDLE, "shelf.cpp", "libshelf.so")
        self.program("-DLOADED", "shelf_user.cpp")
        self.explored()
        self.program("-DLOADED", "-DEARLY", "shelf_user.cpp")
        self.explored()
        self.library(HEDDLE, "shelf.cpp", "shelf_per_thread.cpp", "libshelf.so")
        self.assertIn("loaded by dlopen and has thread_local variables", self.refusal())
        self.build(HEDDLE, "-DLOADED", "shelf_user.cpp", "-o", "program", "-Wl,--no-as-needed",
                   "./libshelf.so")
        self.explored()

    def test_a_library_that_starts_threads_before_main(self):
        self.library(HEDDLE, "eager.cpp", "libeager.so")
        self.program("shelf_user.cpp", "shelf.cpp", "-Wl,--no-as-needed", "./libeager.so")
        self.assertIn("starts a thread while it is loaded", self.refusal())

    def test_an_allocator(self):
        self.program("shelf_user.cpp", "shelf.cpp", "own_malloc.cpp", "-fno-builtin")
        self.assertRegex(self.refusal(), r"program' defines its own malloc")
        self.library(PLAIN, "own_malloc.cpp", "libmine.so")
        self.program("shelf_user.cpp", "shelf.cpp", "-Wl,--no-as-needed", "./libmine.so")
        self.assertRegex(self.refusal(), r"libmine\.so' defines its own malloc")

    def test_operator_new(self):
        self.program("shelf_user.cpp", "shelf.cpp", "own_new.cpp")
        self.explored()

    def test_threads_behind_our_back(self):
        self.program("own_threads.cpp")
        for how, sentence in (("clone", "calls clone"), ("system call", "calls clone"),
                              ("dlmopen", "calls dlmopen")):
            with self.subTest(how=how):
                self.assertIn(sentence, self.refusal(how))

    def test_flags_of_the_linker(self):
        self.program("-ffunction-sections", "-fdata-sections", "-fvisibility=hidden", "-fno-exceptions",
                     "-Wl,--gc-sections,-O1,--sort-common", "shelf_user.cpp", "shelf.cpp")
        self.explored()


if __name__ == "__main__":
    workshop.main()
