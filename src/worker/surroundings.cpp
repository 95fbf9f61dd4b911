#include "worker/surroundings.hpp"

#include <utility>

#include "system/divergence.hpp"

namespace heddle::worker {
namespace {

result::CodePlace place_or_address(Site site, const Recording& recording) {
  result::CodePlace place = recording.place_of(site);
  if (place.module.empty()) place.offset = static_cast<std::uint64_t>(site);
  return place;
}

class LookBeforeLastStep : public native::StepCheck {
 public:
  LookBeforeLastStep(native::MemoryExcerpts& excerpts, const std::vector<ObjectId>& objects,
                     std::size_t steps)
      : excerpts_(excerpts), objects_(objects), steps_(steps) {}

  void before(std::size_t step, const ThreadView&) override {
    if (step + 1 != steps_) return;
    for (const ObjectId object : objects_) found_.push_back(excerpts_.around(object));
  }
  std::vector<MemoryExcerpt> take() { return std::move(found_); }

 private:
  native::MemoryExcerpts& excerpts_;
  const std::vector<ObjectId>& objects_;
  std::size_t steps_;
  std::vector<MemoryExcerpt> found_;
};

class NoListener : public EventListener {
 public:
  void happened(const Event&) override {}
  void printed(ThreadId, int, std::string_view) override {}
};

}  // namespace

void execute(native::NativeSystem& system, const Schedule& schedule) {
  system.restart();
  for (const Decision decision : schedule) {
    const ThreadView* const chosen = system.view().find(decision.thread);
    const bool can = system.view().verdict == Verdict::running && chosen != nullptr &&
                     decision.alternative < chosen->alternatives;
    if (!can) return;
    system.step(decision);
  }
}

std::vector<MemoryExcerpt> read_before_last_step(native::NativeSystem& system,
                                                 native::MemoryExcerpts& excerpts,
                                                 const Schedule& schedule,
                                                 const std::vector<ObjectId>& objects) {
  LookBeforeLastStep look(excerpts, objects, schedule.size());
  NoListener listener;
  try {
    system.record(schedule, listener, &look);
  } catch (const Divergence&) {
    return {};
  }
  return look.take();
}

result::CodeExcerpt excerpt_of(const MemoryExcerpt& memory, const Recording& recording) {
  result::CodeExcerpt excerpt;
  excerpt.blocks = memory.blocks;
  for (const CallFrame& frame : memory.frames) {
    excerpt.frames.push_back({frame.thread, place_or_address(frame.code, recording), frame.begin,
                              frame.end, frame.registers});
  }
  for (const auto& pointer : memory.pointers) {
    excerpt.pointers.push_back({place_or_address(pointer.place, recording), pointer.value});
  }
  return excerpt;
}

}  // namespace heddle::worker
