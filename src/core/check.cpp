#include "core/check.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace heddle {
namespace {

CheckContext g_context = nullptr;
int g_output = STDERR_FILENO;

}  // namespace

CheckContext set_check_context(CheckContext context) {
  CheckContext former = g_context;
  g_context = context;
  return former;
}

void set_check_output(int descriptor) { g_output = descriptor; }

void check_failed(const char* condition, const char* file, int line, const char* why) {
  // Straight to the descriptor: this may run with a corrupted heap, inside the explored process.
  char text[512];
  const int length = std::snprintf(text, sizeof text, "heddle: internal error: %s (%s) at %s:%d\n",
                                   why, condition, file, line);
  if (length > 0) {
    const auto bytes = std::min<std::size_t>(static_cast<std::size_t>(length), sizeof text - 1);
    (void)!::write(g_output, text, bytes);
  }
  if (g_context != nullptr) {
    const CheckContext context = g_context;
    g_context = nullptr;  // a second failure inside the printer must not loop
    context();
  }
  ::_exit(70);
}

}  // namespace heddle
