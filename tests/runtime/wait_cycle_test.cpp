// Who waits for whom, and that only circles count.
#include "runtime/wait_cycle.hpp"

#include <pthread.h>

#include "runtime/world_by_hand.hpp"
#include "sync/mutex.hpp"

namespace heddle::native {
namespace {

class WaitCycle : public WorldByHand {
 protected:
  // A thread that holds one mutex and is paused before another one.
  static Thread& locker(pthread_mutex_t* holds, pthread_mutex_t* wants) {
    Thread& thread = pause({.kind = OpKind::mutex_lock, .object = object_of(wants)});
    if (holds != nullptr) sync::lock(mutex_at(object_of(holds)), thread.id);
    return thread;
  }

  pthread_mutex_t a_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t b_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t c_ = PTHREAD_MUTEX_INITIALIZER;
};

TEST_F(WaitCycle, IsFoundBesideThreadsThatGoOn) {
  mover();
  locker(&a_, &b_);
  locker(&b_, &c_);
  locker(&c_, &a_);
  EXPECT_EQ(wait_cycle(), (std::vector{thread_id(1), thread_id(2), thread_id(3)}));
}

TEST_F(WaitCycle, IsNotAChain) {
  const Thread& last = mover();
  sync::lock(mutex_at(object_of(&c_)), last.id);
  locker(&a_, &b_);
  locker(&b_, &c_);
  EXPECT_TRUE(wait_cycle().empty());
}

TEST_F(WaitCycle, LeadsThroughJoins) {
  pause({.kind = OpKind::thread_join, .object = end_of(thread_id(1))});
  sync::lock(mutex_at(object_of(&a_)), thread_id(0));
  locker(nullptr, &a_);
  EXPECT_EQ(wait_cycle(), (std::vector{thread_id(0), thread_id(1)}));
}

}  // namespace
}  // namespace heddle::native
