// The subject of a campaign: the program, its arguments and the search.  A campaign continues only
// with all of it unchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/run_options.hpp"

namespace heddle::campaign {

struct CampaignIdentity {
  std::string version;  // of Heddle
  std::string engine;   // hash of libheddle
  std::string program;  // its path
  std::string program_hash;
  std::vector<std::string> arguments;
  std::string options;       // in the form of HEDDLE_OPTIONS, see search_part
  std::string input;         // hash of standard input, if it is a file
  std::uint64_t builds = 1;  // of the program since the campaign began

  friend bool operator==(const CampaignIdentity&, const CampaignIdentity&) = default;
};

// Returns the options that decide about the search.  The others may change when a campaign
// continues: the time of a run, the interval of checkpoints, and what is printed and written.
config::RunOptions search_part(const config::RunOptions& options);

// Returns the options of a run that continues a campaign: the search of `search`, and the rest of
// `run`.
config::RunOptions with_search_of(const config::RunOptions& search, const config::RunOptions& run);

// Returns the file with a checksum, and reads it again.  Nothing if it is damaged.
std::string to_file(const CampaignIdentity& identity);
std::optional<CampaignIdentity> from_file(std::string_view text);

// Returns the number that the checkpoints of the campaign contain.
std::uint64_t number_of(const CampaignIdentity& identity);

}  // namespace heddle::campaign
