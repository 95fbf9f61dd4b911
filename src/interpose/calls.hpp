// Interposed calls of which others are made, with the place in the program that they come from: C11
// threads are POSIX threads under other names.
#pragma once

#include <pthread.h>
#include <time.h>

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::native {

// `others` as in Operation::second.
int lock_mutex(pthread_mutex_t* mutex, Site site, ObjectId others = kNoObject);
int try_lock_mutex(pthread_mutex_t* mutex, Site site);
int timed_lock_mutex(pthread_mutex_t* mutex, clockid_t clock, const timespec* deadline, Site site);
int unlock_mutex(pthread_mutex_t* mutex, Site site, ObjectId others = kNoObject);
void make_mutex(pthread_mutex_t* mutex, int type, Site site);
int destroy_mutex(pthread_mutex_t* mutex, Site site);

// `deadline` in virtual nanoseconds, or kNever.
int wait_on_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, std::uint64_t deadline,
                      Site site);
int signal_condition(pthread_cond_t* condition, Site site);
int broadcast_condition(pthread_cond_t* condition, Site site);
void make_condition(pthread_cond_t* condition, clockid_t clock, Site site);
int destroy_condition(pthread_cond_t* condition, Site site);

// Arrives at a barrier and waits for the other threads, or returns PTHREAD_BARRIER_SERIAL_THREAD.
int wait_at_barrier(pthread_barrier_t* barrier, Site site);

// `destination` is where the program wants the value: what a paused call goes on with must show
// in its operation, see scheduling_point.hpp.
int join_thread(pthread_t handle, void*& value, const void* destination, Site site);
int detach_thread(pthread_t handle);

// Called before a thread is created outside an exploration.
void begin_early_thread();

// The system call, with its six arguments.
long futex(const long* arguments, Site site);

int create_key(pthread_key_t* key, void (*destructor)(void*), Site site);
int delete_key(pthread_key_t key, Site site);
void* specific_value(pthread_key_t key, Site site);
int set_specific_value(pthread_key_t key, const void* value, Site site);

int run_once(pthread_once_t* once, void (*routine)(), Site site);

// Passes time until a virtual deadline.
void sleep_until(std::uint64_t deadline, Site site);

// A plain access that the C library makes on the program's behalf, about to be made; `others` as in
// Operation::second.
void access_memory(const void* address, std::size_t size, OpKind kind, Site site, ObjectId others);

// Initialising a synchronisation object is a plain write to all of it, which the caller carries out
// afterwards.  `what` names the kind of object.  It is a misuse if a thread is blocked on it.
void initialise(const void* object, std::size_t size, const char* what, Site site,
                ObjectId others = kNoObject);

// An argument of a timed call: its nanoseconds are fewer than a second's.
inline bool is_valid(const timespec& time) {
  return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

}  // namespace heddle::native
