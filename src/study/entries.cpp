#include "study/entries.hpp"

#include <fmt/core.h>

#include "study/table_reader.hpp"

namespace heddle::study {
namespace {

using Json = nlohmann::json;

void read_matrix(TableReader& reader, Matrix& into) {
  const Json* table = reader.table("matrix");
  if (table == nullptr) return;
  std::vector<std::string_view> names;
  for (const auto& [name, values] : table->items()) names.push_back(name);
  TableReader parameters(*table, "The table 'matrix' of " + reader.where(), names);
  for (const auto& [name, values] : table->items()) parameters.words(name.c_str(), into[name]);
  if (const Status status = parameters.status(); !status) reader.fail_with(status.sentence());
}

// A table of options: a list of values is a parameter of the matrix.
void read_option_table(TableReader& reader, const Json& table, ConfigurationEntry& into) {
  for (const auto& [name, value] : table.items()) {
    if (!value.is_array()) {
      const std::optional<std::string> word = word_of(value);
      if (!word) return reader.fail(fmt::format("needs a value or a list for '{}'", name));
      into.option_words.emplace_back(name, *word);
      continue;
    }
    std::vector<std::string>& values = into.matrix[name];
    for (const Json& element : value) {
      std::optional<std::string> word = word_of(element);
      if (!word) return reader.fail(fmt::format("needs strings or numbers in '{}'", name));
      values.push_back(std::move(*word));
    }
    into.option_words.emplace_back(name, "{" + name + "}");
  }
}

void read_options(TableReader& reader, ConfigurationEntry& into) {
  const Json* value = reader.any("options");
  if (value == nullptr) return;
  if (value->is_string()) {
    into.option_text = value->get<std::string>();
  } else if (value->is_object()) {
    read_option_table(reader, *value, into);
  } else {
    reader.fail("needs a string or a table for 'options'");
  }
}

std::string with_name(const std::string& where, const Json& table) {
  const auto name = table.find("name");
  if (name == table.end() || !name->is_string()) return where;
  return fmt::format("{} ('{}')", where, name->get<std::string>());
}

}  // namespace

Result<SubjectEntry> read_subject(const Json& table, const std::string& where) {
  SubjectEntry entry;
  entry.where = with_name(where, table);
  TableReader reader(
      table, entry.where,
      {"name", "program", "sources", "flags", "args", "matrix", "seeds", "stop", "budget"});
  reader.text("name", entry.subject.name);
  reader.text("program", entry.subject.program);
  reader.words("sources", entry.subject.sources);
  reader.words("flags", entry.subject.flags);
  reader.words("args", entry.subject.arguments);
  read_matrix(reader, entry.matrix);
  read_limits(reader, entry.limits);
  if (entry.subject.name.empty()) reader.fail("needs a 'name'");
  if (entry.subject.program.empty() == entry.subject.sources.empty()) {
    reader.fail("needs either a 'program' or its 'sources'");
  }
  if (!entry.subject.flags.empty() && entry.subject.sources.empty()) {
    reader.fail("has 'flags' for the compiler, but no 'sources'");
  }
  if (Status status = reader.status(); !status) return status.error();
  return entry;
}

Result<ConfigurationEntry> read_configuration(const Json& table, const std::string& where) {
  ConfigurationEntry entry;
  entry.where = with_name(where, table);
  TableReader reader(table, entry.where,
                     {"name", "options", "subjects", "matrix", "seeds", "stop", "budget"});
  reader.text("name", entry.name);
  reader.words("subjects", entry.subjects);
  read_matrix(reader, entry.matrix);
  read_options(reader, entry);
  read_limits(reader, entry.limits);
  if (entry.name.empty()) reader.fail("needs a 'name'");
  if (Status status = reader.status(); !status) return status.error();
  return entry;
}

Result<SizeEntry> read_size(const Json& table, const std::string& where) {
  SizeEntry entry;
  entry.where = where;
  TableReader reader(table, where,
                     {"seeds", "stop", "budget", "matrix", "subjects", "configurations"});
  read_limits(reader, entry.limits);
  read_matrix(reader, entry.matrix);
  reader.words("subjects", entry.subjects);
  reader.words("configurations", entry.configurations);
  if (Status status = reader.status(); !status) return status.error();
  return entry;
}

}  // namespace heddle::study
