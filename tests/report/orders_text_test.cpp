// Orders are written with the names of threads, operations and objects.
#include "report/orders_text.hpp"

#include <gtest/gtest.h>

#include "report/symbolized.hpp"
#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

TEST(OrdersText, NamesStepsAndThoseThatNeverHappened) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.step(1, OpKind::mutex_lock, 7, place);
  t.step(2, OpKind::mutex_lock, 8, place);
  trace::Trace trace = t.trace();
  trace.failure = trace::TraceFailure{FailureKind::deadlock, "", kNoThread, {}};
  trace.blocked = {{ThreadId{1}, {}, ThreadId{2}, {}}};
  trace.blocked[0].operation.kind = OpKind::mutex_lock;
  trace.blocked[0].operation.object = ObjectId{8};
  const trace::ObjectNames names = names_of(trace, t.symbols());
  EXPECT_EQ(orders_text(trace, t.symbols(), names), "");

  trace.failure->orders.list = {{{ThreadId{2}, 0}, {ThreadId{1}, 1}}};
  EXPECT_EQ(orders_text(trace, t.symbols(), names),
            "The error needs this order:\n"
            "  - thread 2's lock mutex 2 (step 2, f) before thread 1's lock mutex 2\n");

  trace.failure->orders.list.push_back({{ThreadId{1}, 0}, {ThreadId{2}, 1}});
  trace.failure->orders.suffice = true;
  EXPECT_EQ(orders_text(trace, t.symbols(), names),
            "The error needs these orders, and they suffice:\n"
            "  - thread 2's lock mutex 2 (step 2, f) before thread 1's lock mutex 2\n"
            "  - thread 1's lock mutex 1 (step 1, f) before thread 2's next step\n");
}

TEST(OrdersText, HasNoOrderOfTheAccessesOfARace) {
  TraceBuilder t;
  const trace::Place place = t.at(1, "f()");
  t.memory(1, OpKind::write, 64, 0, 1, place);
  t.step(2, OpKind::mutex_lock, 8, place);
  t.memory(2, OpKind::read, 64, 1, 1, place);
  trace::Trace trace = t.trace();
  trace.failure = trace::TraceFailure{FailureKind::race, "", ThreadId{2}, {}, 66};
  trace.failure->orders.list = {{{ThreadId{1}, 0}, {ThreadId{2}, 1}},
                                {{ThreadId{1}, 0}, {ThreadId{3}, 4}}};
  trace.failure->orders.suffice = true;
  const trace::ObjectNames names = names_of(trace, t.symbols());
  EXPECT_EQ(orders_text(trace, t.symbols(), names),
            "Either access may come first: nothing orders them.\n");

  trace.failure->orders.list.push_back({{ThreadId{1}, 0}, {ThreadId{2}, 0}});
  EXPECT_EQ(
      orders_text(trace, t.symbols(), names),
      "The error needs this order, and it suffices:\n"
      "  - thread 1's write memory 1 (step 1, f) before thread 2's lock mutex 1 (step 2, f)\n");
}

}  // namespace
}  // namespace heddle::report
