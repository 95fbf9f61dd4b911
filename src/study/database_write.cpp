// Writes a study's data into its database.
#include <nlohmann/json.hpp>

#include "study/database.hpp"

namespace heddle::study {
namespace {

Status execute(Result<Statement>& statement) {
  if (!statement) return statement.error();
  const Result<bool> stepped = statement->step();
  if (!stepped) return stepped.error();
  return Done{};
}

void bind_or_null(Statement& statement, const std::string& text) {
  if (text.empty()) {
    statement.bind_null();
  } else {
    statement.bind(text);
  }
}

std::string json_of(const std::vector<std::string>& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Status write_about(Sqlite& database, const About& about) {
  for (const auto& [name, value] : about) {
    Result<Statement> insert = database.prepare("INSERT OR REPLACE INTO study VALUES (?, ?)");
    if (insert) insert->bind(name).bind(value);
    if (Status status = execute(insert); !status) return status;
  }
  return Done{};
}

Status write_subject(Sqlite& database, std::int64_t position, const SubjectRow& subject) {
  Result<Statement> insert = database.prepare(
      "INSERT INTO subject (name, position, program, arguments, build_id) VALUES (?, ?, ?, ?, ?) "
      "ON CONFLICT (name) DO UPDATE SET position = excluded.position, program = excluded.program");
  if (insert) {
    insert->bind(subject.name).bind(position).bind(subject.program);
    insert->bind(json_of(subject.arguments)).bind(subject.build_id);
  }
  return execute(insert);
}

Status write_configuration(Sqlite& database, std::int64_t position,
                           const ConfigurationRow& configuration) {
  Result<Statement> insert = database.prepare(
      "INSERT INTO configuration (name, position, options) VALUES (?, ?, ?) ON CONFLICT (name) DO "
      "UPDATE SET position = excluded.position");
  if (insert) insert->bind(configuration.name).bind(position).bind(configuration.options);
  return execute(insert);
}

void bind_run(Statement& insert, const Run& run) {
  insert.bind(run.subject).bind(run.configuration).bind(run.seed).bind(run.options);
  insert.bind(run.build_id).bind(run.verdict);
  bind_or_null(insert, run.kind);
  bind_or_null(insert, run.message);
  insert.bind(run.states).bind(run.transitions).bind(run.revisits).bind(run.executions);
  insert.bind(run.max_depth);
  if (run.found) {
    insert.bind(run.error_depth);
  } else {
    insert.bind_null();
  }
  insert.bind(run.pruned).bind(run.seconds).bind(run.peak_rss);
  bind_or_null(insert, run.trace);
  insert.bind(std::int64_t{run.exit_code}).bind(run.json).bind(std::int64_t{run.surplus});
}

}  // namespace

Status Database::describe(const About& about, const std::vector<SubjectRow>& subjects,
                          const std::vector<ConfigurationRow>& configurations) {
  return in_transaction(sqlite_, [&]() -> Status {
    if (Status status = write_about(sqlite_, about); !status) return status;
    std::int64_t position = 0;
    for (const SubjectRow& subject : subjects) {
      if (Status status = write_subject(sqlite_, position++, subject); !status) return status;
    }
    position = 0;
    for (const ConfigurationRow& configuration : configurations) {
      if (Status status = write_configuration(sqlite_, position++, configuration); !status) {
        return status;
      }
    }
    return Done{};
  });
}

Status Database::record(const Run& run) {
  Result<Statement> insert = sqlite_.prepare(
      "INSERT OR REPLACE INTO run (subject, configuration, seed, options, build_id, verdict, kind, "
      "message, states, transitions, revisits, executions, max_depth, error_depth, pruned, "
      "seconds, peak_rss, trace, exit_code, json, surplus) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  if (insert) bind_run(*insert, run);
  return execute(insert);
}

Status Database::settle(const std::string& subject, const std::string& configuration,
                        const std::vector<std::uint64_t>& counted) {
  return in_transaction(sqlite_, [&]() -> Status {
    Result<Statement> none = sqlite_.prepare(
        "UPDATE run SET surplus = 1 WHERE subject = ? AND configuration = ? AND surplus = 0");
    if (none) none->bind(subject).bind(configuration);
    if (Status status = execute(none); !status) return status;
    for (const std::uint64_t seed : counted) {
      Result<Statement> one = sqlite_.prepare(
          "UPDATE run SET surplus = 0 WHERE subject = ? AND configuration = ? AND seed = ?");
      if (one) one->bind(subject).bind(configuration).bind(seed);
      if (Status status = execute(one); !status) return status;
    }
    return Done{};
  });
}

}  // namespace heddle::study
