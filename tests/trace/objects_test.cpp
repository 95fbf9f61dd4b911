// Objects get names in order of appearance, by the strongest use made of them.
#include "trace/objects.hpp"

#include <gtest/gtest.h>

namespace heddle::trace {
namespace {

Step step(OpKind kind, std::uint64_t object, std::uint64_t second = 0) {
  Step step;
  step.thread = kMainThread;
  step.operation.kind = kind;
  step.operation.object = ObjectId{object};
  step.operation.second = ObjectId{second};
  return step;
}

TEST(ObjectNames, CountsEachKindByAppearance) {
  Trace trace;
  trace.steps = {step(OpKind::mutex_lock, 10),  step(OpKind::cond_wait, 20, 30),
                 step(OpKind::atomic_load, 40), step(OpKind::mutex_lock, 11),
                 step(OpKind::sem_wait, 50),    step(OpKind::read, 60)};
  trace.blocked.push_back({kMainThread, step(OpKind::mutex_lock, 12).operation, kNoThread, {}});
  const ObjectNames name(trace);
  EXPECT_EQ(name(ObjectId{10}), "mutex 1");
  EXPECT_EQ(name(ObjectId{20}), "condition 1");
  EXPECT_EQ(name(ObjectId{30}), "mutex 2");
  EXPECT_EQ(name(ObjectId{40}), "atomic 1");
  EXPECT_EQ(name(ObjectId{11}), "mutex 3");
  EXPECT_EQ(name(ObjectId{50}), "semaphore 1");
  EXPECT_EQ(name(ObjectId{60}), "memory 1");
  EXPECT_EQ(name(ObjectId{12}), "mutex 4");
  EXPECT_EQ(name(kNoObject), "");
}

TEST(ObjectNames, AnAtomicThatIsAlsoWrittenPlainlyIsAnAtomic) {
  Trace trace;
  trace.steps = {step(OpKind::write, 10), step(OpKind::futex_wait, 10),
                 step(OpKind::atomic_load, 10)};
  EXPECT_EQ(ObjectNames(trace)(ObjectId{10}), "atomic 1");
}

TEST(ObjectNames, UsesVariableNamesAndDoesNotCountThem) {
  Trace trace;
  trace.steps = {step(OpKind::mutex_lock, 10), step(OpKind::mutex_lock, 11)};
  const ObjectNames name(trace, [](ObjectId object) {
    return object == ObjectId{10} ? std::string("guard") : std::string();
  });
  EXPECT_EQ(name(ObjectId{10}), "guard");
  EXPECT_EQ(name(ObjectId{11}), "mutex 1");
}

TEST(ObjectNames, SaysWhoseEndAJoinWaitsFor) {
  Trace trace;
  trace.steps = {step(OpKind::thread_join, static_cast<std::uint64_t>(end_of(ThreadId{2})))};
  EXPECT_EQ(ObjectNames(trace)(end_of(ThreadId{2})), "the end of thread 2");
  EXPECT_EQ(ObjectNames(trace)(token_of(kMainThread)), "the wake-up of main");
}

}  // namespace
}  // namespace heddle::trace
