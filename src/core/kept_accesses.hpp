// Flags that keep accesses to variables which the optimiser would remove.  An optimiser assumes
// that no other thread intervenes: it reads a variable once, writes it once, or keeps it in a
// register during a loop.  Then the schedules that reveal a data race do not exist in the binary.
#pragma once

#include <array>
#include <string_view>

namespace heddle {

// Turns off the passes of g++ that remove, merge or move accesses before they are instrumented.
// The last one merges equal calls, as of std::terminate, which have different source lines; without
// the others it does so more often.  Separated by blanks.
inline constexpr std::string_view kKeepAccesses =
    "-fno-tree-fre -fno-tree-pre -fno-tree-dse -fno-tree-loop-im -fno-tree-dominator-opts "
    "-fno-code-hoisting -fno-store-merging -fno-tree-vectorize -fno-tree-loop-distribute-patterns "
    "-fno-crossjumping";

// clang++ has no flags for its passes: only code that it does not optimise keeps all accesses.  The
// level for the compiler proper overrides the user's.
inline constexpr std::string_view kKeepAccessesByClang = "-Xclang -O0";

// The debug information lists the flags of a compilation.  Each of these shows that accesses were
// kept.
inline constexpr std::array<std::string_view, 2> kAccessesKept = {"-fno-tree-fre",
                                                                  kKeepAccessesByClang};

}  // namespace heddle
