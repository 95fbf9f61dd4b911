// A path is printed line by line, or as a Graphviz graph; an unreachable location is named as such.
#include "report/path_text.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

PathReport sample() {
  PathReport report{.from = "main", .to = "queue.cpp:7", .distance = 1024 + 512};
  report.synchronisation = 1;
  report.accesses = 2;
  report.lines = {{"main", "queue.cpp:30", ""},
                  {"lambda in main", "queue.cpp:31", "creates a thread"},
                  {"Queue<\"a\">::push", "queue.cpp:7", "calls"}};
  return report;
}

TEST(PathText, ListsLinesAndCalls) {
  EXPECT_EQ(path_text(sample()),
            "distance from main to queue.cpp:7: 1.50\n"
            "the path performs 1 synchronisation operation and 2 memory accesses, operations of "
            "callees that return not counted\n"
            "\n"
            "  queue.cpp:30  main\n"
            "    creates a thread\n"
            "  queue.cpp:31  lambda in main\n"
            "    calls\n"
            "  queue.cpp:7   Queue<\"a\">::push\n");
}

TEST(PathText, SaysUnreachable) {
  EXPECT_EQ(path_text({.from = "end", .to = "begin"}), "begin is unreachable from end\n");
  EXPECT_NE(path_dot({.from = "end", .to = "begin"}).find("begin is unreachable from end"),
            std::string::npos);
}

TEST(PathText, QuotesForGraphviz) {
  EXPECT_EQ(path_dot(sample()),
            "digraph path {\n"
            "  node [shape=box];\n"
            "  label=\"distance from main to queue.cpp:7: 1.50\";\n"
            "  n0 [label=\"main\\nqueue.cpp:30\"];\n"
            "  n1 [label=\"lambda in main\\nqueue.cpp:31\"];\n"
            "  n0 -> n1 [label=\"creates a thread\"];\n"
            "  n2 [label=\"Queue<\\\"a\\\">::push\\nqueue.cpp:7\"];\n"
            "  n1 -> n2 [label=\"calls\"];\n"
            "}\n");
}

}  // namespace
}  // namespace heddle::report
