// A rank as a priority: what it said of the choice when its state was reached.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/heuristics/priority.hpp"

namespace heddle::search {

class ByRank final : public Priority {
 public:
  ByRank(std::shared_ptr<Rank> rank, unsigned bits, std::string name)
      : rank_(std::move(rank)), bits_(bits), name_(std::move(name)) {}

  void arrived(const Path& path, std::span<const Choice> choices) override;
  Cost cost(const Choice& choice) override;
  unsigned bits() const override { return bits_; }
  std::string_view name() const override { return name_; }

 private:
  struct Noted {
    Decision decision;
    Cost cost = 0;
  };

  std::shared_ptr<Rank> rank_;
  unsigned bits_;
  std::string name_;
  std::vector<Noted> noted_;         // by depth
  std::vector<std::size_t> begins_;  // by depth: in noted_
};

}  // namespace heddle::search
