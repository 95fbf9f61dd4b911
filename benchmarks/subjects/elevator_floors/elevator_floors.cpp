// Elevators that share the requests of a building:
// `elevator_floors [--fixed] [FLOORS [ELEVATORS [PERSONS [ROUNDS]]]]`.  An elevator asks whether
// there are requests, then whether they are above; if another one has answered the last in between,
// it concludes that they are below and leaves the building through the ground.
#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "building.hpp"

namespace {

class Elevator {
 public:
  Elevator(Building& building, bool asks_once) : building_(building), asks_once_(asks_once) {}

  void step() {
    building_.serve(floor_);
    const Move move = asks_once_ ? building_.best_move(floor_) : decide();
    if (move == Move::up) ++floor_;
    if (move == Move::down) --floor_;
  }

 private:
  Move decide() {
    if (!building_.has_requests()) return Move::stay;
    return building_.has_requests_above(floor_) ? Move::up : Move::down;
  }

  Building& building_;
  const bool asks_once_;
  int floor_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[FLOORS [ELEVATORS [PERSONS [ROUNDS]]]]");
  const int floors = arguments.number(4, 2);
  const int elevators = arguments.number(2);
  const int persons = arguments.number(1);
  const int rounds = arguments.number(8);
  arguments.end();
  Building building(floors);
  subjects::Threads threads;
  threads.start(elevators, [&](int) {
    Elevator elevator(building, arguments.fixed());
    for (int i = 0; i < rounds; ++i) elevator.step();
  });
  threads.start(persons, [&](int person) {
    building.request((person + 1) % floors);  // from
    building.request((person + 3) % floors);  // to
  });
}
