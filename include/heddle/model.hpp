// Models of concurrent systems: processes with guarded actions over shared variables.
//
//   #include <heddle/model.hpp>
//
//   struct Variables {
//     bool wants[2] = {false, false};
//   };
//
//   int main() {
//     heddle::model::Model<Variables> model;
//     for (int i = 0; i < 2; ++i) {
//       auto& process = model.process("process " + std::to_string(i));
//       process.action("enter").from("idle").to("critical")
//           .when([=](const Variables& v) { return !v.wants[1 - i]; })
//           .does([=](Variables& v) { v.wants[i] = true; });
//       process.action("leave").from("critical").to("idle")
//           .does([=](Variables& v) { v.wants[i] = false; });
//     }
//     model.invariant("mutual exclusion",
//                     [](const Variables& v) { return !(v.wants[0] && v.wants[1]); });
//     return model.run();
//   }
//
// `heddle c++ model.cpp -o model && heddle run ./model` explores every state of the model.  Without
// Heddle's library, the program executes the model once, with a random schedule.
#ifndef HEDDLE_MODEL_HPP
#define HEDDLE_MODEL_HPP

#include <heddle/model_abi.hpp>
#include <heddle/model_native.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::model {

// A location of a process.
struct Location {
  std::uint16_t process = 0;
  std::uint16_t index = 0;
};

// The locations of all processes in a state.
class Where {
 public:
  explicit Where(const std::uint16_t* locations) : locations_(locations) {}

  // Returns whether the process of the location is there.
  bool is_at(Location location) const { return locations_[location.process] == location.index; }

 private:
  const std::uint16_t* locations_;
};

namespace detail {

// Thrown by `check`, so that the rest of the action is left out.
struct FailedCheck {
  const char* message;
};

// Runs before main in each program that has a model.
template <typename>
struct HasModel {
  static bool announce() {
    if (heddle_program_has_model != nullptr) heddle_program_has_model();
    return true;
  }
  static inline const bool announced = announce();
};

// Calls a function of the model with the variables, and with the locations if it takes them.
template <typename Variables, typename Function>
decltype(auto) call(void* self, const void* variables, const std::uint16_t* locations) {
  const auto& function = *static_cast<const Function*>(self);
  const auto& values = *static_cast<const Variables*>(variables);
  if constexpr (std::is_invocable_v<const Function&, const Variables&>) {
    (void)locations;
    return function(values);
  } else {
    return function(values, Where(locations));
  }
}

template <typename Variables, typename Function>
inline constexpr bool is_query = std::is_invocable_v<const Function&, const Variables&> ||
                                 std::is_invocable_v<const Function&, const Variables&, Where>;

// Functions of the model, which live as long as it does.
class Functions {
 public:
  template <typename Function>
  void* keep(Function&& function) {
    using Kept = std::decay_t<Function>;
    auto kept = std::make_shared<Kept>(std::forward<Function>(function));
    void* const address = kept.get();
    all_.push_back(std::move(kept));
    return address;
  }

 private:
  std::vector<std::shared_ptr<void>> all_;
};

inline constexpr std::uint32_t kNotGiven = UINT32_MAX;

struct ActionData {
  std::string name;
  heddle_model_action plain = {};
};

struct ProcessData {
  std::string name;
  std::uint16_t index = 0;
  std::vector<std::unique_ptr<ActionData>> actions;
  std::vector<std::string> locations;
  std::vector<unsigned char> may_end;
  std::uint32_t start = kNotGiven;
  // As the boundary needs them.
  std::vector<heddle_model_action> plain_actions;
  std::vector<const char*> plain_locations;

  // Returns the location's index, and adds the location if it is new.
  std::uint32_t location(const std::string& location) {
    for (std::size_t i = 0; i < locations.size(); ++i) {
      if (locations[i] == location) return static_cast<std::uint32_t>(i);
    }
    locations.push_back(location);
    may_end.push_back(0);
    return static_cast<std::uint32_t>(locations.size() - 1);
  }

  heddle_model_process plain() {
    plain_actions.clear();
    for (const auto& action : actions) {
      heddle_model_action added = action->plain;
      added.name = action->name.c_str();
      if (added.from == kNotGiven) added.from = location("");
      if (added.to == kNotGiven) added.to = added.from;
      plain_actions.push_back(added);
    }
    const std::uint32_t first = plain_actions.empty() ? 0 : plain_actions.front().from;
    plain_locations.clear();
    for (const std::string& name_of_one : locations) plain_locations.push_back(name_of_one.c_str());
    return {name.c_str(),
            plain_actions.data(),
            plain_actions.size(),
            plain_locations.data(),
            may_end.data(),
            plain_locations.size(),
            start == kNotGiven ? first : start};
  }
};

}  // namespace detail

// A guarded command of a process.  The functions may be called in any order and any number of
// times; they must depend on nothing but their arguments.
template <typename Variables>
class Action {
 public:
  Action(detail::ProcessData& process, detail::ActionData& data, detail::Functions& functions)
      : process_(process), data_(data), functions_(functions) {}

  // Enables the action only at this location of the process.  By default, this is the location
  // without a name.
  Action& from(const std::string& location) {
    data_.plain.from = process_.location(location);
    return *this;
  }

  // Moves the process to this location.  By default, it stays.  A process ends at a location
  // without actions.
  Action& to(const std::string& location) {
    data_.plain.to = process_.location(location);
    return *this;
  }

  // Enables the action only where the guard holds: `bool(const Variables&)`, or
  // `bool(const Variables&, Where)`.
  template <typename Guard>
  Action& when(Guard&& guard) {
    using Kept = std::decay_t<Guard>;
    static_assert(detail::is_query<Variables, Kept>,
                  "a guard is called as bool(const Variables&) or bool(const Variables&, Where)");
    data_.plain.guard_self = functions_.keep(std::forward<Guard>(guard));
    data_.plain.guard = [](void* self, const void* variables, const std::uint16_t* locations) {
      return detail::call<Variables, Kept>(self, variables, locations) ? 1 : 0;
    };
    return *this;
  }

  // Makes a choice of the action: the search performs it with each value below `count`.
  Action& choose(unsigned count) {
    data_.plain.count = nullptr;
    data_.plain.choices = count;
    data_.plain.has_choice = 1;
    return *this;
  }

  // Does the same with a number that depends on the state.  At 0 the action is disabled.
  template <typename Count>
  requires(detail::is_query<Variables, std::decay_t<Count>>) Action& choose(Count&& count) {
    using Kept = std::decay_t<Count>;
    data_.plain.count_self = functions_.keep(std::forward<Count>(count));
    data_.plain.count = [](void* self, const void* variables, const std::uint16_t* locations) {
      return static_cast<std::uint32_t>(detail::call<Variables, Kept>(self, variables, locations));
    };
    data_.plain.has_choice = 1;
    return *this;
  }

  // Changes the variables when the action is performed: `void(Variables&)`, or
  // `void(Variables&, unsigned choice)`.
  template <typename Effect>
  Action& does(Effect&& effect) {
    using Kept = std::decay_t<Effect>;
    static_assert(std::is_invocable_v<const Kept&, Variables&> ||
                      std::is_invocable_v<const Kept&, Variables&, unsigned>,
                  "an effect is called as void(Variables&) or void(Variables&, unsigned)");
    data_.plain.effect_self = functions_.keep(std::forward<Effect>(effect));
    data_.plain.effect = perform<Kept>;
    return *this;
  }

 private:
  template <typename Effect>
  static void perform(void* self, void* variables, std::uint32_t choice,
                      heddle_model_failure* failure) {
    const auto& effect = *static_cast<const Effect*>(self);
    auto& values = *static_cast<Variables*>(variables);
    try {
      if constexpr (std::is_invocable_v<const Effect&, Variables&>) {
        (void)choice;
        effect(values);
      } else {
        effect(values, choice);
      }
    } catch (const detail::FailedCheck& failed) {
      *failure = {heddle_model_failure::assertion, failed.message};
    } catch (const std::exception& exception) {
      static std::string message;
      message = exception.what();
      *failure = {heddle_model_failure::exception, message.c_str()};
    } catch (...) {
      *failure = {heddle_model_failure::exception, "an exception of unknown type"};
    }
  }

  detail::ProcessData& process_;
  detail::ActionData& data_;
  detail::Functions& functions_;
};

// A process: a sequence of actions, of which one is performed at a time.
template <typename Variables>
class Process {
 public:
  Process(detail::ProcessData& data, detail::Functions& functions)
      : data_(data), functions_(functions) {}

  // Adds an action.  Reports show its name and the source location of this call.
  Action<Variables> action(const std::string& name, const char* file = __builtin_FILE(),
                           const char* function = __builtin_FUNCTION(),
                           int line = __builtin_LINE()) {
    data_.actions.push_back(std::make_unique<detail::ActionData>());
    detail::ActionData& added = *data_.actions.back();
    added.name = name;
    added.plain.place = {file, function, static_cast<std::uint32_t>(line)};
    added.plain.choices = 1;
    added.plain.from = added.plain.to = detail::kNotGiven;
    return Action<Variables>(data_, added, functions_);
  }

  // Starts the process at this location.  By default, it starts where its first action does.
  Process& starts_at(const std::string& location) {
    data_.start = data_.location(location);
    return *this;
  }

  // Permits the process to stay at this location: it takes no part in a deadlock there.
  Process& may_end_at(const std::string& location) {
    data_.may_end[data_.location(location)] = 1;
    return *this;
  }

  // Returns a location of the process, for questions to `Where`.
  Location location(const std::string& name) {
    return {data_.index, static_cast<std::uint16_t>(data_.location(name))};
  }

 private:
  detail::ProcessData& data_;
  detail::Functions& functions_;
};

// Fails the action that calls it, unless the condition holds.
// REQUIRES: the message outlives the action, as a string literal does.
inline void check(bool condition, const char* message) {
  if (!condition) throw detail::FailedCheck{message};
}

// A model: variables, processes and properties.  States are equal if their variables and all
// locations are.
template <typename Variables>
class Model {
  static_assert(std::is_trivially_copyable_v<Variables>,
                "the variables of a model must be trivially copyable: use arrays, not containers");
  static_assert(alignof(Variables) <= alignof(std::max_align_t),
                "the variables of a model must not have an extended alignment");

 public:
  explicit Model(const Variables& initial = Variables{}) : initial_(initial) {
    (void)detail::HasModel<Variables>::announced;
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // Adds a process.  The reference is valid as long as the model.
  Process<Variables>& process(const std::string& name) {
    process_data_.push_back(std::make_unique<detail::ProcessData>());
    process_data_.back()->name = name;
    process_data_.back()->index = static_cast<std::uint16_t>(process_data_.size() - 1);
    processes_.push_back(std::make_unique<Process<Variables>>(*process_data_.back(), functions_));
    return *processes_.back();
  }

  // Adds a property of every state: `bool(const Variables&)`, or `bool(const Variables&, Where)`.
  template <typename Function>
  void invariant(const std::string& name, Function&& holds, const char* file = __builtin_FILE(),
                 const char* function = __builtin_FUNCTION(), int line = __builtin_LINE()) {
    add(heddle_model_property::invariant, name, std::forward<Function>(holds),
        {file, function, static_cast<std::uint32_t>(line)});
  }

  // Adds a property of every final state: no action is enabled, and that is no deadlock.
  template <typename Function>
  void finally(const std::string& name, Function&& holds, const char* file = __builtin_FILE(),
               const char* function = __builtin_FUNCTION(), int line = __builtin_LINE()) {
    add(heddle_model_property::final, name, std::forward<Function>(holds),
        {file, function, static_cast<std::uint32_t>(line)});
  }

  // Makes a state without enabled actions final where the condition holds.  Otherwise it is a
  // deadlock, unless every process has ended or is where it may end.
  template <typename Function>
  void may_end(Function&& holds, const char* file = __builtin_FILE(),
               const char* function = __builtin_FUNCTION(), int line = __builtin_LINE()) {
    add(heddle_model_property::may_end, "may end", std::forward<Function>(holds),
        {file, function, static_cast<std::uint32_t>(line)});
  }

  // Compares states by the value of a function instead of the variables: `Key(const Variables&)`.
  // States with equal keys are one state, so equal keys must have equal futures.
  template <typename Function>
  void identify(Function&& function) {
    using Kept = std::decay_t<Function>;
    using Key = std::invoke_result_t<const Kept&, const Variables&>;
    static_assert(std::has_unique_object_representations_v<Key>,
                  "the key of a state is compared as bytes: it must have no padding and no "
                  "floating-point members");
    plain_.identify_self = functions_.keep(std::forward<Function>(function));
    plain_.identity_size = sizeof(Key);
    plain_.identify = [](void* self, const void* variables, void* identity) {
      const Key key = (*static_cast<const Kept*>(self))(*static_cast<const Variables*>(variables));
      std::memcpy(identity, &key, sizeof key);
    };
  }

  // Describes the variables in reports: `std::string(const Variables&)`.
  template <typename Function>
  void show(Function&& function) {
    using Kept = std::decay_t<Function>;
    static_assert(detail::is_query<Variables, Kept>,
                  "a description is called as std::string(const Variables&)");
    plain_.show_self = functions_.keep(std::forward<Function>(function));
    plain_.show = [](void* self, const void* variables, const std::uint16_t* locations) {
      static std::string text;
      text = detail::call<Variables, Kept>(self, variables, locations);
      return text.c_str();
    };
  }

  // Explores the model, or executes it once with a random schedule if Heddle does not explore it.
  // Returns the exit code of the program: 0, 1 for an error of the model, 2 for a bad model.
  int run() {
    const heddle_model& model = plain();
    if (heddle_explore_model != nullptr) heddle_explore_model(&model);
    return detail::execute_once(model);
  }

  // Returns the model as libheddle takes it; valid until the model changes.
  const heddle_model& plain() {
    plain_processes_.clear();
    for (const auto& process : process_data_) plain_processes_.push_back(process->plain());
    plain_properties_.clear();
    for (const auto& property : properties_) {
      plain_properties_.push_back(property.plain);
      plain_properties_.back().name = property.name.c_str();
    }
    plain_.version = heddle_model::kVersion;
    plain_.initial = &initial_;
    plain_.size = sizeof(Variables);
    // The byte of an empty struct never changes.
    const bool is_comparable =
        std::has_unique_object_representations_v<Variables> || std::is_empty_v<Variables>;
    plain_.is_comparable = is_comparable ? 1 : 0;
    plain_.processes = plain_processes_.data();
    plain_.process_count = plain_processes_.size();
    plain_.properties = plain_properties_.data();
    plain_.property_count = plain_properties_.size();
    return plain_;
  }

 private:
  struct Property {
    std::string name;
    heddle_model_property plain;
  };

  template <typename Function>
  void add(std::uint32_t kind, const std::string& name, Function&& holds,
           const heddle_model_place& place) {
    using Kept = std::decay_t<Function>;
    static_assert(
        detail::is_query<Variables, Kept>,
        "a property is called as bool(const Variables&) or bool(const Variables&, Where)");
    Property property{name, {kind, nullptr, place, nullptr, nullptr}};
    property.plain.self = functions_.keep(std::forward<Function>(holds));
    property.plain.holds = [](void* self, const void* variables, const std::uint16_t* locations) {
      return detail::call<Variables, Kept>(self, variables, locations) ? 1 : 0;
    };
    properties_.push_back(std::move(property));
  }

  Variables initial_;
  detail::Functions functions_;
  std::vector<std::unique_ptr<detail::ProcessData>> process_data_;
  std::vector<std::unique_ptr<Process<Variables>>> processes_;
  std::vector<Property> properties_;
  heddle_model plain_ = {};
  std::vector<heddle_model_process> plain_processes_;
  std::vector<heddle_model_property> plain_properties_;
};

}  // namespace heddle::model

#endif
