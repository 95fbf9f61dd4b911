// Lifts and the people who call them:
// `elevator [--fixed] [FLOORS [LIFTS [ROUNDS [TIME FROM TO]...]]]`, floors from 1.  The queues of
// people who go up are pushed and checked without their lock, so two lifts claim the same call, or
// people are lost or taken twice.
#include <algorithm>
#include <cassert>
#include <deque>
#include <memory>
#include <vector>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "floor.hpp"
#include "lift.hpp"

namespace {

struct Person {
  int time;
  int from;
  int to;
};

// Three numbers each, up to the end or to a time of 0.  No more than a queue can hold.
std::vector<Person> people_of(subjects::Arguments& arguments, int height) {
  std::vector<Person> people;
  while (people.size() < Queue::capacity) {
    const int time = arguments.number(0);
    if (time == 0) break;
    const int from = arguments.number(1, 1, height) - 1;
    const int to = arguments.number(1, 1, height) - 1;
    people.push_back({time, from, to});
  }
  if (people.empty()) people = {{1, 0, 2}, {3, 3, 1}};
  return people;
}

void simulate(const std::vector<Person>& people, Floors& floors) {
  int last = 0;
  for (const Person& person : people) last = std::max(last, person.time);
  for (int now = 0; now <= last; ++now) {
    for (const Person& person : people) {
      if (person.time != now) continue;
      const Direction direction = person.to > person.from ? Direction::up : Direction::down;
      floors[person.from]->queue(direction).push(person.to);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[FLOORS [LIFTS [ROUNDS [TIME FROM TO]...]]]");
  const int height = arguments.number(4, 4);
  const int number_of_lifts = arguments.number(2, 1);
  const int rounds = arguments.number(4);
  const std::vector<Person> people = people_of(arguments, height);
  arguments.end();

  Floors floors;
  for (int i = 0; i < height; ++i) floors.push_back(std::make_unique<Floor>(arguments.fixed()));
  std::deque<Lift> lifts;
  for (int i = 0; i < number_of_lifts; ++i) lifts.emplace_back(floors);
  subjects::Threads threads;
  threads.start(number_of_lifts, [&](int lift) {
    for (int i = 0; i < rounds; ++i) lifts[lift].step();
  });
  simulate(people, floors);
  threads.join();

  auto counted = static_cast<std::ptrdiff_t>(0);
  for (const auto& floor : floors) counted += floor->up.size() + floor->down.size();
  for (const Lift& lift : lifts) counted += lift.delivered() + lift.aboard();
  assert(counted == static_cast<std::ptrdiff_t>(people.size()));
}
