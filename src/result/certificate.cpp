#include "result/certificate.hpp"

#include <algorithm>
#include <tuple>

#include "core/xxh3.hpp"

namespace heddle::result {
namespace {

constexpr std::string_view kFirstLine = "heddle certificate 1\n";
constexpr std::size_t kDigits = 32;         // of a fingerprint
constexpr std::size_t kLine = kDigits + 1;  // with its newline
constexpr std::string_view kHex = "0123456789abcdef";

void append_hex(std::string& into, std::uint64_t number) {
  for (int shift = 60; shift >= 0; shift -= 4) {
    into += kHex[static_cast<std::size_t>(number >> static_cast<unsigned>(shift)) & 15U];
  }
}

bool is_fingerprint(std::string_view line) {
  return line.size() == kLine && line.back() == '\n' &&
         line.substr(0, kDigits).find_first_not_of(kHex) == std::string_view::npos;
}

}  // namespace

std::string visited_text(std::vector<Fingerprint> states) {
  std::sort(states.begin(), states.end(), [](const Fingerprint& a, const Fingerprint& b) {
    return std::tie(a.high, a.low) < std::tie(b.high, b.low);
  });
  std::string text;
  text.reserve(states.size() * kLine);
  for (const Fingerprint& state : states) {
    append_hex(text, state.high);
    append_hex(text, state.low);
    text += '\n';
  }
  return text;
}

std::string certificate_file(std::string_view visited) {
  return std::string(kFirstLine) + std::string(visited);
}

Result<Certificate> parse_certificate(std::string_view file) {
  const Error garbled{
      "this is not a certificate; name a file written by 'heddle run --certificate'"};
  if (!file.starts_with(kFirstLine)) return garbled;
  file.remove_prefix(kFirstLine.size());
  Certificate certificate{std::string(file), count_visited(file)};
  std::string_view last;
  for (; !file.empty(); file.remove_prefix(kLine)) {
    const std::string_view line = file.substr(0, kLine);
    if (!is_fingerprint(line) || line <= last) return garbled;
    last = line;
  }
  return certificate;
}

std::uint64_t count_visited(std::string_view visited) { return visited.size() / kLine; }

std::string hash_text(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  std::string text;
  append_hex(text, hash.high64);
  append_hex(text, hash.low64);
  return text;
}

}  // namespace heddle::result
