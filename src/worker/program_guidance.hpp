// A guide applied to the program in this process: how near its paused threads are to the locations
// of a sequence.
#pragma once

#include <memory>
#include <string>

#include "core/result.hpp"
#include "guidance/guide.hpp"
#include "system/guidance.hpp"

namespace heddle::worker {

class ProgramGuidance final : public Guidance {
 public:
  // Looks up where the guide's modules are loaded.
  explicit ProgramGuidance(guidance::Guide guide);

  std::size_t locations() const override { return guide_.locations().size(); }
  bool is_at(std::size_t location, const StateView& view, const ThreadView& thread) const override;
  std::uint64_t distance(std::size_t location, const StateView& view,
                         const ThreadView& thread) const override;

 private:
  guidance::Guide guide_;
};

// Reads a guide that the command wrote for this run.
Result<std::shared_ptr<const Guidance>> load_guidance(const std::string& file);

}  // namespace heddle::worker
