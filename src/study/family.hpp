// Techniques that differ in the threshold alone, and the family that is recommended.  A threshold
// suits a program, not all programs: so what is compared over several subjects is the rest.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "study/grid.hpp"
#include "study/selection.hpp"

namespace heddle::study {

struct Family {
  std::string name;                  // "(H, random, 0.9)"; of a technique by itself, its name
  std::vector<std::size_t> members;  // indices of Grid::techniques(), by threshold
};

// The studied techniques, in the study's order of their first members.
std::vector<Family> families_of(const Grid& grid);

// The member with the smallest mean cost on a subject among those that always found the error.
Selected best_member(const Grid& grid, std::size_t subject, const Family& family);

struct Recommended {
  Family family;
  std::size_t subjects = 0;  // on which a member always found the error
  double mean_rank = 0;      // 1 would be: the best everywhere
};

// The family that always finds the error on the most subjects; of several, the one with the
// smallest mean rank, where a subject ranks families by the mean cost of their best member there,
// equals share a rank, and a family without such a member is last.  Subjects on which no family
// always finds the error do not count.  Absent when there are only such subjects.
std::optional<Recommended> recommended_family(const Grid& grid);

}  // namespace heddle::study
