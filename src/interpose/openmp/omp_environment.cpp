#include "interpose/openmp/omp_environment.hpp"

#include <cstdlib>
#include <string_view>

#include "runtime/scheduler.hpp"

namespace heddle::native::openmp {
namespace {

std::string_view variable(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? std::string_view{} : std::string_view{text};
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Whether the text begins with the word, in letters of either case.
bool begins(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (lower(text[i]) != word[i]) return false;
  }
  return true;
}

// The number at the beginning of the text; 0 if there is none.
std::uint64_t number(std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  std::uint64_t value = 0;
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.front() >= '0' && text.front() <= '9' && value < kMost) {
    value = value * 10 + static_cast<std::uint64_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  return value;
}

std::uint64_t number_or(std::string_view text, std::uint64_t otherwise) {
  const std::uint64_t value = number(text);
  return value == 0 ? otherwise : value;
}

void read_schedule(std::string_view text, Settings& into) {
  into.schedule = static_cast<std::uint64_t>(Schedule::dynamic);
  into.chunk = 1;
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) text.remove_prefix(colon + 1);
  const std::size_t comma = text.find(',');
  const std::string_view chunk =
      comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  if (begins(text, "guided")) {
    into.schedule = static_cast<std::uint64_t>(Schedule::guided);
  } else if (begins(text, "static") || begins(text, "auto")) {
    into.schedule = static_cast<std::uint64_t>(Schedule::fixed);
    into.chunk = 0;
  }
  into.chunk = number_or(chunk, into.chunk);
}

}  // namespace

Settings initial_settings() {
  Settings settings;
  settings.threads = number_or(variable("OMP_NUM_THREADS"), kDefaultThreads);
  const bool nested = begins(variable("OMP_NESTED"), "true");
  constexpr std::uint64_t kManyLevels = 255;
  settings.active_levels =
      number_or(variable("OMP_MAX_ACTIVE_LEVELS"), nested ? kManyLevels : std::uint64_t{1});
  read_schedule(variable("OMP_SCHEDULE"), settings);
  return settings;
}

bool cancellation_is_on() { return begins(variable("OMP_CANCELLATION"), "true"); }

void refuse_cancellation() {
  if (!cancellation_is_on()) return;
  scheduler().refuse(
      "the program cancels OpenMP regions: Heddle does not support OMP_CANCELLATION=true; unset "
      "it");
}

}  // namespace heddle::native::openmp
