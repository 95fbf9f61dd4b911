// Takes the keys of one table of a study file, and remembers the first thing that was wrong.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace heddle::study {

// A text, number or truth as the word that options and arguments are made of; nothing for lists
// and tables.
std::optional<std::string> word_of(const nlohmann::json& value);

class TableReader {
 public:
  // `where` names the table in sentences: "[[subject]] 2".  A key that is not in `keys` is wrong.
  TableReader(const nlohmann::json& table, std::string where,
              const std::vector<std::string_view>& keys);

  // Each leaves `into` alone when the key is absent.
  void text(const char* key, std::string& into);
  void number(const char* key, std::optional<std::uint64_t>& into);  // 1 or more
  void words(const char* key, std::vector<std::string>& into);       // a list, or a single word
  // Null when the key is absent or no table.
  const nlohmann::json* table(const char* key);
  // Null when the key is absent.
  const nlohmann::json* any(const char* key) const;

  const std::string& where() const { return where_; }
  // "`where` `words`."
  void fail(const std::string& words);
  // The same with a whole sentence.
  void fail_with(const std::string& sentence);
  Status status() const;

 private:
  const nlohmann::json& table_;
  std::string where_;
  std::string wrong_;
};

}  // namespace heddle::study
