#include "fleet/member.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/random.hpp"

namespace heddle::fleet {
namespace {

using config::MemoryLimit;
using config::Order;
using config::Priority;
using config::RunOptions;
using config::Search;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

std::uint64_t half_of_the_machine() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return 0;
  const std::uint64_t bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
  return bytes / 2 / kMebibyte * kMebibyte;
}

}  // namespace

std::uint64_t job_count(const RunOptions& options) {
  const bool per_core =
      options.jobs ? *options.jobs == config::kOnePerCore : options.search == Search::prss;
  if (!per_core) return options.jobs.value_or(1);
  constexpr std::uint64_t kMost = 128;
  return std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, kMost);
}

bool splits(const RunOptions& options) {
  // A window that is drawn is there for searches that differ.
  const config::Window& window = options.window;
  const bool is_drawn = window.count > 0 && !window.begin && window.function.empty();
  // Which memory counts as shared depends on the order of the executions, and so do the states.
  const bool learns_in_order = options.points == config::Points::shared;
  return job_count(options) > 1 && config::can_be_split(config::resolved(options)) &&
         options.certificate.empty() && !is_drawn && !learns_in_order;
}

std::uint64_t memory_limit(const RunOptions& options) {
  switch (options.max_memory.kind) {
    case MemoryLimit::Kind::auto_:
      return half_of_the_machine();
    case MemoryLimit::Kind::bytes:
      return options.max_memory.bytes;
    case MemoryLimit::Kind::none:
      break;
  }
  return 0;
}

// More than the visited set may use: pages that are not used do not exist.
std::uint64_t split_bytes(const RunOptions& options, std::uint64_t jobs) {
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 30U;
  constexpr std::uint64_t kPerJob = std::uint64_t{64} << 20U;
  constexpr std::uint64_t kUnlimitedMemory = std::uint64_t{1} << 40U;
  const std::uint64_t limit = memory_limit(options);
  return std::max(kLeast, limit == 0 ? kUnlimitedMemory : 2 * limit) + jobs * kPerJob;
}

std::uint64_t member_seed(std::uint64_t seed, std::uint64_t member) {
  return member == 0 ? seed : Random(seed).split(member).next();
}

bool uses_randomness(const RunOptions& options) {
  return config::takes_samples(options) || options.search == Search::prss ||
         options.search == Search::guided || config::is_sampling(options.search) ||
         options.order.kind == Order::Kind::random || config::has_random_priority(options) ||
         options.backtrack.jump != config::Jump::exhaustive;
}

RunOptions member_options(const RunOptions& options, std::uint64_t jobs, std::uint64_t member,
                          bool is_shared) {
  RunOptions own = options;
  own.jobs.reset();
  if (!is_shared) own.seed = member_seed(options.seed, member);
  if (options.shard && config::is_sampling(options.search)) {
    own.seed = member_seed(options.seed, options.shard->number - 1);
  }
  if (member > 0 && !is_shared && !uses_randomness(options)) {
    if (options.search == Search::best_first) {
      own.priority = {Priority{.kind = Priority::Kind::rand}};
    } else {
      own.order = {Order::Kind::random, 0};
    }
  }
  // One process covers, and the others look for errors that it finds late.
  if (jobs > 1 && config::takes_samples(options) && options.portfolio == config::Portfolio::all) {
    own.portfolio = member == 0 ? config::Portfolio::coverage : config::Portfolio::sampling;
    if (member > 0) own.order = {Order::Kind::random, 0};
  }
  if (own.max_memory.kind == MemoryLimit::Kind::bytes) {
    own.max_memory.bytes = std::max<std::uint64_t>(own.max_memory.bytes / jobs, 1);
  }
  return own;
}

}  // namespace heddle::fleet
