// Flags that keep accesses to variables which the optimiser would remove.  An optimiser assumes
// that no other thread intervenes: it reads a variable once, writes it once, or keeps it in a
// register during a loop.  Then the schedules that reveal a data race do not exist in the binary.
#pragma once

#include <array>
#include <string_view>

namespace heddle {

// Turns off the passes of g++ that remove, merge or move accesses before they are instrumented.
// Separated by blanks.  tests/cli/accesses_test.py compares the accesses of generated
// functions; each flag answers a difference:
//   tree-dce                          reads of unused values
//   tree-sink                         writes move to the branches where no other write follows
//   tree-ch, max-completely-peel-...  copies of loop code are searched for equal values
//   ipa-pure-const                    calls that only read are merged, or removed without a use
//   ipa-sra                           callers read for the callee
//   ipa-reference-addressable         writes of a static variable that no code reads
//   hoist-adjacent-loads, logical-op  both operands of a condition are read
//   expensive-optimizations           reads of neighbours, or of one variable twice, become one
// The flag for crossjumping keeps equal calls apart, as of std::terminate, which have different
// source lines; without the others there are more of them.
inline constexpr std::string_view kKeepAccesses =
    "-fno-tree-fre -fno-tree-pre -fno-tree-dse -fno-tree-dce -fno-tree-sink -fno-tree-ch "
    "-fno-tree-loop-im -fno-tree-dominator-opts -fno-code-hoisting -fno-hoist-adjacent-loads "
    "-fno-store-merging -fno-tree-vectorize -fno-tree-loop-distribute-patterns "
    "-fno-ipa-pure-const -fno-ipa-sra -fno-ipa-reference-addressable -fno-crossjumping "
    "-fno-expensive-optimizations "
    "--param=max-completely-peel-times=0 --param=logical-op-non-short-circuit=0";

// clang++ has no flags for its passes, and instruments behind them: only code that it does not
// optimise keeps all accesses.  The level for the compiler proper overrides the user's.
inline constexpr std::string_view kKeepAccessesByClang = "-Xclang -O0";

// clang++ instruments an access to a local variable only if the very address of the access may be
// known elsewhere, which that of a member or an element never is.  A call before each access that
// is given its address makes it known: the pass that adds these calls comes before the other one.
inline constexpr std::string_view kShowLocalsByClang =
    "-Xclang -fsanitize-coverage-type=1 -Xclang -fsanitize-coverage-trace-loads "
    "-Xclang -fsanitize-coverage-trace-stores";

// The debug information lists the flags of a compilation.  Each of these shows that accesses were
// kept.
inline constexpr std::array<std::string_view, 2> kAccessesKept = {"-fno-tree-dce",
                                                                  kKeepAccessesByClang};

}  // namespace heddle
