#include "ranks/attempt.hpp"

#include <sys/mman.h>

#include <algorithm>

#include "config/options_text.hpp"
#include "fleet/member.hpp"

namespace heddle::ranks {

Result<std::unique_ptr<Attempt>> Attempt::start(const fleet::WorkerCommand& command,
                                                const config::RunOptions& options,
                                                const AttemptPlan& plan, Relay::Post post) {
  std::unique_ptr<Attempt> attempt(new Attempt(plan));
  if (plan.is_split) {
    if (Status shared = attempt->share_search(options, std::move(post)); !shared) {
      return shared.error();
    }
  }
  const config::RunOptions own =
      fleet::member_options(options, plan.neighbours, plan.worker, plan.is_split);
  fleet::WorkerCommand one = command;
  one.options = config::to_text(own);
  one.max_memory = fleet::memory_limit(options) / plan.neighbours;
  one.split = attempt->split_ ? &*attempt->split_ : nullptr;
  one.split_worker = plan.worker;
  one.deadline = plan.deadline;
  Result<std::unique_ptr<fleet::WorkerProcess>> process = fleet::WorkerProcess::start(one);
  if (!process) return process.error();
  attempt->worker_ = std::move(*process);
  attempt->seed_ = own.seed;
  return attempt;
}

Status Attempt::share_search(const config::RunOptions& options, Relay::Post post) {
  const auto workers = static_cast<unsigned>(plan_.ranks.size());
  // The relay is one more.
  Result<fleet::SplitFile> file =
      fleet::SplitFile::create(fleet::split_bytes(options, workers + 1), workers + 1);
  if (!file) return file.error();
  split_.emplace(std::move(*file));
  void* const mapping = ::mmap(nullptr, split_->bytes(), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_NORESERVE, split_->file(), 0);
  if (mapping == MAP_FAILED) {
    return Error{"there is no memory for a search over several ranks; lower --max-memory."};
  }
  mapping_ = mapping;
  const search::SplitMemory memory(static_cast<std::byte*>(mapping), split_->bytes(), workers + 1);
  Relay::prepare(memory, plan_.worker, workers);
  relay_.emplace(memory, plan_.number, std::move(post));
  return Done{};
}

Attempt::~Attempt() {
  worker_.reset();
  relay_.reset();
  if (mapping_ != nullptr) ::munmap(mapping_, split_->bytes());
}

void Attempt::handle(unsigned from, const Message& message) {
  if (!relay_) return;
  const auto worker = std::find(plan_.ranks.begin(), plan_.ranks.end(), from);
  if (worker == plan_.ranks.end()) return;
  relay_->receive(static_cast<unsigned>(worker - plan_.ranks.begin()), message);
}

bool Attempt::turn() { return relay_ && relay_->turn(); }

Result<fleet::Member> Attempt::member(const fleet::Tick& meanwhile) const {
  Result<fleet::WorkerOutcome> outcome = worker_->outcome(meanwhile);
  if (!outcome) return outcome.error();
  const fleet::ChannelMemory& memory = worker_->memory();
  fleet::Member member;
  member.seed = seed_;
  member.outcome = std::move(*outcome);
  member.counts_all = memory.counts_all.load();
  member.cannot_split = memory.cannot_split.load();
  member.own_states = memory.states.load();
  member.own_executions = memory.executions.load();
  if (relay_) member.outcome->result.traffic = relay_->traffic();
  return member;
}

}  // namespace heddle::ranks
