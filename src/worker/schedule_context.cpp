#include "worker/schedule_context.hpp"

#include "runtime/root.hpp"
#include "worker/adopted_points.hpp"

namespace heddle::worker {

ScheduleContext current_context(const native::NativeSystem& system) {
  return {native::flags().plain_points, adopted_cells(), system.states_kept(),
          system.wait_limits()};
}

void restore(const ScheduleContext& context, native::NativeSystem& system) {
  system.keep_states(context.keeping);
  system.limit_waits(context.waits);
  system.set_plain_points(context.plain_points);
  adopt_only(context.cells);
  system.restart();
}

}  // namespace heddle::worker
