#include "runtime/requeue.hpp"

#include <algorithm>
#include <limits>

#include "runtime/embedded_objects.hpp"
#include "runtime/readiness.hpp"

namespace heddle::native {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();

struct Ways {
  std::uint64_t wake;
  std::uint64_t move;
};

Ways ways_of(const Operation& operation) {
  const RequeueArguments arguments = requeue_arguments(operation);
  const std::uint64_t waiters = count_waiters(operation.object);
  const std::uint64_t woken = std::min<std::uint64_t>(arguments.wake, waiters);
  const std::uint64_t left = waiters - woken;
  return {ways_to_choose(woken, waiters),
          ways_to_choose(std::min<std::uint64_t>(arguments.move, left), left)};
}

}  // namespace

std::uint64_t packed(const RequeueArguments& arguments) {
  return arguments.wake | std::uint64_t{arguments.move} << 16 |
         std::uint64_t{arguments.expected} << 32;
}

RequeueArguments requeue_arguments(const Operation& operation) {
  return {static_cast<std::uint16_t>(operation.value),
          static_cast<std::uint16_t>(operation.value >> 16),
          static_cast<std::uint32_t>(operation.value >> 32)};
}

void refresh_comparing_requeue(Operation& operation) {
  const auto* word = static_cast<const std::uint32_t*>(address_of(operation.object));
  const bool matches =
      __atomic_load_n(word, __ATOMIC_SEQ_CST) == requeue_arguments(operation).expected;
  operation.kind = matches ? OpKind::futex_requeue : OpKind::futex_requeue_refused;
}

std::uint16_t requeue_alternatives(const Operation& operation) {
  const Ways ways = ways_of(operation);
  return static_cast<std::uint16_t>(std::min(ways.wake * ways.move, kMost));
}

Requeued requeue(const Operation& operation, std::uint16_t alternative) {
  const RequeueArguments arguments = requeue_arguments(operation);
  const Ways ways = ways_of(operation);
  const Woken woken = wake_waiters(operation.object, arguments.wake,
                                   static_cast<std::uint16_t>(alternative % ways.wake));
  Requeued result{woken.count, 0, woken.first};
  choose_waiters(operation.object, arguments.move, alternative / ways.wake, kNoObject,
                 [&](Thread& waiter) {
                   waiter.parking.on = operation.second;
                   waiter.pending.object = operation.second;
                   ++result.moved;
                 });
  return result;
}

}  // namespace heddle::native
