// Runs a model program natively: `interpreter PROGRAM`, with real threads, mutexes, conditions,
// read-write locks, barriers and atomics for its instructions.  Heddle must find exactly the
// schedules that brute force finds in the model.
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <heddle/heddle.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Instruction {
  std::string name;
  std::vector<int> arguments;  // object numbers and values: "x1" is 1
};

std::atomic<int> cells[4];
pthread_mutex_t mutexes[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                              PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_rwlock_t rwlocks[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
pthread_barrier_t barriers[1];
pthread_cond_t conditions[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};

std::vector<Instruction> parse(const std::string& text) {
  std::vector<Instruction> thread;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line, ';');) {
    std::istringstream words(line);
    Instruction instruction;
    words >> instruction.name;
    for (std::string word; words >> word;) {
      const std::size_t digits = word.find_first_of("-0123456789");
      instruction.arguments.push_back(std::atoi(word.c_str() + digits));
    }
    if (!instruction.name.empty()) thread.push_back(instruction);
  }
  return thread;
}

void run(const std::vector<Instruction>& thread) {
  int last = 0;
  for (std::size_t at = 0; at < thread.size(); ++at) {
    const std::string& name = thread[at].name;
    const std::vector<int>& given = thread[at].arguments;
    if (name == "R") last = cells[given[0]].load();
    if (name == "W") cells[given[0]].store(given[1]);
    if (name == "A") last = cells[given[0]].fetch_add(1);
    if (name == "L") pthread_mutex_lock(&mutexes[given[0]]);
    if (name == "U") pthread_mutex_unlock(&mutexes[given[0]]);
    if (name == "TL" && pthread_mutex_trylock(&mutexes[given[0]]) != 0)
      at += static_cast<std::size_t>(given[1]);
    if (name == "CW") pthread_cond_wait(&conditions[given[0]], &mutexes[given[1]]);
    if (name == "CS") pthread_cond_signal(&conditions[given[0]]);
    if (name == "CB") pthread_cond_broadcast(&conditions[given[0]]);
    if (name == "RL") pthread_rwlock_rdlock(&rwlocks[given[0]]);
    if (name == "WL") pthread_rwlock_wrlock(&rwlocks[given[0]]);
    if (name == "TRL" && pthread_rwlock_tryrdlock(&rwlocks[given[0]]) != 0)
      at += static_cast<std::size_t>(given[1]);
    if (name == "TWL" && pthread_rwlock_trywrlock(&rwlocks[given[0]]) != 0)
      at += static_cast<std::size_t>(given[1]);
    if (name == "RU") pthread_rwlock_unlock(&rwlocks[given[0]]);
    if (name == "BW") pthread_barrier_wait(&barriers[given[0]]);
    if (name == "CH") last = heddle::choose(given[0]);
    if (name == "AS") heddle::assert_that(last != given[0]);
    if (name == "SKZ" && last == 0) at += static_cast<std::size_t>(given[0]);
    if (name == "SKE" && last == given[0]) at += static_cast<std::size_t>(given[1]);
  }
}

}  // namespace

int main(int, char** argv) {
  pthread_barrier_init(&barriers[0], nullptr, 2);  // as random programs have it
  std::vector<std::vector<Instruction>> programs;
  std::istringstream threads(argv[1]);
  for (std::string text; std::getline(threads, text, '/');) programs.push_back(parse(text));
  std::vector<std::thread> running;
  running.reserve(programs.size());
  for (const auto& program : programs) running.emplace_back(run, std::cref(program));
  for (std::thread& thread : running) thread.join();
}
