#!/usr/bin/env python3
"""The generated completions work in the shells themselves.  A shell that is not installed is skipped.

    completion_test.py HEDDLE
"""
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import unittest

HEDDLE = os.path.abspath(sys.argv.pop(1))
PATIENCE = 60  # seconds; a shell that takes longer hangs


def script(shell):
    return subprocess.run([HEDDLE, "help", "--completion", shell], check=True, capture_output=True, text=True).stdout


def needs(shell):
    return unittest.skipUnless(shutil.which(shell), f"{shell} is not installed")


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, shell):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(script(shell))
        return path

    @needs("bash")
    def test_bash(self):
        path = self.write("heddle.bash", "bash")

        def completed(*words):
            line = " ".join(f"'{word}'" for word in words)
            code = f"source {path}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _heddle; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            return subprocess.run(["bash", "-c", code], check=True, capture_output=True, text=True).stdout.split()

        self.assertEqual(completed("heddle", "rep"), ["replay", "report"])
        self.assertEqual(completed("heddle", "run", "--colour", ""), ["auto", "always", "never"])
        self.assertIn("--search", completed("heddle", "run", "--sea"))

    @needs("fish")
    def test_fish(self):
        path = self.write("heddle.fish", "fish")

        def completed(line):
            code = f"source {path}; complete -C '{line}'"
            environment = dict(os.environ, HOME=self.folder, XDG_CONFIG_HOME=self.folder)
            done = subprocess.run(["fish", "--no-config", "-c", code], check=True, capture_output=True, text=True, env=environment)
            self.assertEqual(done.stderr, "")
            return [entry.split("\t")[0] for entry in done.stdout.splitlines()]

        self.assertEqual(sorted(completed("heddle rep")), ["replay", "report"])
        self.assertEqual(sorted(completed("heddle run --colour ")), ["always", "auto", "never"])
        self.assertIn("--search", completed("heddle run --sea"))

    @needs("zsh")
    def test_zsh(self):
        self.write("_heddle", "zsh")
        setup = (f"fpath=({self.folder} $fpath); autoload -Uz compinit; compinit -u -D; "
                 "unsetopt zle_bracketed_paste 2>/dev/null; PROMPT='' ; RPROMPT=''; print ready\n")

        def completed(line):
            """Returns the line after a tab: one match is inserted."""
            child, terminal = pty.fork()
            if child == 0:
                os.chdir(self.folder)
                os.execvpe("zsh", ["zsh", "-f", "-i"], dict(os.environ, TERM="dumb", HOME=self.folder))
            try:
                os.write(terminal, setup.encode())
                self.read_until(terminal, "\nready")
                # Instead of running the line, the return key prints it.
                os.write(terminal, b"accept() { print -r -- \"line:$BUFFER:\"; BUFFER=; zle .accept-line }; zle -N accept-line accept; print set\n")
                self.read_until(terminal, "\nset")
                os.write(terminal, line.encode() + b"\t\r")
                shown = self.read_until(terminal, "line:", ":")
                return shown[shown.rindex("line:") + 5:].split(":")[0]
            finally:
                os.close(terminal)
                os.waitpid(child, 0)

        self.assertEqual(completed("heddle repl").strip(), "heddle replay")
        self.assertEqual(completed("heddle run --colour=ne").strip(), "heddle run --colour=never")

    def read_until(self, terminal, text, after=""):
        shown = ""
        while text not in shown or after not in shown[shown.rindex(text) + len(text):]:
            ready, _, _ = select.select([terminal], [], [], PATIENCE)
            self.assertTrue(ready, f"no answer of the shell: {shown!r}")
            shown += os.read(terminal, 4096).decode(errors="replace")
        return shown


if __name__ == "__main__":
    unittest.main()
