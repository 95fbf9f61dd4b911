#include "study/sqlite.hpp"

#include <fmt/core.h>
#include <sqlite3.h>

#include <utility>

namespace heddle::study {
namespace {

// Another command may be writing a row: that takes milliseconds.
constexpr int kBusyTimeout = 5'000;

Error database_error(sqlite3* database, const std::string& path) {
  const int code = sqlite3_errcode(database) & 0xff;
  switch (code) {
    case SQLITE_NOTADB:
      return Error{fmt::format("'{}' is not a database; name another file.", path)};
    case SQLITE_CORRUPT:
      return Error{fmt::format("'{}' is damaged; name another file.", path)};
    case SQLITE_FULL:
      return Error{fmt::format(
          "'{}' cannot grow because the disk is full; free disk space and repeat the command.",
          path)};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Error{fmt::format("'{}' is in use by another command; wait until it ends.", path)};
    case SQLITE_CANTOPEN:
      return Error{
          fmt::format("'{}' cannot be opened; check that its folder exists and may be "
                      "written.",
                      path)};
    case SQLITE_READONLY:
      return Error{fmt::format("'{}' is not writable; change its permissions.", path)};
    default:
      break;
  }
  return Error{fmt::format("'{}' cannot be read or written ({}); check the disk.", path,
                           sqlite3_errmsg(database))};
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3_stmt* statement, const std::string* path)
    : statement_(statement), path_(path) {}

Statement& Statement::bind(std::string_view text) {
  const char* bytes = text.empty() ? "" : text.data();
  sqlite3_bind_text64(statement_.get(), ++bound_, bytes, text.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  sqlite3_bind_int64(statement_.get(), ++bound_, number);
  return *this;
}

Statement& Statement::bind(std::uint64_t number) { return bind(static_cast<std::int64_t>(number)); }

Statement& Statement::bind(double number) {
  sqlite3_bind_double(statement_.get(), ++bound_, number);
  return *this;
}

Statement& Statement::bind_null() {
  sqlite3_bind_null(statement_.get(), ++bound_);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return database_error(sqlite3_db_handle(statement_.get()), *path_);
}

std::string Statement::text(int column) const {
  const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return std::string(reinterpret_cast<const char*>(bytes), size);
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::uint64_t Statement::unsigned_number(int column) const {
  return static_cast<std::uint64_t>(number(column));
}

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

void Sqlite::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Sqlite::Sqlite(sqlite3* database, std::string path)
    : database_(database), path_(std::make_unique<std::string>(std::move(path))) {}

Result<Sqlite> Sqlite::open(const std::string& path, bool create) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  Sqlite database(handle, path);
  if (code != SQLITE_OK) return database_error(handle, path);
  sqlite3_busy_timeout(handle, kBusyTimeout);
  // Opening reads nothing: only a question finds out whether the file is a database.
  if (const auto pages = database.query_number("PRAGMA schema_version"); !pages) {
    return pages.error();
  }
  return database;
}

Status Sqlite::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return database_error(database_.get(), *path_);
  }
  return Done{};
}

Result<Statement> Sqlite::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) return database_error(database_.get(), *path_);
  return Statement(statement, path_.get());
}

Result<std::int64_t> Sqlite::query_number(std::string_view sql) {
  Result<Statement> statement = prepare(sql);
  if (!statement) return statement.error();
  const Result<bool> row = statement->step();
  if (!row) return row.error();
  return *row ? statement->number(0) : 0;
}

}  // namespace heddle::study
