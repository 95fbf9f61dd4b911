#include "snapshot/past_states.hpp"

namespace heddle::native {

Snapshot PastStates::take() {
  Snapshot snapshot{{}, {}, 0, pages_.hash(), world()};
  if (reach_ == Reach::path) {
    snapshot.journal = journal_.mark();
    snapshot.own_frames = own_frames_.mark();
  } else {
    snapshot.memory = tree_.present();
  }
  return snapshot;
}

void PastStates::clear() {
  journal_.clear();
  own_frames_.clear();
  tree_.clear();
}

}  // namespace heddle::native
