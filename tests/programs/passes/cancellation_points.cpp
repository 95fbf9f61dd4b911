// Where a thread can wait and be cancelled: a sleep, a join, a pipe, a semaphore with a deadline. A
// join that was cancelled leaves its thread to be joined; one that has ended can be cancelled.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <cassert>
#include <ctime>

sem_t go;
pthread_t other;
int ends[2];

void* wait_for_go(void*) {
  while (sem_wait(&go) != 0) {
  }
  return nullptr;
}

void* sleep_long(void*) {
  sleep(1000);
  return nullptr;
}

void* join_other(void*) {
  pthread_join(other, nullptr);
  return nullptr;
}

void* read_pipe(void*) {
  char byte;
  return read(ends[0], &byte, 1) == 1 ? nullptr : &ends;
}

void* wait_with_deadline(void*) {
  const timespec far{1'000'000'000'000, 0};
  sem_timedwait(&go, &far);
  return nullptr;
}

// A thread may be over before it is cancelled if it waits with a deadline.
void cancel(void* (*routine)(void*), bool has_deadline = false) {
  pthread_t thread;
  pthread_create(&thread, nullptr, routine, nullptr);
  pthread_cancel(thread);
  void* result = nullptr;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED || (has_deadline && result == nullptr));
}

int main() {
  sem_init(&go, 0, 0);
  assert(pipe(ends) == 0);
  cancel(sleep_long, true);
  cancel(wait_with_deadline, true);
  pthread_create(&other, nullptr, wait_for_go, nullptr);
  cancel(join_other);
  sem_post(&go);
  usleep(1);
  assert(pthread_cancel(other) == 0);
  void* result = nullptr;
  assert(pthread_join(other, &result) == 0);
  assert(result == nullptr || result == PTHREAD_CANCELED);
  cancel(read_pipe);
}
