// Flags that keep accesses to variables which the optimiser would remove.  An optimiser assumes
// that no other thread intervenes: it reads a variable once, writes it once, or keeps it in a
// register during a loop.  Then the schedules that reveal a data race do not exist in the binary.
#pragma once

#include <string_view>

namespace heddle {

// Turns off the passes of g++ that remove, merge or move accesses before they are instrumented.
// The last one merges equal calls, as of std::terminate, which have different source lines; without
// the others it does so more often.  Separated by blanks.
inline constexpr std::string_view kKeepAccesses =
    "-fno-tree-fre -fno-tree-pre -fno-tree-dse -fno-tree-loop-im -fno-tree-dominator-opts "
    "-fno-code-hoisting -fno-store-merging -fno-tree-vectorize -fno-tree-loop-distribute-patterns "
    "-fno-crossjumping";

// The debug information lists the flags of a compilation.  This one shows that accesses were kept.
inline constexpr std::string_view kAccessesKept = "-fno-tree-fre";

}  // namespace heddle
