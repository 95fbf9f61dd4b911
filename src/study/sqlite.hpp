// SQLite with ends that close themselves and errors that are values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace heddle::study {

// A prepared statement.  Parameters are bound in the order of the calls.
class Statement {
 public:
  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  Statement& bind(std::uint64_t number);  // the same 64 bits; read with unsigned_number
  Statement& bind(double number);
  Statement& bind_null();

  // True when there is a row.
  Result<bool> step();
  // REQUIRES: the last step() gave a row that has this column.
  std::string text(int column) const;
  std::int64_t number(int column) const;
  std::uint64_t unsigned_number(int column) const;
  double real(int column) const;

 private:
  friend class Sqlite;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(sqlite3_stmt* statement, const std::string* path);

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  const std::string* path_;  // for the sentence of an error
  int bound_ = 0;
};

// An open database file.  Statements do not outlive it.
class Sqlite {
 public:
  // An Error says that the file cannot be opened or is no database.
  static Result<Sqlite> open(const std::string& path, bool create);

  Status execute(const std::string& sql);
  Result<Statement> prepare(std::string_view sql);
  // The single number that a query gives.
  Result<std::int64_t> query_number(std::string_view sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Sqlite(sqlite3* database, std::string path);

  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<std::string> path_;  // stays where it is when this object moves
};

// Executes a block as one transaction: all of it, or nothing.
template <typename Block>
Status in_transaction(Sqlite& database, Block block) {
  if (Status begun = database.execute("BEGIN IMMEDIATE"); !begun) return begun;
  Status status = block();
  if (status) status = database.execute("COMMIT");
  // After some errors SQLite has rolled back by itself: then this one fails, and nothing is lost.
  if (!status) static_cast<void>(database.execute("ROLLBACK"));
  return status;
}

}  // namespace heddle::study
