#include "study/schema.hpp"

#include <fmt/core.h>

namespace heddle::study {
namespace {

// "Hedl": SQLite's application_id, which `file` shows too.
constexpr std::int64_t kApplication = 0x4865646c;

// docs/studies.md describes the columns.
constexpr const char* kTables = R"(
CREATE TABLE study (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE subject (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  program TEXT NOT NULL,
  arguments TEXT NOT NULL,
  build_id TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE configuration (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  options TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE run (
  subject TEXT NOT NULL REFERENCES subject(name),
  configuration TEXT NOT NULL REFERENCES configuration(name),
  seed INTEGER NOT NULL,
  options TEXT NOT NULL,
  build_id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  kind TEXT,
  message TEXT,
  states INTEGER NOT NULL,
  transitions INTEGER NOT NULL,
  revisits INTEGER NOT NULL,
  executions INTEGER NOT NULL,
  max_depth INTEGER NOT NULL,
  error_depth INTEGER,
  pruned INTEGER NOT NULL,
  seconds REAL NOT NULL,
  peak_rss INTEGER NOT NULL,
  trace TEXT,
  exit_code INTEGER NOT NULL,
  json TEXT NOT NULL,
  surplus INTEGER NOT NULL DEFAULT 0,
  UNIQUE (subject, configuration, seed)
);
)";

Error foreign(const std::string& path) {
  return Error{fmt::format("'{}' is not the database of a study; name another file.", path)};
}

}  // namespace

Status check_schema(Sqlite& database, const std::string& path) {
  const auto application = database.query_number("PRAGMA application_id");
  if (!application) return application.error();
  if (*application != kApplication) return foreign(path);
  const auto version = database.query_number("PRAGMA user_version");
  if (!version) return version.error();
  if (*version == kSchemaVersion) return Done{};
  return Error{
      fmt::format("'{}' was written by another version of Heddle (table version {}, this Heddle "
                  "reads version {}); use that Heddle, or name another file.",
                  path, *version, kSchemaVersion)};
}

Status prepare_schema(Sqlite& database, const std::string& path) {
  const auto tables = database.query_number("SELECT count(*) FROM sqlite_master");
  if (!tables) return tables.error();
  const auto version = database.query_number("PRAGMA user_version");
  if (!version) return version.error();
  if (*tables > 0 || *version != 0) return check_schema(database, path);
  return in_transaction(database, [&] {
    return database.execute(fmt::format("{} PRAGMA application_id = {}; PRAGMA user_version = {};",
                                        kTables, kApplication, kSchemaVersion));
  });
}

}  // namespace heddle::study
