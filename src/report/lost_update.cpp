#include "report/lost_update.hpp"

#include <map>
#include <utility>

namespace heddle::report {
namespace {

bool reads(OpKind kind) { return kind == OpKind::read || kind == OpKind::atomic_load; }
bool overwrites(OpKind kind) { return kind == OpKind::write || kind == OpKind::atomic_store; }
bool writes(OpKind kind) {
  return overwrites(kind) || kind == OpKind::atomic_update || kind == OpKind::atomic_exchange ||
         kind == OpKind::atomic_compare_exchange;
}

}  // namespace

std::optional<LostUpdate> find_lost_update(const trace::Trace& trace) {
  std::map<std::pair<ThreadId, ObjectId>, std::size_t> last_read;
  std::map<ObjectId, std::size_t> last_write;
  std::optional<LostUpdate> found;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    if (step.outcome != Outcome::done || step.operation.object == kNoObject) continue;
    const ObjectId cell = step.operation.object;
    if (reads(step.operation.kind)) {
      last_read[{step.thread, cell}] = i;
      continue;
    }
    if (!writes(step.operation.kind)) continue;
    const auto read = last_read.find({step.thread, cell});
    const auto write = last_write.find(cell);
    if (overwrites(step.operation.kind) && read != last_read.end() && write != last_write.end() &&
        write->second > read->second && trace.steps[write->second].thread != step.thread) {
      found = LostUpdate{read->second, write->second, i};
    }
    if (read != last_read.end()) last_read.erase(read);
    last_write[cell] = i;
  }
  return found;
}

}  // namespace heddle::report
