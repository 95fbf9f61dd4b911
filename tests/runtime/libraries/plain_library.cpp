// A library with data of every kind, built without instrumentation.
#include "runtime/libraries/libraries.hpp"

namespace heddle::native::libraries {
namespace {

int g_number = 42;
int g_zeros[kZeros];
const char* const g_table[] = {"warp", "weft"};
thread_local int t_number = 31;

}  // namespace

int* initialised_data() { return &g_number; }
int* zeros() { return g_zeros; }
const void* relocated_table() { return g_table; }
int& thread_local_number() { return t_number; }

}  // namespace heddle::native::libraries
