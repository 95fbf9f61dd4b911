#include "ranks/coordinator.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace heddle::ranks {
namespace {

constexpr std::size_t kBudgets = 2;
constexpr std::uint64_t kMostUnits = 4096;

}  // namespace

Coordinator::Coordinator(unsigned workers, std::atomic<std::uint64_t>* threads,
                         std::size_t most_threads, Post post)
    : workers_(workers),
      threads_(threads),
      most_threads_(most_threads),
      post_(std::move(post)),
      lent_(kBudgets) {
  begin_pass();
}

// All count as busy until they report.
void Coordinator::begin_pass() {
  workers_.assign(workers_.size(), {});
  round_ = sent_ = received_ = 0;
  passive_ = 0;
  answered_ = workers_.size();
  is_probing_ = false;
  hungry_.clear();
  givers_.clear();
  for (unsigned i = 0; i < workers_.size(); ++i) queue(i);
  std::fill(lent_.begin(), lent_.end(), 0);
}

void Coordinator::handle(unsigned from, const Message& message) {
  switch (message.kind) {
    case Kind::status:
      return status(from, message);
    case Kind::refuse:
      return refused(from, static_cast<unsigned>(WordReader(message.words).next()));
    case Kind::stop_pass:
    case Kind::broken:
      return post_all(message.kind, {});
    case Kind::arrived:
      return arrived(from, message);
    case Kind::want_thread:
      return name_thread(WordReader(message.words).next());
    case Kind::want_units:
      return lend(from, message);
    default:
      HEDDLE_CHECK(false, "a message that is not for the coordinator");
  }
}

void Coordinator::status(unsigned from, const Message& message) {
  WordReader words(message.words);
  Worker& worker = workers_[from];
  const std::uint64_t round = words.next();
  if (round == round_ && worker.round < round_) ++answered_;
  worker.round = std::max(worker.round, round);
  const bool is_passive = words.next() != 0;
  const std::uint64_t sent = words.next();
  const std::uint64_t received = words.next();
  // It may have finished what it received before it reports.
  if (!is_passive || received != worker.received) end_feeding(worker);
  passive_ = passive_ - (worker.is_passive ? 1 : 0) + (is_passive ? 1 : 0);
  sent_ += sent - worker.sent;
  received_ += received - worker.received;
  worker.is_passive = is_passive;
  worker.sent = sent;
  worker.received = received;
  worker.has_refused = false;
  look_for_end();
  queue(from);
  feed_passive();
}

void Coordinator::refused(unsigned giver, unsigned hungry) {
  workers_[giver].has_refused = true;
  if (workers_.at(hungry).fed_by == giver) {
    end_feeding(workers_[hungry]);
    queue(hungry);
  }
  feed_passive();
}

void Coordinator::look_for_end() {
  const bool is_quiet = passive_ == workers_.size() && sent_ == received_;
  if (is_probing_ && answered_ != workers_.size()) return;
  if (is_probing_ && is_quiet && sent_ == mail_before_) {
    is_probing_ = false;
    post_all(Kind::end_pass, {});
    return;
  }
  is_probing_ = is_quiet;
  if (!is_quiet) return;
  mail_before_ = sent_;
  ++round_;
  answered_ = 0;
  post_all(Kind::probe, {round_});
}

void Coordinator::end_feeding(Worker& hungry) {
  if (!hungry.fed_by) return;
  const unsigned giver = *std::exchange(hungry.fed_by, std::nullopt);
  workers_[giver].feeds = false;
  queue(giver);
}

void Coordinator::queue(unsigned number) {
  Worker& worker = workers_[number];
  if (std::exchange(worker.is_passive ? worker.is_in_hungry : worker.is_in_givers, true)) return;
  (worker.is_passive ? hungry_ : givers_).push_back(number);
}

void Coordinator::feed_passive() {
  const auto may_be_fed = [](const Worker& worker) { return worker.is_passive && !worker.fed_by; };
  const auto may_give = [](const Worker& worker) {
    return !worker.is_passive && !worker.feeds && !worker.has_refused;
  };
  for (;;) {
    while (!hungry_.empty() && !may_be_fed(workers_[hungry_.front()])) {
      workers_[hungry_.front()].is_in_hungry = false;
      hungry_.pop_front();
    }
    while (!givers_.empty() && !may_give(workers_[givers_.front()])) {
      workers_[givers_.front()].is_in_givers = false;
      givers_.pop_front();
    }
    if (hungry_.empty() || givers_.empty()) return;
    // Both are dropped when the loop looks at them again.
    workers_[hungry_.front()].fed_by = givers_.front();
    workers_[givers_.front()].feeds = true;
    post_(givers_.front(), Kind::feed, {hungry_.front()});
  }
}

void Coordinator::arrived(unsigned from, const Message& message) {
  workers_[from].report = message.words;
  for (const Worker& worker : workers_) {
    if (!worker.report) return;
  }
  std::vector<std::uint64_t> all;
  for (const Worker& worker : workers_) {
    all.push_back(worker.report->size());
    all.insert(all.end(), worker.report->begin(), worker.report->end());
  }
  begin_pass();
  post_all(Kind::met, all);
}

void Coordinator::name_thread(std::uint64_t path) {
  for (std::uint64_t id = 1; id < most_threads_; ++id) {
    const std::uint64_t there = threads_[id].load();
    if (there != 0 && there != path) continue;
    threads_[id].store(path);
    return post_all(Kind::thread, {id, path});
  }
  HEDDLE_CHECK(false, "more than a thousand threads");
}

// A part of the rest, so that all ranks can go on until little is left.
void Coordinator::lend(unsigned to, const Message& message) {
  WordReader words(message.words);
  const std::uint64_t which = words.next();
  const std::uint64_t limit = words.next();
  HEDDLE_CHECK(which < kBudgets, "units of an unknown budget");
  const std::uint64_t rest = limit - std::min(limit, lent_[which]);
  const std::uint64_t part = std::clamp<std::uint64_t>(rest / (2 * workers_.size()), 1, kMostUnits);
  const std::uint64_t units = std::min(rest, part);
  lent_[which] += units;
  post_(to, Kind::units, {which, units});
}

void Coordinator::post_all(Kind kind, const std::vector<std::uint64_t>& words) {
  for (unsigned i = 0; i < workers_.size(); ++i) post_(i, kind, words);
}

}  // namespace heddle::ranks
