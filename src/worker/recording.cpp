#include "worker/recording.hpp"

#include <map>

#include "config/options_text.hpp"
#include "monitors/memory_excerpts.hpp"
#include "runtime/flags.hpp"
#include "worker/adopted_points.hpp"

namespace heddle::worker {
namespace {

config::Points points_option(native::PlainPoints points) {
  switch (points) {
    case native::PlainPoints::none:
      break;
    case native::PlainPoints::racing:
      return config::Points::racing;
    case native::PlainPoints::shared:
      return config::Points::shared;
    case native::PlainPoints::all:
      return config::Points::all;
  }
  return config::Points::sync;
}

}  // namespace

// Passes events on to the trace, with what was printed in its place.
class Recording::Listener : public EventListener {
 public:
  Listener(trace::TraceWriter& writer, native::OutputCapture& output)
      : writer_(writer), output_(output) {}

  void happened(const Event& event) override {
    writer_.happened(event);
    if (event.operation.kind == OpKind::thread_create && !event.stack.empty()) {
      created_at_[event.other] = event.stack.front();
    }
  }
  void printed(ThreadId thread, int descriptor, std::string_view text) override {
    writer_.printed(thread, descriptor, text);
  }

  void begins() override { output_.discard(); }
  OutputPosition printed_so_far() override { return output_.position(); }
  void printed_up_to(ThreadId thread, const OutputPosition& end) override {
    for (const int descriptor : {1, 2}) {
      const std::string text =
          output_.take(descriptor, end[static_cast<std::size_t>(descriptor - 1)]);
      if (!text.empty()) printed(thread, descriptor, text);
    }
  }

  Site created_at(ThreadId thread) const {
    const auto found = created_at_.find(thread);
    return found == created_at_.end() ? kNoSite : found->second;
  }

 private:
  trace::TraceWriter& writer_;
  native::OutputCapture& output_;
  std::map<ThreadId, Site> created_at_;
};

// Writes down what is about to be done, lest a process that dies in it leaves no word of it.
class Recording::Announcer : public native::StepCheck {
 public:
  Announcer(trace::TraceWriter& writer, const Schedule& schedule, native::StepCheck* check)
      : writer_(writer), schedule_(schedule), check_(check) {}

  void before(std::size_t step, const ThreadView& chosen) override {
    if (check_ != nullptr) check_->before(step, chosen);
    Event event;
    event.thread = chosen.id;
    event.operation = chosen.next;
    event.alternative = schedule_[step].alternative;
    event.alternatives = chosen.alternatives;
    writer_.step_begins(event);
  }

 private:
  trace::TraceWriter& writer_;
  const Schedule& schedule_;
  native::StepCheck* check_;
};

// Lets the trace name objects on stacks and on the heap.
class Recording::Memory : public trace::Surroundings {
 public:
  explicit Memory(const native::StepRecorder& recorder) : excerpts_(recorder) {}

  std::uint64_t incarnation(ObjectId object) const override {
    return excerpts_.incarnation(object);
  }
  MemoryExcerpt around(ObjectId object) override { return excerpts_.around(object); }

 private:
  native::MemoryExcerpts excerpts_;
};

Recording::Recording(native::NativeSystem& system, native::OutputCapture& output, int descriptor,
                     const Program& program, const config::RunOptions& options)
    : system_(system),
      output_(output),
      descriptor_(descriptor),
      program_(program),
      options_(options),
      modules_(native::loaded_modules()) {}

trace::Place Recording::locate(Site site) const {
  const auto address = static_cast<std::uintptr_t>(site);
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    const native::LoadedModule& module = modules_[i];
    if (address >= module.begin && address < module.end) {
      return {static_cast<std::uint32_t>(i), address - module.base};
    }
  }
  return {trace::kNoModule, address};
}

result::CodePlace Recording::place_of(Site site) const {
  const trace::Place place = locate(site);
  if (place.module == trace::kNoModule) return {};
  return {modules_[place.module].path, place.offset};
}

trace::Header Recording::header() const {
  trace::Header header;
  header.program = program_.path;
  header.arguments = program_.arguments;
  header.build_id = modules_.empty() ? "" : modules_.front().build_id;
  // A replay needs the scheduling points that were in force; nothing in a trace names a command or
  // a file.
  config::RunOptions options = options_;
  options.points = points_option(native::flags().plain_points);
  options.early_timeouts = system_.wait_limits().early_timeouts;
  options.spurious = system_.wait_limits().spurious_wakeups;
  // The content of freed memory depends on this option, and so does the place where a leftover
  // thread pauses.
  const native::StateKeeping& kept = system_.states_kept();
  options.states = kept.compares ? config::States::memory
                   : kept.reorders && options.reduce == config::Reduce::none
                       ? config::States::happens_before
                       : config::States::none;
  options.json.clear();
  options.trace.clear();
  options.certificate.clear();
  options.shard.reset();
  options.suppressions.clear();
  options.launcher.clear();
  options.guided.guide.clear();
  options.scope.clear();
  header.options = config::to_text(options);
  header.seed = options.seed;
  header.explore_call = program_.explore_call;
  header.shared_cells = adopted_cells();
  return header;
}

std::vector<trace::Module> Recording::traced_modules() const {
  std::vector<trace::Module> modules;
  for (const native::LoadedModule& module : modules_)
    modules.push_back({module.path, module.build_id});
  return modules;
}

void Recording::outline(const Schedule& schedule, const Failure& failure) {
  trace::TraceWriter writer(descriptor_, header(), traced_modules(),
                            [this](Site site) { return locate(site); });
  writer.threads(threads(nullptr));
  writer.decisions(schedule);
  writer.failure(failure);
  writer.end();
}

std::vector<trace::ThreadFacts> Recording::threads(const Listener* listener) const {
  std::vector<trace::ThreadFacts> facts;
  const native::ThreadPaths& paths = native::thread_paths();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const ThreadId id = thread_id(i);
    const Site created_at = listener != nullptr ? listener->created_at(id) : kNoSite;
    facts.push_back({id, paths.text(id), native::thread(id).name, created_at});
  }
  return facts;
}

void Recording::run(const Schedule& schedule, native::StepCheck* check, const Failure* expected,
                    const Failure& known) {
  trace::TraceWriter writer(descriptor_, header(), traced_modules(),
                            [this](Site site) { return locate(site); });
  Listener listener(writer, output_);
  Memory memory(system_.recorder());
  writer.surround(memory);
  // Said before the first step and again at the end: should the process die, the ids are
  // understood.
  writer.threads(threads(&listener));
  output_.record();
  Announcer announcer(writer, schedule, check);
  system_.record(schedule, listener, &announcer, expected);
  writer.threads(threads(&listener));
  // The thread that ended the execution printed the rest.
  const ThreadId last = native::world().current;
  listener.printed_up_to(last == kNoThread ? kMainThread : last, output_.position());
  write_end(writer, known);
}

void Recording::write_end(trace::TraceWriter& writer, const Failure& known) {
  const Verdict verdict = system_.view().verdict;
  if (verdict == Verdict::failed || verdict == Verdict::deadlock) {
    Failure failure = system_.failure();
    failure.orders = known.orders;
    failure.is_simplification_cut = known.is_simplification_cut;
    writer.failure(failure);
  }
  if (verdict == Verdict::deadlock) {
    for (const native::PausedThread& paused : system_.paused_threads()) {
      if (!paused.blocked) continue;
      writer.blocked({paused.thread, paused.waits_at, paused.holder, paused.stack});
    }
  }
  writer.end();
}

}  // namespace heddle::worker
