// The tables of a study's database, and how a file is recognised as one.
#pragma once

#include "core/result.hpp"
#include "study/sqlite.hpp"

namespace heddle::study {

// Written as SQLite's user_version.  A change of the tables is a new version.
inline constexpr std::int64_t kSchemaVersion = 1;

// Makes the tables in a database that has none.  Refuses a database of another version or of
// another program.  `path` is for the sentence.
Status prepare_schema(Sqlite& database, const std::string& path);

// Refuses whatever is not the database of a study in this version.
Status check_schema(Sqlite& database, const std::string& path);

}  // namespace heddle::study
