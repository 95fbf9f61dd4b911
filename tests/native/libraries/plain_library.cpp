// A library with data of every kind, built without instrumentation.
#include "native/libraries/libraries.hpp"

namespace heddle::native::libraries {
namespace {

thread_local int t_number = 31;

}  // namespace

int plain_global = 42;
int plain_zero[10'000];
const char* const plain_names[2] = {"warp", "weft"};

int& plain_thread_local() { return t_number; }

}  // namespace heddle::native::libraries
