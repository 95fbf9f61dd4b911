#include "races/race_detector.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/random.hpp"
#include "fuzz.hpp"
#include "races/brute_force.hpp"

namespace heddle::races {
namespace {

using brute_force::Event;
using brute_force::SideEffect;

constexpr std::uintptr_t kMemory = 0x10008;  // aligned to words, and not the first word of a page
constexpr std::uintptr_t kLocks = 0x90000;

struct Bytes : RaceSink {
  std::set<std::size_t> bytes;
  std::vector<Race> races;
  std::size_t at_once = 0;  // accesses without a race that needed no memory
  void found(const Race& race) override {
    races.push_back(race);
    const std::uintptr_t word = race.address / 8 * 8;
    for (std::uintptr_t i = 0; i < 8; ++i) {
      if ((race.bytes >> i & 1) != 0) bytes.insert(word + i - kMemory);
    }
  }
};

void tell(RaceDetector& detector, const Event& event, Bytes& sink) {
  const ThreadId thread = thread_id(event.thread);
  const std::uintptr_t address = kMemory + event.object;
  const ObjectId lock{kLocks + event.object};
  const Site site{event.object + 1};
  using Kind = RaceDetector::AtomicKind;
  Synchronisation& synchronisation = detector.synchronisation();
  switch (event.side_effect) {
    case SideEffect::plain_read:
    case SideEffect::plain_write: {
      const bool writes = event.side_effect == SideEffect::plain_write;
      if (detector.plain_at_once(thread, address, event.size, writes, site)) {
        ++sink.at_once;
        return;
      }
      return detector.plain(thread, address, event.size, writes, site, sink);
    }
    case SideEffect::load:
      return detector.atomic(thread, Kind::load, address, event.size, event.order, site, sink);
    case SideEffect::store:
      return detector.atomic(thread, Kind::store, address, event.size, event.order, site, sink);
    case SideEffect::update:
      return detector.atomic(thread, Kind::update, address, event.size, event.order, site, sink);
    case SideEffect::fence:
      return synchronisation.fence(thread, event.order);
    case SideEffect::lock:
      return synchronisation.acquire_for_writing(thread, lock);
    case SideEffect::unlock:
      return synchronisation.release(thread, lock);
    case SideEffect::read_lock:
      return synchronisation.acquire_for_reading(thread, lock);
    case SideEffect::read_unlock:
      return synchronisation.release_from_reading(thread, lock);
    case SideEffect::create:
      return synchronisation.created(thread, thread_id(event.object));
    case SideEffect::join:
      return synchronisation.joined(thread, thread_id(event.object));
  }
}

std::set<std::size_t> found_by(RaceDetector& detector, const std::vector<Event>& events) {
  detector.reset();
  Bytes found;
  for (const Event& event : events) tell(detector, event, found);
  return found.bytes;
}

// The same, without accesses at once: each is checked in full.
std::vector<Race> found_in_full(RaceDetector& detector, const std::vector<Event>& events) {
  detector.reset();
  Bytes found;
  for (const Event& event : events) {
    const bool writes = event.side_effect == SideEffect::plain_write;
    if (writes || event.side_effect == SideEffect::plain_read) {
      detector.plain(thread_id(event.thread), kMemory + event.object, event.size, writes,
                     Site{event.object + 1}, found);
    } else {
      tell(detector, event, found);
    }
  }
  return found.races;
}

// A sequence that real threads could produce, as far as locks, creation and joining go.
std::vector<Event> random_events(Random& random) {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kNobody = 99;
  const std::size_t length = 5 + random.below(40);
  std::vector<Event> events;
  std::vector<std::size_t> living = {0};
  std::size_t born = 1;
  std::map<std::size_t, std::size_t> writer;             // of each lock
  std::map<std::size_t, std::set<std::size_t>> readers;  // of each lock
  const auto any_order = [&] { return static_cast<std::uint32_t>(random.below(6)); };
  while (events.size() < length) {
    const std::size_t self = living[random.below(living.size())];
    Event event;
    event.thread = self;
    event.side_effect = static_cast<SideEffect>(random.below(12));
    event.order = any_order();
    const std::size_t lock = random.below(2);
    if (!writer.contains(lock)) writer[lock] = kNobody;
    switch (event.side_effect) {
      case SideEffect::plain_read:
      case SideEffect::plain_write:
        event.object = random.below(20);
        event.size = std::size_t{1} << random.below(5);
        break;
      case SideEffect::load:
      case SideEffect::store:
      case SideEffect::update:
        event.object = 16 + 4 * random.below(3);
        event.size = 4;
        break;
      case SideEffect::fence:
        break;
      case SideEffect::lock:
        if (writer[lock] != kNobody || !readers[lock].empty()) continue;
        event.object = lock;
        writer[lock] = self;
        break;
      case SideEffect::unlock:
        if (writer[lock] != self) continue;
        event.object = lock;
        writer[lock] = kNobody;
        break;
      case SideEffect::read_lock:
        if (writer[lock] != kNobody || !readers[lock].insert(self).second) continue;
        event.object = lock;
        break;
      case SideEffect::read_unlock:
        if (readers[lock].erase(self) == 0) continue;
        event.object = lock;
        break;
      case SideEffect::create:
        if (born == kThreads) continue;
        event.object = born;
        living.push_back(born++);
        break;
      case SideEffect::join: {
        if (living.size() < 2) continue;
        const std::size_t ended = living[random.below(living.size())];
        if (ended == self || ended == 0) continue;
        event.object = ended;
        living.erase(std::find(living.begin(), living.end(), ended));
        for (auto& [one, holder] : writer) holder = holder == ended ? kNobody : holder;
        for (auto& [one, holders] : readers) holders.erase(ended);
        break;
      }
    }
    events.push_back(event);
  }
  return events;
}

TEST(RaceDetector, FindsWhatTheDefinitionCallsARace) {
  Random random = fuzz::seeded();
  RaceDetector detector;
  std::size_t with_races = 0;
  const std::uint64_t cases = fuzz::cases(20'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    const std::vector<Event> events = random_events(random);
    const std::set<std::size_t> expected = brute_force::racing_bytes(events);
    ASSERT_EQ(found_by(detector, events), expected) << "case " << i;
    if (!expected.empty()) ++with_races;
  }
  // Both kinds are there, or the comparison says little.
  EXPECT_GT(with_races, cases / 10);
  EXPECT_LT(with_races, cases * 19 / 20);
}

TEST(RaceDetector, FindsTheSameRacesAtOnce) {
  Random random = fuzz::seeded();
  RaceDetector detector;
  RaceDetector in_full;
  std::size_t at_once = 0;
  const std::uint64_t cases = fuzz::cases(5'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    std::vector<Event> events = random_events(random);
    // Atomic objects nearby prevent it.
    if (i % 2 == 0) {
      std::erase_if(events, [](const Event& event) {
        return event.side_effect == SideEffect::load || event.side_effect == SideEffect::store ||
               event.side_effect == SideEffect::update;
      });
    }
    detector.reset();
    Bytes found;
    for (const Event& event : events) tell(detector, event, found);
    at_once += found.at_once;
    const std::vector<Race> expected = found_in_full(in_full, events);
    ASSERT_EQ(found.races.size(), expected.size()) << "case " << i;
    for (std::size_t race = 0; race < expected.size(); ++race) {
      ASSERT_EQ(found.races[race].address, expected[race].address) << "case " << i;
      ASSERT_EQ(found.races[race].bytes, expected[race].bytes) << "case " << i;
      ASSERT_EQ(found.races[race].earlier.site, expected[race].earlier.site) << "case " << i;
      ASSERT_EQ(found.races[race].later.site, expected[race].later.site) << "case " << i;
    }
  }
  EXPECT_GT(at_once, cases / 2);
}

TEST(RaceDetector, ContinuesFromACopyOfAnEarlierMoment) {
  Random random = fuzz::seeded();
  RaceDetector detector;
  const std::uint64_t cases = fuzz::cases(2'000);
  for (std::uint64_t i = 0; i < cases; ++i) {
    const std::vector<Event> events = random_events(random);
    const std::size_t middle = random.below(events.size() + 1);
    Bytes found;
    detector.reset();
    for (std::size_t at = 0; at < middle; ++at) tell(detector, events[at], found);
    const RaceDetector moment(detector);
    Bytes elsewhere;
    for (std::size_t at = middle; at < events.size(); ++at) tell(detector, events[at], elsewhere);
    found_by(detector, random_events(random));
    detector = RaceDetector(moment);
    for (std::size_t at = middle; at < events.size(); ++at) tell(detector, events[at], found);
    ASSERT_EQ(found.bytes, brute_force::racing_bytes(events)) << "case " << i;
  }
}

// Two threads, made by a third.
std::vector<Event> two_threads(std::vector<Event> events) {
  events.insert(events.begin(), {{SideEffect::create, 0, 1}, {SideEffect::create, 0, 2}});
  return events;
}

TEST(RaceDetector, ReleaseAndAcquireOrder) {
  RaceDetector detector;
  EXPECT_TRUE(found_by(detector, two_threads({{SideEffect::plain_write, 1, 0, 4},
                                              {SideEffect::store, 1, 16, 4, 3},
                                              {SideEffect::load, 2, 16, 4, 2},
                                              {SideEffect::plain_read, 2, 0, 4}}))
                  .empty());
}

TEST(RaceDetector, RelaxedOrdersNothing) {
  RaceDetector detector;
  EXPECT_EQ(found_by(detector, two_threads({{SideEffect::plain_write, 1, 0, 4},
                                            {SideEffect::store, 1, 16, 4, 0},
                                            {SideEffect::load, 2, 16, 4, 5},
                                            {SideEffect::plain_read, 2, 0, 4}})),
            (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST(RaceDetector, FencesOrderRelaxedOperations) {
  RaceDetector detector;
  EXPECT_TRUE(found_by(detector, two_threads({{SideEffect::plain_write, 1, 0, 4},
                                              {SideEffect::fence, 1, 0, 0, 3},
                                              {SideEffect::store, 1, 16, 4, 0},
                                              {SideEffect::load, 2, 16, 4, 0},
                                              {SideEffect::fence, 2, 0, 0, 2},
                                              {SideEffect::plain_read, 2, 0, 4}}))
                  .empty());
}

TEST(RaceDetector, NeighboursDoNotRace) {
  RaceDetector detector;
  EXPECT_TRUE(found_by(detector, two_threads({{SideEffect::plain_write, 1, 0, 1},
                                              {SideEffect::plain_write, 2, 1, 1},
                                              {SideEffect::plain_write, 1, 4, 4},
                                              {SideEffect::plain_write, 2, 2, 2}}))
                  .empty());
}

TEST(RaceDetector, TellsWhoDidWhat) {
  RaceDetector detector;
  detector.reset();
  Bytes found;
  for (const Event& event :
       two_threads({{SideEffect::plain_write, 1, 8, 4}, {SideEffect::plain_read, 2, 8, 8}}))
    tell(detector, event, found);
  ASSERT_EQ(found.races.size(), 1U);
  const Race& race = found.races.front();
  EXPECT_EQ(race.address, kMemory + 8);
  EXPECT_EQ(race.earlier.thread, thread_id(1));
  EXPECT_TRUE(race.earlier.writes);
  EXPECT_EQ(race.earlier.size, 4U);
  EXPECT_EQ(race.later.thread, thread_id(2));
  EXPECT_FALSE(race.later.writes);
  EXPECT_EQ(race.later.size, 8U);
  EXPECT_EQ(race.heard, 0U);
}

TEST(RaceDetector, FreeingIsWritingAndThenTheMemoryIsNew) {
  RaceDetector detector;
  detector.reset();
  Bytes found;
  for (const Event& event :
       two_threads({{SideEffect::plain_read, 1, 8, 4}, {SideEffect::store, 1, 16, 4, 3}}))
    tell(detector, event, found);
  detector.freed(thread_id(2), kMemory, 64, Site{7}, found);
  EXPECT_EQ(found.bytes, (std::set<std::size_t>{8, 9, 10, 11, 16, 17, 18, 19}));
  found.races.clear();
  tell(detector, {SideEffect::plain_write, 2, 8, 4}, found);
  tell(detector, {SideEffect::load, 2, 16, 4, 2}, found);
  EXPECT_TRUE(found.races.empty());
}

// A plain write races with an operation on the object, in either order; operations do not race with
// each other, and the object's own edges count.
TEST(RaceDetector, OperationsReadTheirObject) {
  const auto races = [](bool writes_first, bool uses_lock) {
    RaceDetector detector;
    detector.reset();
    Bytes found;
    Synchronisation& order = detector.synchronisation();
    const ObjectId lock{kMemory};
    const auto write = [&] { detector.plain(thread_id(1), kMemory, 40, true, Site{1}, found); };
    const auto use = [&](ThreadId thread) {
      detector.object_operation(thread, kMemory, 8, Site{2}, found);
      order.acquire(thread, lock);
      detector.object_operation(thread, kMemory, 8, Site{3}, found);
      order.release(thread, lock);
    };
    for (const ThreadId child : {thread_id(1), thread_id(2), thread_id(3)}) {
      order.created(kMainThread, child);
    }
    if (writes_first) write();
    use(thread_id(2));
    use(thread_id(3));
    if (uses_lock) order.acquire(thread_id(1), lock);
    if (!writes_first) write();
    return found.races.size();
  };
  EXPECT_EQ(races(true, false), 4U);
  EXPECT_EQ(races(false, false), 2U);
  EXPECT_EQ(races(false, true), 0U);
}

// An operation on an object is no load: a fence does not acquire what the object released.
TEST(RaceDetector, OperationsAcquireNothingByThemselves) {
  RaceDetector detector;
  detector.reset();
  Bytes found;
  Synchronisation& order = detector.synchronisation();
  order.created(kMainThread, thread_id(1));
  detector.plain(thread_id(1), kMemory + 64, 4, true, Site{1}, found);
  order.release(thread_id(1), ObjectId{kMemory});
  detector.object_operation(kMainThread, kMemory, 8, Site{2}, found);
  order.fence(kMainThread, 2);
  detector.plain(kMainThread, kMemory + 64, 4, false, Site{3}, found);
  EXPECT_EQ(found.races.size(), 1U);
}

// A thread's place may be taken by another one once it was joined.
TEST(RaceDetector, ANewThreadInAnOldPlaceIsNotTheOldOne) {
  RaceDetector detector;
  EXPECT_FALSE(found_by(detector, {{SideEffect::create, 0, 1},
                                   {SideEffect::plain_write, 1, 0, 4},
                                   {SideEffect::join, 0, 1},
                                   {SideEffect::create, 0, 1},
                                   {SideEffect::plain_write, 1, 0, 4},
                                   {SideEffect::plain_write, 0, 0, 4}})
                   .empty());
}

}  // namespace
}  // namespace heddle::races
