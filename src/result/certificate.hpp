// A certificate: the fingerprints of all states that a search visited, as a text file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.hpp"
#include "core/result.hpp"

namespace heddle::result {

// Returns the fingerprints in ascending order, one per line.
std::string visited_text(std::vector<Fingerprint> states);

struct Certificate {
  std::string visited;  // see visited_text
  std::uint64_t count = 0;
};

// Returns the content of a certificate file.
std::string certificate_file(std::string_view visited);
// Parses a certificate file.  Its fingerprints must be in ascending order, each once.
Result<Certificate> parse_certificate(std::string_view file);

// Returns the number of fingerprints in a text.
std::uint64_t count_visited(std::string_view visited);

// Returns a hash of some bytes, as 32 hexadecimal digits.
std::string hash_text(std::string_view bytes);

}  // namespace heddle::result
