#include "ranks/relay.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/check.hpp"
#include "core/shared_wait.hpp"

namespace heddle::ranks {
namespace {

using search::SplitReport;
using search::SplitSlot;

// A batch of claims is sent when it is full, when its first claim has waited long enough, or when
// the worker needs the answers.  With many ranks there are few claims for each of them, so they
// wait longer (benchmarks/rank_simulation.cpp).
constexpr std::size_t kBatchClaims = 512;
constexpr std::chrono::microseconds kBatchTimePerRank{150};
constexpr std::chrono::microseconds kMostBatchTime{10'000};
constexpr std::size_t kClaimWords = 5;

constexpr unsigned kLeader = 0;

static_assert(std::is_trivially_copyable_v<SplitReport>);
constexpr std::size_t kReportWords =
    (sizeof(SplitReport) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);

}  // namespace

void Relay::prepare(const search::SplitMemory& memory, unsigned worker, unsigned workers) {
  search::RankLink& link = memory.header().link;
  link.rank = worker;
  link.ranks = workers;
}

Relay::Relay(const search::SplitMemory& memory, std::uint64_t attempt, Post post)
    : exchange_(memory, memory.header().link.ranks, nullptr),
      self_(memory.header().link.rank),
      workers_(memory.header().link.ranks),
      stamp_{attempt, 0},
      post_(std::move(post)),
      batches_(workers_),
      batch_time_(std::min(kMostBatchTime, workers_ * kBatchTimePerRank)) {
  HEDDLE_CHECK(memory.workers() == workers_ + 1, "memory without a place for the relay");
  if (self_ != kLeader) return;
  coordinator_.emplace(workers_, header().threads.data(), search::SplitHeader::kMostThreads,
                       [this](unsigned worker, Kind kind, std::vector<std::uint64_t> words) {
                         this->post(worker, kind, std::move(words));
                       });
}

void Relay::post(unsigned worker, Kind kind, std::vector<std::uint64_t> words) {
  ++traffic_.messages;
  traffic_.bytes += words.size() * sizeof(std::uint64_t);
  post_(worker, {kind, stamp_, std::move(words)});
}

void Relay::receive(unsigned from, const Message& message) {
  if (message.stamp > stamp_) {
    early_.emplace_back(from, message);
  } else if (message.stamp == stamp_) {
    handle(from, message);
    if (message.kind != Kind::met) return;
    for (const auto& [sender, held] : std::exchange(early_, {})) receive(sender, held);
  }
}

void Relay::handle(unsigned from, const Message& message) {
  WordReader words(message.words);
  switch (message.kind) {
    case Kind::probe:
      return tell_status(words.next());
    case Kind::feed:
      return feed(static_cast<unsigned>(words.next()));
    case Kind::mail:
      ++received_;
      received_mail_.push_back(message.words);
      return;
    case Kind::claims:
      return answer_claims(from, words);
    case Kind::answers:
      return take_answers(words);
    case Kind::units: {
      const std::uint64_t which = words.next();
      search::Lease& lease = which == 0 ? link().executions : link().states;
      const std::uint64_t units = words.next();
      lease.units.fetch_add(units);
      if (units == 0) lease.is_spent.store(1);
      wants_units_.at(which) = false;
      return;
    }
    case Kind::end_pass:
      return exchange_.end_pass();
    case Kind::met:
      return meet(words);
    case Kind::thread: {
      const std::uint64_t id = words.next();
      const std::uint64_t path = words.next();
      HEDDLE_CHECK(id < header().threads.size(), "an id beyond the table of threads");
      header().threads[id].store(path);
      if (path == wanted_thread_) wanted_thread_ = 0;
      return;
    }
    case Kind::stop_pass:
    case Kind::broken:
      // The leader sends to all what a worker reports.
      if (coordinator_ && !message.words.empty()) return coordinator_->handle(from, message);
      if (message.kind == Kind::stop_pass) {
        told_stop_ = true;
        return exchange_.stop();
      }
      told_broken_ = true;
      return exchange_.leave();
    default:
      HEDDLE_CHECK(coordinator_.has_value(), "a message for the leader reached another rank");
      return coordinator_->handle(from, message);
  }
}

bool Relay::turn() {
  bool is_active = forward_requests();
  is_active |= forward_mail();
  is_active |= forward_claims();
  is_active |= tell_status();
  is_active |= tell_arrival();
  return is_active;
}

bool Relay::forward_requests() {
  bool is_active = false;
  // The worker repeats it until there is an id.
  const std::uint64_t path = link().wanted_thread.exchange(0);
  if (path != 0 && path != wanted_thread_) {
    wanted_thread_ = path;
    post(kLeader, Kind::want_thread, {path});
    is_active = true;
  }
  for (std::uint64_t which = 0; which < wants_units_.size(); ++which) {
    const std::uint64_t limit = (which == 0 ? link().executions : link().states).limit.exchange(0);
    if (limit == 0 || wants_units_[which]) continue;
    wants_units_[which] = true;
    post(kLeader, Kind::want_units, {which, limit});
    is_active = true;
  }
  if (header().broken.load() != 0 && !std::exchange(told_broken_, true)) {
    post(kLeader, Kind::broken, {self_});
    is_active = true;
  }
  if (header().stopped.load() == 0) {
    told_stop_ = false;  // the worker has begun another pass
  } else if (!std::exchange(told_stop_, true)) {
    post(kLeader, Kind::stop_pass, {self_});
    is_active = true;
  }
  return is_active;
}

bool Relay::forward_claims() {
  search::Claim claim;
  bool is_active = false;
  while (link().claims.pop(claim)) {
    is_active = true;
    ++awaited_;
    ++traffic_.claims;
    const unsigned owner = search::owner_of(claim.state, workers_);
    Batch& batch = batches_[owner];
    if (batch.words.empty()) {
      batch.begin = Clock::now();
      batch.words.push_back(link().store.load());
    }
    batch.words.insert(batch.words.end(),
                       {claim.number, claim.state.low, claim.state.high, claim.spent, claim.depth});
    if (batch.words.size() >= kBatchClaims * kClaimWords) flush(owner);
  }
  const Clock::time_point now = Clock::now();
  for (unsigned owner = 0; owner < workers_; ++owner) {
    const Batch& batch = batches_[owner];
    const bool is_urgent = link().waits_for_answers.load() != 0 || worker_is_idle();
    if (batch.words.empty() || (now - batch.begin < batch_time_ && !is_urgent)) continue;
    flush(owner);
    is_active = true;
  }
  return is_active;
}

void Relay::flush(unsigned owner) {
  ++traffic_.batches;
  post(owner, Kind::claims, std::exchange(batches_[owner].words, {}));
}

// The states are in the part of the visited set that this rank has.
void Relay::answer_claims(unsigned from, WordReader words) {
  const auto kind = static_cast<search::StoreKind>(words.next());
  if (store_ == nullptr) store_ = search::make_shared_store(exchange_.memory(), workers_, kind);
  std::vector<std::uint64_t> answers;
  while (!words.at_end()) {
    const std::uint64_t number = words.next();
    Fingerprint state;
    state.low = words.next();
    state.high = words.next();
    search::Arrival arrival;
    arrival.spent = words.next();
    arrival.depth = static_cast<std::uint32_t>(words.next());
    const search::Visit visit = store_->insert(state, arrival);
    answers.push_back(number << 2U | static_cast<std::uint64_t>(visit));
  }
  post(from, Kind::answers, std::move(answers));
}

void Relay::take_answers(WordReader words) {
  while (!words.at_end()) {
    const std::uint64_t word = words.next();
    const auto visit = static_cast<search::Visit>(word & 3U);
    if (visit == search::Visit::known) ++traffic_.known;
    const bool has_room = link().answers.push({word >> 2U, visit});
    HEDDLE_CHECK(has_room, "more answers than claims");
    --awaited_;
  }
}

bool Relay::forward_mail() {
  bool is_active = false;
  std::erase_if(fed_, [&](unsigned worker) {
    std::vector<std::uint64_t> words = exchange_.collect_mail(worker);
    if (words.empty()) return false;
    ++sent_;
    ++traffic_.mails;
    post(worker, Kind::mail, std::move(words));
    return is_active = true;
  });
  if (!received_mail_.empty() && exchange_.deliver_mail(self_, received_mail_.front())) {
    received_mail_.pop_front();
    is_active = true;
  }
  if (worker_is_idle()) withdraw_requests();
  return is_active;
}

// The worker of this rank has nothing to give.
void Relay::withdraw_requests() {
  std::erase_if(fed_, [&](unsigned worker) {
    std::uint32_t wanted = SplitSlot::wanted;
    if (!mail_of(worker).compare_exchange_strong(wanted, SplitSlot::none)) return false;
    header().idle.fetch_sub(1);
    refuse(worker);
    return true;
  });
}

void Relay::refuse(unsigned worker) {
  post(kLeader, Kind::refuse, {worker});
  owes_status_ = true;
}

void Relay::feed(unsigned worker) {
  HEDDLE_CHECK(worker < workers_ && worker != self_, "a worker cannot be fed");
  if (exchange_.is_over()) return;
  if (worker_is_idle()) return refuse(worker);
  std::uint32_t none = SplitSlot::none;
  if (!mail_of(worker).compare_exchange_strong(none, SplitSlot::wanted))
    return;  // it is on its way
  header().idle.fetch_add(1);
  fed_.push_back(worker);
}

bool Relay::is_passive() {
  return worker_is_idle() && received_mail_.empty() && fed_.empty() && awaited_ == 0 &&
         !forward_claims();
}

bool Relay::tell_status() {
  const std::vector<std::uint64_t> status{is_passive() ? 1U : 0U, sent_, received_};
  // The mail of a busy rank does not matter until it is passive.
  const bool is_news = last_status_.empty() || status[0] != last_status_[0] ||
                       (status[0] != 0 && status != last_status_) ||
                       (owes_status_ && !worker_is_idle());
  if (!is_news) return false;
  tell_status(0);
  return true;
}

void Relay::tell_status(std::uint64_t round) {
  last_status_ = {is_passive() ? 1U : 0U, sent_, received_};
  owes_status_ = owes_status_ && worker_is_idle() && last_status_[0] == 0;
  post(kLeader, Kind::status, {round, last_status_[0], sent_, received_});
}

// The worker is at the meeting: its report, and what it has learned if that is new.
bool Relay::tell_arrival() {
  if (header().arrived.load() == 0 || told_arrival_) return false;
  told_arrival_ = true;
  const search::SplitMemory& memory = exchange_.memory();
  SplitSlot& slot = memory.slot(self_);
  SplitReport report = slot.report;
  if (store_ != nullptr) report.cycles += store_->other_depths();
  std::vector<std::uint64_t> words{slot.states.load() + memory.slot(workers_).states.load()};
  words.resize(1 + kReportWords);
  std::memcpy(words.data() + 1, &report, sizeof report);
  if (slot.facts_shared != std::exchange(told_facts_, slot.facts_shared)) {
    const auto facts = memory.facts(self_).first(slot.facts);
    words.push_back(facts.size());
    words.insert(words.end(), facts.begin(), facts.end());
  }
  post(kLeader, Kind::arrived, std::move(words));
  return true;
}

// All workers are at the meeting.  Messages on their way belong to a pass that has ended.
void Relay::meet(WordReader words) {
  const search::SplitMemory& memory = exchange_.memory();
  for (unsigned i = 0; i < workers_; ++i) {
    WordReader one(words.next(words.next()));
    SplitSlot& slot = memory.slot(i);
    slot.states.store(one.next());
    const std::span<const std::uint64_t> report = one.next(kReportWords);
    HEDDLE_CHECK(report.size() == kReportWords, "a report of another rank cannot be read");
    std::memcpy(static_cast<void*>(&slot.report), report.data(), sizeof slot.report);
    if (one.at_end() || i == self_) continue;
    const std::span<const std::uint64_t> facts = one.next(one.next());
    HEDDLE_CHECK(facts.size() <= memory.facts(i).size(), "more facts than there is room for");
    std::copy(facts.begin(), facts.end(), memory.facts(i).begin());
    slot.facts = facts.size();
  }
  search::Claim stale;
  while (link().claims.pop(stale)) {
  }
  for (Batch& batch : batches_) batch.words.clear();
  awaited_ = 0;
  received_mail_.clear();
  for (const unsigned worker : fed_) mail_of(worker).store(SplitSlot::none);
  fed_.clear();
  sent_ = received_ = 0;
  last_status_.clear();
  owes_status_ = false;
  wants_units_.assign(wants_units_.size(), false);
  // The visited set is cleared between two meetings, by the worker.
  store_.reset();
  memory.slot(workers_).states.store(0);
  told_arrival_ = false;
  ++stamp_.meeting;
  header().arrived.store(0);
  header().meetings.fetch_add(1);
  wake_waiters(header().meetings);
}

}  // namespace heddle::ranks
