#include "ranks/coordinator.hpp"

#include <algorithm>
#include <numeric>
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
      lent_(kBudgets) {}

void Coordinator::handle(unsigned from, const Message& message) {
  switch (message.kind) {
    case Kind::status:
      return status(from, message);
    case Kind::refuse: {
      Worker& hungry = workers_.at(WordReader(message.words).next());
      if (hungry.fed_by == from) hungry.fed_by.reset();
      workers_[from].has_refused = true;
      return feed_passive();
    }
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
  worker.round = std::max(worker.round, words.next());
  worker.is_passive = words.next() != 0;
  worker.has_refused = false;
  worker.sent = words.next();
  worker.received = words.next();
  if (!worker.is_passive) worker.fed_by.reset();
  look_for_end();
  feed_passive();
}

bool Coordinator::all_passive() const {
  const auto passive = [](const Worker& worker) { return worker.is_passive; };
  return std::all_of(workers_.begin(), workers_.end(), passive);
}

void Coordinator::look_for_end() {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  bool all_answered = true;
  for (const Worker& worker : workers_) {
    sent += worker.sent;
    received += worker.received;
    all_answered = all_answered && worker.round == round_;
  }
  const bool is_quiet = all_passive() && sent == received;
  if (is_probing_ && !all_answered) return;
  if (is_probing_ && is_quiet && sent == mail_before_) {
    is_probing_ = false;
    post_all(Kind::end_pass, {});
    return;
  }
  is_probing_ = is_quiet;
  if (!is_quiet) return;
  mail_before_ = sent;
  ++round_;
  post_all(Kind::probe, {round_});
}

// Each passive worker is fed by one busy worker, in turn.
void Coordinator::feed_passive() {
  const auto count = static_cast<unsigned>(workers_.size());
  for (unsigned hungry = 0; hungry < count; ++hungry) {
    if (!workers_[hungry].is_passive || workers_[hungry].fed_by) continue;
    for (unsigned i = 0; i < count; ++i) {
      const unsigned giver = (next_giver_ + i) % count;
      if (workers_[giver].is_passive || workers_[giver].has_refused) continue;
      workers_[hungry].fed_by = giver;
      next_giver_ = giver + 1;
      post_(giver, Kind::feed, {hungry});
      break;
    }
  }
}

void Coordinator::arrived(unsigned from, const Message& message) {
  workers_[from].report = message.words;
  for (const Worker& worker : workers_) {
    if (!worker.report) return;
  }
  std::vector<std::uint64_t> all;
  for (Worker& worker : workers_) {
    all.push_back(worker.report->size());
    all.insert(all.end(), worker.report->begin(), worker.report->end());
    worker = {};
  }
  round_ = 0;
  is_probing_ = false;
  std::fill(lent_.begin(), lent_.end(), 0);
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
