#include "worker/split_session.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/check.hpp"
#include "monitors/block_log.hpp"
#include "monitors/block_races.hpp"
#include "monitors/foreign_stack_uses.hpp"
#include "monitors/private_memory.hpp"
#include "monitors/shared_memory.hpp"
#include "runtime/file_changes.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/wanted_library.hpp"

namespace heddle::worker {
namespace {

using search::End;

// The end of a pass is that of the worker which had the strongest reason.
int strength(End end) {
  switch (end) {
    case End::exhausted:
      return 0;
    case End::budget:
      return 1;
    case End::time_limit:
      return 2;
    case End::interrupted:
      return 3;
    case End::error_limit:
      return 4;
    case End::stopped_at_error:
      return 5;
  }
  return 3;
}

search::SplitMemory view(const fleet::ChannelMemory& memory, std::byte* mapping) {
  return {mapping, memory.split_bytes, memory.split_workers};
}

// The tables of memory that accesses teach.
std::array<native::SharedMemory*, 3> tables() {
  return {&native::racing_memory(), &native::suspect_memory(), &native::shared_memory()};
}

}  // namespace

std::unique_ptr<SplitSession> SplitSession::join(fleet::Channel& channel) {
  const int file = channel.files().split;
  if (file < 0 || channel.memory().split_workers == 0) return nullptr;
  void* const mapping =
      ::mmap(nullptr, channel.memory().split_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED) {
    channel.memory().cannot_split = true;
    return nullptr;
  }
  return std::unique_ptr<SplitSession>(
      new SplitSession(channel.memory(), static_cast<std::byte*>(mapping)));
}

SplitSession::SplitSession(fleet::ChannelMemory& memory, std::byte* mapping)
    : memory_(memory), exchange_(view(memory, mapping), memory.split_worker, &memory.stop) {
  static_assert(search::SplitHeader::kMostThreads >= native::kMaxThreads);
  exchange_.set_pulse([this] {
    memory_.heartbeat.fetch_add(1, std::memory_order_relaxed);
    give_up_if_files_are_held();
  });
  search::SplitHeader& header = exchange_.memory().header();
  native::thread_paths().share(header.threads.data(),
                               exchange_.is_remote() ? &header.link.wanted_thread : nullptr);
}

// The mapping stays: threads of the program are still numbered by it.
SplitSession::~SplitSession() {
  if (is_finished_) return;
  // The process begins again with a library that the program loads: the others do not wait for it.
  if (!native::wanted_library().empty()) memory_.cannot_split = true;
  exchange_.leave();
}

void SplitSession::give_up() {
  memory_.cannot_split = true;
  exchange_.leave();
}

void SplitSession::give_up_if_files_are_held() {
  if (native::files_were_held() && !is_finished_) give_up();
}

bool SplitSession::begin_pass() {
  give_up_if_files_are_held();
  memory_.counts_all = false;
  // Until here, all workers have made the same executions.
  if (!std::exchange(has_begun_, true)) watched_before_ = native::watched_executions();
  if (!share_facts()) return false;
  exchange_.reset();
  return exchange_.meet();
}

End SplitSession::explore(search::Explorer& explorer, const Budget& all,
                          const std::atomic<bool>& stop) {
  if (exchange_.is_remote()) exchange_.claims().begin();
  // Units of the budget are taken one by one: what one worker does not need is left for the others.
  Budget part = all;
  if (all.executions != kUnlimited) part.executions = 0;
  // The initial state is visited before the first look at the budget.
  const bool visits_root = exchange_.begins_at_root() && explorer.tally().states == 0;
  if (all.states != kUnlimited) {
    part.states = visits_root && exchange_.grant_state(all.states) ? 1 : 0;
  }
  End end = End::exhausted;
  while (true) {
    explorer.set_budget(part);
    end = explorer.explore(&stop);
    if (end != End::budget) break;
    const search::Tally& tally = explorer.tally();
    const bool needs_execution = tally.executions >= part.executions;
    const bool needs_state = tally.states >= part.states;
    if (needs_execution && !exchange_.grant_execution(all.executions)) break;
    if (needs_execution) ++part.executions;
    if (needs_state && !exchange_.grant_state(all.states)) break;
    if (needs_state) ++part.states;
  }
  // A worker that was asked to end while it waited has a reason of its own.
  if (end == End::exhausted && exchange_.was_stopped() && stop.load()) end = End::interrupted;
  if (end != End::exhausted) exchange_.stop();
  return end;
}

std::optional<search::SplitReport> SplitSession::end_pass(search::SplitReport own) {
  const search::SplitMemory& memory = exchange_.memory();
  own.watched = native::watched_executions().watched - watched_before_.watched;
  own.unwatched = native::watched_executions().passed - watched_before_.passed;
  own.dropped_accesses = native::block_races_were_cut();
  if (exchange_.is_remote()) exchange_.claims().settle(own.tally);
  memory.slot(exchange_.worker()).report = own;
  if (!exchange_.meet()) return std::nullopt;
  search::SplitReport sum;
  for (unsigned i = 0; i < exchange_.searchers(); ++i) {
    const search::SplitReport& one = memory.slot(i).report;
    sum.tally += one.tally;
    sum.cycles += one.cycles;
    sum.watched += one.watched;
    sum.unwatched += one.unwatched;
    sum.dropped_accesses |= one.dropped_accesses;
    for (std::size_t k = 0; k < sum.pruned.size(); ++k) sum.pruned[k] += one.pruned[k];
    if (strength(one.end) > strength(sum.end)) sum.end = one.end;
  }
  // A worker whose part ended because of another's end has none of its own.
  HEDDLE_CHECK(sum.end != End::exhausted || !exchange_.was_stopped(),
               "a search was stopped without a reason");
  watched_by_others_ = {sum.watched - own.watched, sum.unwatched - own.unwatched};
  memory_.counts_all = true;
  return sum;
}

bool SplitSession::share_facts() {
  const search::SplitMemory& memory = exchange_.memory();
  std::vector<std::uint64_t> words;
  const auto add = [&](const auto& table) {
    const std::size_t size_at = words.size();
    words.push_back(0);
    table.append_to(words);
    words[size_at] = words.size() - size_at - 1;
  };
  for (const native::SharedMemory* table : tables()) add(*table);
  add(native::private_memory());
  add(native::foreign_stack_uses());
  if (words.size() > search::SplitMemory::kFactWords) {
    give_up();
    return false;
  }
  const unsigned self = exchange_.worker();
  std::copy(words.begin(), words.end(), memory.facts(self).begin());
  memory.slot(self).facts = words.size();
  ++memory.slot(self).facts_shared;
  if (!exchange_.meet()) return false;
  std::vector<std::span<const std::uint64_t>> rest;
  for (unsigned i = 0; i < exchange_.searchers(); ++i) {
    rest.push_back(memory.facts(i).first(memory.slot(i).facts));
  }
  const auto take = [&](auto& table) {
    std::vector<std::span<const std::uint64_t>> parts;
    for (auto& words_of_one : rest) {
      parts.push_back(words_of_one.subspan(1, words_of_one.front()));
      words_of_one = words_of_one.subspan(1 + words_of_one.front());
    }
    HEDDLE_CHECK(table.merge_all(parts), "facts of another worker cannot be read");
  };
  for (native::SharedMemory* table : tables()) take(*table);
  take(native::private_memory());
  take(native::foreign_stack_uses());
  return exchange_.meet();
}

}  // namespace heddle::worker
