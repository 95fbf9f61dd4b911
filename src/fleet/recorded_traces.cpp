#include "fleet/recorded_traces.hpp"

#include <utility>

#include "trace/trace_file.hpp"

namespace heddle::fleet {
namespace {

constexpr std::string_view kFirstLine = "{\"heddle_trace\"";

std::optional<trace::Trace> best_trace(const std::vector<trace::Trace>& traces, std::size_t error,
                                       std::size_t errors) {
  const std::size_t recorded = errors + error;
  if (recorded < traces.size() && traces[recorded].failure) return traces[recorded];
  if (error < traces.size()) return traces[error];
  return std::nullopt;
}

result::FoundError error_of(const trace::Trace& trace) {
  result::FoundError error;
  error.kind = trace.failure->kind;
  error.message = trace.failure->message;
  error.depth = trace::depth(trace);
  error.identity = trace.failure->identity;
  return error;
}

}  // namespace

std::vector<trace::Trace> split_traces(std::string_view text) {
  std::vector<trace::Trace> traces;
  while (!text.empty()) {
    std::size_t end = text.find('\n' + std::string(kFirstLine));
    end = end == std::string_view::npos ? text.size() : end + 1;
    Result<trace::Trace> trace =
        trace::parse_partial_trace(text.substr(0, end), "the worker's trace");
    if (!trace) break;
    traces.push_back(std::move(*trace));
    text.remove_prefix(end);
  }
  return traces;
}

void take_traces(const Channel& channel, std::size_t errors, WorkerOutcome& into) {
  const std::vector<trace::Trace> traces = split_traces(read_all(channel.files().trace));
  if (errors == 0) {
    if (!traces.empty()) into.trace = traces.back();
    return;
  }
  into.trace = best_trace(traces, 0, errors);
  for (std::size_t i = 1; i <= into.result.further_errors.size(); ++i) {
    into.further_traces.push_back(best_trace(traces, i, errors));
  }
}

void take_found_so_far(const Channel& channel, WorkerOutcome& into) {
  const std::vector<trace::Trace> traces = split_traces(read_all(channel.files().trace));
  const std::size_t errors = channel.memory().errors.load();
  std::optional<result::FoundError> last = std::exchange(into.result.error, std::nullopt);
  std::optional<trace::Trace> last_trace = std::exchange(into.trace, std::nullopt);
  const auto add = [&](const result::FoundError& error, std::optional<trace::Trace> trace) {
    if (!into.result.error) {
      into.result.error = error;
      into.trace = std::move(trace);
      return;
    }
    into.result.further_errors.push_back(error);
    into.further_traces.push_back(std::move(trace));
  };
  for (std::size_t i = 0; i < errors; ++i) {
    std::optional<trace::Trace> trace = best_trace(traces, i, errors);
    if (trace && trace->failure) add(error_of(*trace), std::move(trace));
  }
  if (last) add(*last, std::move(last_trace));
  if (into.result.error) into.result.verdict = result::RunVerdict::error;
}

}  // namespace heddle::fleet
