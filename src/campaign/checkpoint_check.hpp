// Validates the file of a checkpoint.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::campaign {

// Facts about a valid checkpoint that is not restored.
struct CheckpointFacts {
  std::uint64_t number = 0;  // of checkpoints of this campaign until here
  std::uint64_t bytes = 0;
};

// Reads the whole file and compares its hashes.  Returns nothing if it is damaged or belongs to
// another campaign.
std::optional<CheckpointFacts> check_checkpoint(int file, std::uint64_t campaign);

}  // namespace heddle::campaign
