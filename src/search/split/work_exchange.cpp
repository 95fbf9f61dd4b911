#include "search/split/work_exchange.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/check.hpp"
#include "core/shared_wait.hpp"

namespace heddle::search {
namespace {

// A wait is ended by a wake-up; this is for stops, which come without one.
constexpr std::chrono::milliseconds kLook{10};
// A worker that is to end waits so long for the others, which are to end as well.
constexpr std::chrono::milliseconds kPatience{300};
// Between two looks for an answer of another rank.
constexpr std::chrono::microseconds kAnswerTime{50};

}  // namespace

WorkExchange::WorkExchange(SplitMemory memory, unsigned worker, const std::atomic<bool>* stop)
    : memory_(memory), worker_(worker), stop_(stop), claims_(link(), [this] {
        if (should_stop() || is_broken()) this->stop();
        std::this_thread::sleep_for(kAnswerTime);
        pulse_();
        return !is_over();
      }) {}

bool WorkExchange::give(std::span<const std::uint64_t> mail) {
  HEDDLE_CHECK(!mail.empty() && mail.size() <= kMostMailWords, "a mail is too small or too large");
  for (unsigned i = 0; i < workers(); ++i) {
    if (deliver_mail(i, mail)) return true;
  }
  return false;
}

bool WorkExchange::deliver_mail(unsigned worker, std::span<const std::uint64_t> words) {
  SplitSlot& slot = memory_.slot(worker);
  std::uint32_t wanted = SplitSlot::wanted;
  if (slot.mail.load(std::memory_order_relaxed) != wanted ||
      !slot.mail.compare_exchange_strong(wanted, SplitSlot::being_written)) {
    return false;
  }
  memory_.header().idle.fetch_sub(1);
  std::copy(words.begin(), words.end(), memory_.mail(worker).begin());
  slot.mail_words = static_cast<std::uint32_t>(words.size());
  slot.mail.store(SplitSlot::full);
  wake_waiters(slot.mail);
  return true;
}

bool WorkExchange::take(Mail& into) {
  if (memory_.header().idle.fetch_add(1) + 1 == workers()) {
    end_pass();
    return false;
  }
  std::atomic<std::uint32_t>& mail = own().mail;
  mail.store(SplitSlot::wanted);
  // Not earlier than the store: either this worker sees the end, or the one that ends the pass sees
  // what this one wants.
  if (memory_.header().ended.load() != 0) end_pass();
  while (true) {
    const std::uint32_t now = mail.load();
    if (now == SplitSlot::full) {
      into.assign(mail_of(worker_).begin(), mail_of(worker_).end());
      mail.store(SplitSlot::none);
      return true;
    }
    if (should_stop() || is_broken()) stop();
    if (now == SplitSlot::none) return false;  // since the pass is over
    wait_for_change(mail, now, kLook);
    pulse_();
  }
}

// Takes back what idle workers want.  One that begins to wait afterwards notices the end itself.
void WorkExchange::end_pass() {
  memory_.header().ended.store(1);
  for (unsigned i = 0; i < workers(); ++i) {
    std::uint32_t wanted = SplitSlot::wanted;
    if (memory_.slot(i).mail.compare_exchange_strong(wanted, SplitSlot::none)) {
      wake_waiters(memory_.slot(i).mail);
    }
  }
}

void WorkExchange::stop() {
  memory_.header().stopped.store(1);
  end_pass();
}

bool WorkExchange::meet() {
  using Clock = std::chrono::steady_clock;
  SplitHeader& header = memory_.header();
  const std::uint32_t before = header.meetings.load();
  if (header.arrived.fetch_add(1) + 1 == workers()) {
    header.arrived.store(0);
    header.meetings.fetch_add(1);
    wake_waiters(header.meetings);
    return !is_broken();
  }
  Clock::time_point patience_ends = Clock::time_point::max();
  while (header.meetings.load() == before) {
    const auto now = Clock::now();
    if (should_stop() && patience_ends == Clock::time_point::max()) patience_ends = now + kPatience;
    if (now >= patience_ends) leave();
    if (is_broken()) return false;
    wait_for_change(header.meetings, before, kLook);
    pulse_();
  }
  return !is_broken();
}

void WorkExchange::reset() {
  own().mail.store(SplitSlot::none);
  own().states.store(0);
  if (worker_ != 0 && !is_remote()) return;
  SplitHeader& header = memory_.header();
  for (Lease* lease : {&header.link.executions, &header.link.states}) {
    lease->units.store(0);
    lease->limit.store(0);
    lease->is_spent.store(0);
  }
  header.idle.store(0);
  header.ended.store(0);
  header.stopped.store(0);
  header.executions.store(0);
  header.states.store(0);
  memory_.clear_table();
}

void WorkExchange::leave() {
  memory_.header().broken.store(1);
  stop();
  wake_waiters(memory_.header().meetings);
}

bool WorkExchange::grant(std::atomic<std::uint64_t>& granted, std::uint64_t limit) {
  std::uint64_t before = granted.load(std::memory_order_relaxed);
  while (before < limit) {
    if (granted.compare_exchange_weak(before, before + 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

// Other ranks use units of the same budget.
bool WorkExchange::take_unit(Lease& lease, std::uint64_t limit) {
  while (lease.units.load() == 0) {
    if (lease.is_spent.load() != 0 || is_over()) return false;
    lease.limit.store(limit);
    if (should_stop() || is_broken()) stop();
    std::this_thread::sleep_for(kAnswerTime);
    pulse_();
  }
  lease.units.fetch_sub(1);
  return true;
}

Mail WorkExchange::collect_mail(unsigned worker) {
  SplitSlot& slot = memory_.slot(worker);
  if (slot.mail.load() != SplitSlot::full) return {};
  Mail words(mail_of(worker).begin(), mail_of(worker).end());
  slot.mail.store(SplitSlot::none);
  return words;
}

}  // namespace heddle::search
