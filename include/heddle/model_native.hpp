// Executes a model once, without Heddle's library.  Include heddle/model.hpp instead.
#ifndef HEDDLE_MODEL_NATIVE_HPP
#define HEDDLE_MODEL_NATIVE_HPP

#include <heddle/model_abi.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace heddle::model::detail {

// Describes a mistake in the model, as one sentence; empty when there is none.
inline std::string complaint(const heddle_model& model) {
  constexpr std::size_t kMostProcesses = 1000;
  constexpr std::size_t kMostLocations = 65535;
  if (model.version != heddle_model::kVersion) {
    return "the model was compiled with the header of another version of Heddle; compile it again.";
  }
  if (model.process_count > kMostProcesses) {
    return "the model has more than 1000 processes; use fewer.";
  }
  if (model.is_comparable == 0 && model.identify == nullptr) {
    return "the variables of the model have padding or floating-point members, which cannot be "
           "compared as bytes; remove them, or use identify().";
  }
  if (model.process_count == 0) return "the model has no process; add one with process().";
  for (std::size_t i = 0; i < model.process_count; ++i) {
    const heddle_model_process& process = model.processes[i];
    const std::string quoted = "'" + std::string(process.name) + "'";
    if (*process.name == '\0') return "a process of the model has no name; name it in process().";
    for (std::size_t k = 0; k < i; ++k) {
      if (std::strcmp(model.processes[k].name, process.name) == 0) {
        return "two processes of the model are named " + quoted + "; use different names.";
      }
    }
    if (process.action_count == 0) {
      return "process " + quoted + " of the model has no action; add one with action().";
    }
    if (process.location_count > kMostLocations) {
      return "process " + quoted + " of the model has more than 65535 locations; use variables.";
    }
    std::vector<bool> is_used(process.location_count);
    for (std::size_t k = 0; k < process.action_count; ++k) {
      const heddle_model_action& action = process.actions[k];
      is_used[action.from] = is_used[action.to] = true;
      if (*action.name == '\0') {
        return "an action of process " + quoted + " has no name; name it in action().";
      }
    }
    for (std::size_t k = 0; k < process.location_count; ++k) {
      if (is_used[k]) continue;
      return "no action of process " + quoted + " begins or ends at location '" +
             process.locations[k] + "'; correct its name.";
    }
  }
  return "";
}

// One execution of a model.
class Execution {
 public:
  explicit Execution(const heddle_model& model)
      : model_(model),
        // Operator new aligns the memory for all types.
        variables_(new unsigned char[model.size]),
        locations_(model.process_count) {
    std::memcpy(variables_.get(), model.initial, model.size);
    for (std::size_t i = 0; i < model.process_count; ++i) {
      locations_[i] = static_cast<std::uint16_t>(model.processes[i].start);
    }
  }

  struct Choice {
    std::size_t process;
    const heddle_model_action* action;
    std::uint32_t choice;
  };

  std::vector<Choice> choices() const {
    std::vector<Choice> all;
    for (std::size_t i = 0; i < model_.process_count; ++i) {
      const heddle_model_process& process = model_.processes[i];
      for (std::size_t k = 0; k < process.action_count; ++k) {
        const std::uint32_t count = ways(process.actions[k], locations_[i]);
        for (std::uint32_t c = 0; c < count; ++c) all.push_back({i, &process.actions[k], c});
      }
    }
    return all;
  }

  heddle_model_failure take(const Choice& choice) {
    heddle_model_failure failure = {heddle_model_failure::none, ""};
    const heddle_model_action& action = *choice.action;
    locations_[choice.process] = static_cast<std::uint16_t>(action.to);
    if (action.effect != nullptr) {
      action.effect(action.effect_self, variables_.get(), choice.choice, &failure);
    }
    return failure;
  }

  bool holds(const heddle_model_property& property) const {
    return property.holds(property.self, variables_.get(), locations_.data()) != 0;
  }

  // Returns the first property of the kind that does not hold, or null.
  const heddle_model_property* violated(std::uint32_t kind) const {
    for (std::size_t i = 0; i < model_.property_count; ++i) {
      const heddle_model_property& property = model_.properties[i];
      if (property.kind == kind && !holds(property)) return &property;
    }
    return nullptr;
  }

  // Returns whether a state without enabled actions is no deadlock.
  bool may_end() const {
    for (std::size_t i = 0; i < model_.property_count; ++i) {
      const heddle_model_property& property = model_.properties[i];
      if (property.kind == heddle_model_property::may_end && holds(property)) return true;
    }
    for (std::size_t i = 0; i < model_.process_count; ++i) {
      const heddle_model_process& process = model_.processes[i];
      if (process.may_end[locations_[i]] != 0) continue;
      for (std::size_t k = 0; k < process.action_count; ++k) {
        if (process.actions[k].from == locations_[i]) return false;
      }
    }
    return true;
  }

  std::string shown() const {
    if (model_.show == nullptr) return "";
    return std::string("  [") + model_.show(model_.show_self, variables_.get(), locations_.data()) +
           "]";
  }

 private:
  std::uint32_t ways(const heddle_model_action& action, std::uint16_t location) const {
    if (action.from != location) return 0;
    if (action.guard != nullptr &&
        action.guard(action.guard_self, variables_.get(), locations_.data()) == 0) {
      return 0;
    }
    if (action.count == nullptr) return action.choices;
    return action.count(action.count_self, variables_.get(), locations_.data());
  }

  const heddle_model& model_;
  std::unique_ptr<unsigned char[]> variables_;
  std::vector<std::uint16_t> locations_;
};

// Executes the model with a random schedule, prints it, and returns the exit code of the program.
inline int execute_once(const heddle_model& model) {
  constexpr int kMostSteps = 1000;
  if (const std::string sentence = complaint(model); !sentence.empty()) {
    std::fprintf(stderr, "heddle: %s\n", sentence.c_str());
    return 2;
  }
  std::printf(
      "One execution of the model, with a random schedule; `heddle c++` and `heddle run` "
      "explore all.\n");
  std::mt19937 random(std::random_device{}());
  Execution execution(model);
  for (int step = 1;; ++step) {
    if (const heddle_model_property* failed =
            execution.violated(heddle_model_property::invariant)) {
      std::printf("invariant '%s' does not hold\n", failed->name);
      return 1;
    }
    const std::vector<Execution::Choice> choices = execution.choices();
    if (choices.empty()) break;
    if (step > kMostSteps) {
      std::printf("stopped after %d steps\n", kMostSteps);
      return 0;
    }
    const Execution::Choice& chosen = choices[random() % choices.size()];
    const heddle_model_failure failure = execution.take(chosen);
    std::printf("%5d  %s: %s", step, model.processes[chosen.process].name, chosen.action->name);
    if (chosen.action->has_choice != 0) std::printf(" (choice %u)", chosen.choice);
    std::printf("%s\n", execution.shown().c_str());
    if (failure.kind != heddle_model_failure::none) {
      std::printf("%s\n", failure.message);
      return 1;
    }
  }
  if (!execution.may_end()) {
    std::printf("deadlock: no action is enabled\n");
    return 1;
  }
  if (const heddle_model_property* failed = execution.violated(heddle_model_property::final)) {
    std::printf("final condition '%s' does not hold\n", failed->name);
    return 1;
  }
  std::printf("the execution ended without an error\n");
  return 0;
}

}  // namespace heddle::model::detail

#endif
