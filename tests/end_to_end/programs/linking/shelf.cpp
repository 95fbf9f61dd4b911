// Its vector has a block before main: what constructors leave behind must be rolled back too.
#include "shelf.hpp"

#include <pthread.h>

#include <vector>

namespace {
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
std::vector<int> numbers(1, 0);
}  // namespace

extern "C" void put(int number) {
  pthread_mutex_lock(&mutex);
  numbers.push_back(number);
  pthread_mutex_unlock(&mutex);
}

extern "C" int count_numbers() { return static_cast<int>(numbers.size()); }
