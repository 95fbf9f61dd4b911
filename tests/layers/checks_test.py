#!/usr/bin/env python3
"""Proves that the checks of tools/ catch what they are there for: each mistake is planted once."""

import importlib.util
import pathlib
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


def load(name):
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PlantedTree(unittest.TestCase):
    """A small tree without mistakes; each test plants one."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def plant(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


@unittest.skipUnless(load("check_format").is_available(), "needs clang-format 14")
class FormatTest(PlantedTree):
    def test_a_file_that_is_not_formatted_is_caught(self):
        self.plant(".clang-format", "BasedOnStyle: Google\n")
        self.plant("right.cpp", "int f() { return 1; }\n")
        self.assertEqual(load("check_format").violations(self.root), [])
        self.plant("wrong.cpp", "int f( ){return 1;}\n")
        self.assertEqual(load("check_format").violations(self.root), [str(self.root / "wrong.cpp")])


class PageTest(PlantedTree):
    """The built page of `heddle report` belongs to its sources, and permits its own script only."""

    def setUp(self):
        super().setUp()
        folder = TOOLS.parent / "src/report/page"
        for path in [folder / "built.html", *folder.glob("web/*.*")]:
            if path.is_file():
                self.plant(path.relative_to(TOOLS.parent), path.read_text())

    def found(self):
        return load("check_page").violations(self.root)

    def change(self, path, old, new):
        text = (self.root / path).read_text()
        self.assertIn(old, text)
        self.plant(path, text.replace(old, new, 1))

    def test_the_page_of_this_tree_passes(self):
        self.assertEqual(self.found(), [])

    def test_a_changed_source_is_caught(self):
        self.change("src/report/page/web/page.css", "padding", "margin")
        self.assertIn("make page", "".join(self.found()))

    def test_a_page_changed_by_hand_is_caught(self):
        self.change("src/report/page/built.html", "use strict", "use nothing")
        self.assertIn("its own script", "".join(self.found()))

    def test_a_script_from_elsewhere_is_caught(self):
        self.change("src/report/page/built.html", "</head>", '<script src="https://example.org/a.js"></script></head>')
        self.assertIn("from elsewhere", "".join(self.found()))


class LayersTest(PlantedTree):
    def setUp(self):
        super().setUp()
        self.plant("layers.txt", "# arrows\ncore:\nsystem: core\nsearch: core system\n")
        self.plant("core/CMakeLists.txt", "heddle_room(core)\n")
        self.plant("core/ids.hpp", "#include <cstdint>\n")
        self.plant("system/system.hpp", '#include "core/ids.hpp"\n')
        self.plant("search/loop.cpp", '#include "system/system.hpp"\n#include "search/loop.hpp"\n')

    def found(self):
        return list(load("check_layers").violations(self.root))

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.found(), [])

    def test_an_include_against_the_flow_is_caught_with_its_line(self):
        self.plant("system/system.cpp", '#include "core/ids.hpp"\n\n#include "search/loop.hpp"\n')
        self.assertEqual(self.found(), ["system/system.cpp:3: system may not include search"])

    def test_an_include_in_a_subfolder_is_caught(self):
        self.plant("core/deep/down.hpp", '#include "system/system.hpp"\n')
        self.assertEqual(len(self.found()), 1)

    def test_a_relative_include_is_caught(self):
        self.plant("search/x.cpp", '#include "../system/system.hpp"\n#include "loop.hpp"\n')
        self.assertEqual(len(self.found()), 2)

    def test_a_link_against_the_flow_is_caught(self):
        self.plant("system/CMakeLists.txt", "heddle_room(system ROOMS core search LIBRARIES dl)\n")
        self.assertEqual(self.found(), ["system/CMakeLists.txt: system may not link search"])

    def test_a_link_by_target_name_is_caught(self):
        self.plant("system/CMakeLists.txt", "target_link_libraries(x PUBLIC heddle_search dl)\n")
        self.assertEqual(self.found(), ["system/CMakeLists.txt: system may not link search"])

    def test_a_room_without_arrows_is_caught(self):
        self.plant("attic/junk.cpp", "")
        self.assertEqual(self.found(), ["attic: not in layers.txt"])

    def test_a_door_permits_one_header_and_the_link(self):
        self.plant("layers.txt", "core:\nsystem: core\nsearch: core system/system.hpp\n")
        self.plant("search/CMakeLists.txt", "heddle_room(search ROOMS core system)\n")
        self.assertEqual(self.found(), [])
        self.plant("system/inside.hpp", "")
        self.plant("search/loop.cpp", '#include "system/inside.hpp"\n')
        self.assertEqual(self.found(), ["search/loop.cpp:1: search may not include "
                                        "system/inside.hpp, only system/system.hpp"])

    def test_a_circle_through_a_door_is_caught(self):
        self.plant("layers.txt", "core: search/loop.hpp\nsystem: core\nsearch: core system\n")
        self.assertIn("layers.txt: core reaches itself", self.found())

    def test_a_circle_is_caught(self):
        self.plant("layers.txt", "core: search\nsystem: core\nsearch: core system\n")
        self.assertIn("layers.txt: core reaches itself", self.found())

    def test_an_arrow_against_the_flow_is_permitted_where_it_is_marked(self):
        self.plant("layers.txt", "core: search*\nsystem: core\nsearch: core system\n")
        self.plant("core/ids.hpp", '#include "search/loop.hpp"\n')
        self.assertEqual(self.found(), [])


class NamesTest(PlantedTree):
    def setUp(self):
        super().setUp()
        self.plant("cmake/room.cmake", "set(HEDDLE_TESTS_TOGETHER core)\n")
        self.plant("src/core/a.cpp", "namespace core {\nnamespace {\n\nstd::string text(int a) {\n  return f(a);\n}\n\n"
                                     "}  // namespace\n\nint count(int a) { return a; }\n\n}  // namespace core\n")

    def found(self):
        names = load("check_names")
        names.FEWEST_NAMES = 1
        return [violation.split(":")[0] for violation in names.violations(self.root)]

    def test_a_clean_tree_passes(self):
        self.plant("src/core/b.cpp", "namespace core {\n\nint count(long a) {\n  return text(a);\n}\n\n}  // namespace core\n")
        self.plant("src/search/b.cpp", "namespace core {\nnamespace {\n\nint text(long a) { return a; }\n\n}  // namespace\n}  // namespace core\n")
        self.assertEqual(self.found(), [])

    def test_an_overload_in_another_file_is_caught(self):
        self.plant("src/core/b.cpp", "namespace core {\nnamespace {\n\nint text(long a) { return a; }\n\n}  // namespace\n}  // namespace core\n")
        self.assertEqual(self.found(), ["src/core/b.cpp"])

    def test_a_static_function_is_caught(self):
        self.plant("src/core/b.cpp", "namespace core {\n\nstatic int text(long a) { return a; }\n\n}  // namespace core\n")
        self.assertEqual(self.found(), ["src/core/b.cpp"])

    def test_a_public_function_is_caught(self):
        self.plant("src/core/b.hpp", "namespace core {\n\nint text(long a);\n\n}  // namespace core\n")
        self.assertEqual(self.found(), ["src/core/b.hpp"])

    def test_tests_that_are_compiled_together_are_checked(self):
        for name in ("a", "b"):
            self.plant(f"tests/core/{name}_test.cpp", "namespace {\n\nconstexpr int kSize = 1;\n\n}  // namespace\n")
        self.assertEqual(self.found(), ["tests/core/b_test.cpp"])

    def test_code_that_the_patterns_do_not_match_is_caught(self):
        self.plant("src/core/a.cpp", "int f();\n")
        self.assertEqual(self.found(), ["tools/check_names.py finds 0 names"])


class StyleTest(PlantedTree):
    def found(self):
        return list(load("check_style").violations(self.root))

    def test_a_clean_file_passes(self):
        self.plant("src/core/a.hpp", "int a;\n" * 500)
        self.assertEqual(self.found(), [])

    def test_a_long_file_is_caught(self):
        self.plant("src/core/a.hpp", "int a;\n" * 501)
        self.assertEqual(len(self.found()), 1)

    def test_a_tab_is_caught(self):
        self.plant("src/core/a.hpp", "int\ta;\n")
        self.assertEqual(self.found(), ["src/core/a.hpp:1: a tab"])

    def test_a_trailing_blank_is_caught(self):
        self.plant("README.md", "one\ntwo \n")
        self.assertEqual(self.found(), ["README.md:2: blanks at the end of the line"])

    def test_a_second_global_variable_is_caught(self):
        self.plant("src/runtime/root.hpp", "extern constinit Runtime g_runtime;\n")
        self.plant("src/worker/a.cpp", "int g_here = 0;\n")
        self.assertEqual(self.found(), [])
        self.plant("src/worker/a.hpp", "extern int g_more;\n")
        self.plant("src/monitors/b.cpp", "constinit int g_more = 0;\n")
        self.assertEqual(self.found(), [
            f"src/{file}:1: a global variable: make it a part of src/runtime/root.hpp"
            for file in ("monitors/b.cpp", "worker/a.hpp")])

    def test_a_static_variable_of_the_runtime_is_caught(self):
        self.plant("src/native/a.cpp", "void f() {\n  static const int kOne = 1;\n"
                   "  static int made(int);\n  static auto* const all = new All;\n"
                   "  static constinit All more;\n  static int path[32];\n}\n")
        self.assertEqual(self.found(), [
            f"src/native/a.cpp:{line}: a static variable: make it a part of src/runtime/root.hpp"
            for line in (4, 5, 6)])

    def test_a_home_folder_is_caught(self):
        self.plant("docs/a.md", "look into /ho" + "me/anna/heddle\n")
        self.assertEqual(len(self.found()), 1)


class LanguageTest(PlantedTree):
    def found(self):
        return list(load("check_language").violations(self.root))

    def test_clean_text_passes(self):
        self.plant("docs/a.md", "# States\n\nA state is visited once. What is a state? See below.\n")
        self.plant("src/core/a.hpp", "// Counts the threads.\nint a;\n")
        self.assertEqual(self.found(), [])

    def test_a_banned_word_in_a_document_is_caught_with_its_line(self):
        self.plant("docs/a.md", "# States\n\nThe thread waits\nfor ever.\n")
        self.assertEqual(self.found(), ["docs/a.md:3: for ever"])

    def test_a_banned_opening_is_caught(self):
        self.plant("README.md", "- First. Of two threads one moves.\n- What is counted.\n")
        self.assertEqual(self.found(), ["README.md:1: Of", "README.md:2: What"])

    def test_code_and_skipped_lines_are_not_read(self):
        self.plant("docs/a.md", "`told`\n```\nfor ever\n```\n<!-- language: off -->\nnobody\n"
                   "<!-- language: on -->\nDone.\n")
        self.assertEqual(self.found(), [])

    def test_text_after_skipped_lines_is_read(self):
        self.plant("docs/a.md", "<!-- language: off -->\nnobody\n<!-- language: on -->\nsomebody\n")
        self.assertEqual(self.found(), ["docs/a.md:4: somebody"])

    def test_a_long_sentence_is_caught_but_not_in_a_table(self):
        words = " ".join(["word"] * 26)
        self.plant("docs/a.md", f"{words}.\n\n| {words} |\n")
        self.assertEqual(len(self.found()), 1)

    def test_comments_and_strings_are_read_and_code_is_not(self):
        self.plant("src/core/a.cpp", 'int told;\n// Nothing\n// is told.\nauto a = "nobody";\n'
                   "/* What it is. */\nchar c = '\"'; // Who waits.\n")
        self.assertEqual(len(self.found()), 1)
        self.assertIn("a.cpp: 4 findings in comments and strings, 0 in", self.found()[0])

    def test_an_opening_of_each_comment_is_caught(self):
        self.plant("src/core/a.cpp", "// Counts\nint a;\n// Of what.\n")
        self.assertEqual(len(self.found()), 1)

    def test_listed_findings_pass_until_there_are_more(self):
        self.plant("tools/language_debt.txt", "# counts\n   1 a.cpp\n")
        self.plant("src/core/a.cpp", "// nobody\n")
        self.assertEqual(self.found(), [])
        self.plant("src/core/a.cpp", "// nobody\n// somebody\n")
        self.assertEqual(len(self.found()), 1)

    def test_the_list_follows_a_moved_file_and_never_grows(self):
        tool = load("check_language")
        self.plant("tools/language_debt.txt", "")
        self.plant("src/core/a.cpp", "// nobody\n")
        self.assertIsNone(tool.record(self.root))
        (self.root / "src/core/a.cpp").unlink()
        self.plant("src/system/b.cpp", "// nobody\n")
        self.assertEqual(len(self.found()), 1)
        self.assertIsNone(tool.record(self.root))
        self.assertEqual(self.found(), [])
        self.plant("src/system/c.cpp", "// nobody\n")
        self.assertIsNotNone(tool.record(self.root))


class DocumentsTest(PlantedTree):
    def setUp(self):
        super().setUp()
        self.plant("examples/a.txt", "warp\nweft\n")

    def complaints(self, commands):
        self.plant("README.md", f"<!-- tested -->\n```console\n{commands}```\n")
        tool = load("check_docs")
        heddle = pathlib.Path("bin/heddle").resolve()
        return list(tool.example_complaints(self.root / "README.md", self.root, heddle))

    def test_output_as_documented_passes(self):
        self.assertEqual(self.complaints("$ cat examples/a.txt\nwarp\n...\nw...t\n"), [])

    def test_exit_codes_reach_the_next_command(self):
        self.assertEqual(self.complaints("$ false\n$ echo $?\n1\n"), [])

    def test_here_documents_are_read(self):
        document = "$ cat > b.txt <<'END'\nwoof\n$ no command\nEND\n"
        self.assertEqual(self.complaints(document + "$ cat b.txt\nwoof\n$ echo done\ndone\n"), [])
        self.assertEqual(len(self.complaints(document + "$ cat b.txt\nwarp\n")), 1)

    def test_a_line_that_is_not_printed_is_caught(self):
        self.assertEqual(len(self.complaints("$ cat examples/a.txt\nwoof\n")), 1)

    def test_lines_in_the_wrong_order_are_caught(self):
        self.assertEqual(len(self.complaints("$ cat examples/a.txt\nweft\nwarp\n")), 1)

    def test_a_broken_link_is_caught(self):
        self.plant("docs/a.md", "# Top\n[here](b.md) [there](a.md#top) [web](https://example.org)\n")
        found = list(load("check_docs").link_complaints(self.root / "docs/a.md"))
        self.assertEqual(found, ["links to b.md, which does not exist"])

    def test_a_path_that_does_not_exist_is_caught(self):
        self.plant("docs/a.md", "`examples/a.txt` `examples/b.txt` `examples/<name>` `b.txt`\n")
        found = list(load("check_docs").path_complaints(self.root / "docs/a.md", self.root))
        self.assertEqual(found, ["names examples/b.txt, which does not exist"])

    def test_a_link_to_a_missing_heading_is_caught(self):
        self.plant("docs/a.md", "## Exit codes, `heddle run`\n[b](b.md#top) [c](#exit-codes-heddle-run)\n")
        self.plant("docs/b.md", "# Bottom\n")
        found = list(load("check_docs").link_complaints(self.root / "docs/a.md"))
        self.assertEqual(found, ["links to b.md#top, but there is no such heading"])


if __name__ == "__main__":
    unittest.main()
