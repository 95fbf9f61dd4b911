// The entries [[subject]] and [[configuration]] of a study file, before their matrices are
// multiplied out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/limits.hpp"
#include "study/matrix.hpp"
#include "study/option_words.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

struct SubjectEntry {
  std::string where;  // "[[subject]] 2" for sentences
  Subject subject;    // with "{parameter}" in its texts
  Matrix matrix;
  Limits limits;
};

struct ConfigurationEntry {
  std::string where;
  std::string name;
  std::string option_text;            // either this
  OptionWords option_words;           // or these
  std::vector<std::string> subjects;  // names of those that it is for; empty: all
  Matrix matrix;
  Limits limits;
};

// The changes made by [quick] or [size.NAME].
struct SizeEntry {
  std::string where;  // "[quick]" for sentences
  Limits limits;      // its seeds are a number of runs that a cell has at most
  Matrix matrix;
  std::vector<std::string> subjects;        // only these; empty: all
  std::vector<std::string> configurations;  // only these; empty: all
};

Result<SubjectEntry> read_subject(const nlohmann::json& table, const std::string& where);
Result<ConfigurationEntry> read_configuration(const nlohmann::json& table,
                                              const std::string& where);
Result<SizeEntry> read_size(const nlohmann::json& table, const std::string& where);

}  // namespace heddle::study
