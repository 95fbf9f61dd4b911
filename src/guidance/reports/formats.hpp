// One reader for each format.  None throws; a damaged part yields no warning.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "guidance/reports/warning.hpp"

namespace heddle::guidance {

bool is_tsan_log(std::string_view text);
std::vector<Warning> read_tsan_log(std::string_view text);

// Helgrind, DRD and Memcheck.
bool is_valgrind_log(std::string_view text);
std::vector<Warning> read_valgrind_log(std::string_view text);
bool is_valgrind_xml(std::string_view text);
// The error is a sentence about a damaged file: warnings may be missing.
Result<std::vector<Warning>> read_valgrind_xml(std::string_view text);

bool is_clang_log(std::string_view text);
std::vector<Warning> read_clang_log(std::string_view text);

bool is_sarif(const nlohmann::json& json);
std::vector<Warning> read_sarif(const nlohmann::json& json);

bool is_heddle_json(const nlohmann::json& json);
std::vector<Warning> read_heddle_json(const nlohmann::json& json);

}  // namespace heddle::guidance
