// Decides about executions that reached the step limit: cut short, or a livelock.  Length alone is
// no evidence, so the execution goes on under a fair scheduler (search/liveness/fair_run.hpp).  It
// is a livelock if it closes a fair cycle of states, or if it does not end in a million further
// steps while another fair execution of the program ends within as many.  Otherwise the program may
// just be long.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "config/run_options.hpp"
#include "core/schedule.hpp"
#include "native/native_system.hpp"
#include "result/cut_loop.hpp"
#include "search/liveness/fair_run.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

class CutJudge {
 public:
  // Keeps references to all of them.
  CutJudge(native::NativeSystem& system, const config::RunOptions& options,
           std::chrono::steady_clock::time_point deadline, const std::atomic<bool>& stop)
      : system_(system), options_(options), deadline_(deadline), stop_(stop) {}

  void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }

  // Judges an execution that was cut after this schedule.  Returns its failure, if it has one.
  // Executions beyond the first are judged ever more rarely.  Leaves the system in another state,
  // from which it can go back to any mark.
  // REQUIRES: the system is where the execution was cut.
  std::optional<FailedSchedule> judge(const Schedule& schedule);

  // Describes the loop in which the first execution was cut, by executing it again.  Absent when
  // none was cut.
  std::optional<result::CutLoop> loop(const Recording& recording);

 private:
  // The execution that was cut first.
  struct Cut {
    Schedule schedule;
    ScheduleContext context;
    std::uint64_t ends_after = 0;  // so many steps, under a fair scheduler; 0: not known
    std::uint64_t tried = 0;       // steps after which it had not ended; 0: not known
  };

  std::optional<FailedSchedule> go_on(const Schedule& schedule);
  std::optional<FailedSchedule> conclude(search::FairRun& run, search::FairRun::End end,
                                         const Schedule& schedule, std::size_t before);

  search::FairRun::Limits limits() const;
  // Returns whether an execution of the program ends under a fair scheduler.
  bool ends_from_the_beginning();

  native::NativeSystem& system_;
  const config::RunOptions& options_;
  std::chrono::steady_clock::time_point deadline_;
  const std::atomic<bool>& stop_;
  std::uint64_t cuts_ = 0;
  bool is_settled_ = false;  // an execution that does not end is known
  std::optional<bool> ends_from_the_beginning_;
  std::optional<Cut> first_;
};

}  // namespace heddle::worker
