#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace heddle::cli {
namespace {

// Narrower screens get wrapped lines rather than an unreadable table.
constexpr int kNarrowest = 60;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool is_dumb() {
  const char* kind = std::getenv("TERM");
  return kind == nullptr || std::string_view(kind) == "dumb";
}

}  // namespace

Terminal terminal_of(int descriptor, config::Colour colour) {
  Terminal terminal;
  const bool device = isatty(descriptor) == 1;
  terminal.interactive = device && !is_dumb();
  const bool wanted = terminal.interactive && !is_set("NO_COLOR");
  terminal.colour = colour == config::Colour::always || (colour == config::Colour::auto_ && wanted);
  winsize size{};
  if (device && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = std::max(kNarrowest, static_cast<int>(size.ws_col));
  }
  return terminal;
}

}  // namespace heddle::cli
