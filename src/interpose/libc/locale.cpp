// Locales and message catalogues: the C library's tables are its own, and stay.  Which of them are
// in use is brought back at the end of an execution, like what the kernel keeps.
#include <libintl.h>
#include <locale.h>
#include <wchar.h>

#include <set>
#include <string>
#include <utility>

#include "interpose/interpose.hpp"
#include "runtime/kernel_state.hpp"

namespace heddle::native {
namespace {

// The C library makes the tables for wide characters of a locale at the first conversion.
void load_conversions() {
  mbstate_t state{};
  wchar_t wide = 0;
  (void)::mbrtowc(&wide, "a", 1, &state);
}

}  // namespace

struct LoadedLocales {
  std::set<std::pair<int, std::string>> known;  // mask and name
};

namespace {

// Loads what a locale needs before the program does, into memory of the engine.
void load_locale(int mask, const char* name) {
  if (!allocated_part(runtime().loaded_locales).known.emplace(mask, name).second) return;
  const auto made = call_real<locale_t>("newlocale", mask, name, locale_t{});
  if (made == locale_t{}) return;
  const locale_t before = ::uselocale(made);
  load_conversions();
  ::uselocale(before);
}

locale_t new_locale(int mask, const char* name, locale_t base) {
  if (controlled() && name != nullptr) {
    const EngineScope engine;
    load_locale(mask, name);
  }
  return call_real<locale_t>("newlocale", mask, name, base);
}

}  // namespace

HEDDLE_INTERPOSE char* setlocale(int category, const char* name) noexcept {
  if (!controlled() || name == nullptr) return call_real<char*>("setlocale", category, name);
  note_kernel_call(name, static_cast<std::uint64_t>(category));
  const EngineScope engine;
  char* const chosen = call_real<char*>("setlocale", category, name);
  load_conversions();
  return chosen;
}

HEDDLE_INTERPOSE locale_t newlocale(int mask, const char* name, locale_t base) noexcept {
  return new_locale(mask, name, base);
}

// As the C++ library calls it.
HEDDLE_INTERPOSE locale_t __newlocale(int mask, const char* name, locale_t base) noexcept {
  return new_locale(mask, name, base);
}

// The calls that choose a catalogue determine the text found in it.
#define HEDDLE_IN_ENGINE(name, parameters, ...)     \
  HEDDLE_INTERPOSE char* name parameters noexcept { \
    const EngineScope engine;                       \
    return HEDDLE_ORIGINAL(name)(__VA_ARGS__);      \
  }

#define HEDDLE_CHOOSES(name, parameters, choice, ...)                     \
  HEDDLE_INTERPOSE char* name parameters noexcept {                       \
    if (controlled()) note_kernel_call(#name, choice != nullptr ? 1 : 0); \
    const EngineScope engine;                                             \
    return HEDDLE_ORIGINAL(name)(__VA_ARGS__);                            \
  }

HEDDLE_CHOOSES(textdomain, (const char* domain), domain, domain)
HEDDLE_CHOOSES(bindtextdomain, (const char* domain, const char* folder), folder, domain, folder)
HEDDLE_CHOOSES(bind_textdomain_codeset, (const char* domain, const char* set), set, domain, set)

HEDDLE_IN_ENGINE(gettext, (const char* text), text)
HEDDLE_IN_ENGINE(dgettext, (const char* domain, const char* text), domain, text)
HEDDLE_IN_ENGINE(dcgettext, (const char* domain, const char* text, int category), domain, text,
                 category)
HEDDLE_IN_ENGINE(ngettext, (const char* one, const char* many, unsigned long count), one, many,
                 count)
HEDDLE_IN_ENGINE(dngettext,
                 (const char* domain, const char* one, const char* many, unsigned long count),
                 domain, one, many, count)
HEDDLE_IN_ENGINE(dcngettext,
                 (const char* domain, const char* one, const char* many, unsigned long count,
                  int category),
                 domain, one, many, count, category)

#undef HEDDLE_CHOOSES
#undef HEDDLE_IN_ENGINE

}  // namespace heddle::native
