// The boundary between a model and libheddle: plain C, so that both may use different C++ runtimes.
// Include heddle/model.hpp instead.
#ifndef HEDDLE_MODEL_ABI_HPP
#define HEDDLE_MODEL_ABI_HPP

#include <cstddef>
#include <cstdint>

extern "C" {

// A source location.
struct heddle_model_place {
  const char* file;
  const char* function;
  std::uint32_t line;
};

// The failure of an action.
struct heddle_model_failure {
  enum Kind : std::uint32_t { none, assertion, exception };
  std::uint32_t kind;
  const char* message;  // valid until the next call
};

// The functions of a model get two pointers: to the variables, and to one location per process.
struct heddle_model_action {
  const char* name;
  heddle_model_place place;
  std::uint32_t from;  // locations, by their index in the process
  std::uint32_t to;
  // Null: always enabled.
  int (*guard)(void* self, const void* variables, const std::uint16_t* locations);
  void* guard_self;
  // The number of ways to perform the action.  Null: `choices`.
  std::uint32_t (*count)(void* self, const void* variables, const std::uint16_t* locations);
  void* count_self;
  std::uint32_t choices;
  std::uint32_t has_choice;  // 0: one way, which the schedule does not mention
  // Null: changes no variable.
  void (*effect)(void* self, void* variables, std::uint32_t choice, heddle_model_failure* failure);
  void* effect_self;
};

struct heddle_model_process {
  const char* name;
  const heddle_model_action* actions;
  std::size_t action_count;
  const char* const* locations;
  const unsigned char* may_end;  // by location: the process takes no part in a deadlock there
  std::size_t location_count;
  std::uint32_t start;
};

struct heddle_model_property {
  enum Kind : std::uint32_t {
    invariant,  // holds in every state
    final,      // holds in every final state
    may_end,    // where it holds, a state without enabled actions is final
  };
  std::uint32_t kind;
  const char* name;
  heddle_model_place place;
  int (*holds)(void* self, const void* variables, const std::uint16_t* locations);
  void* self;
};

struct heddle_model {
  static constexpr std::uint32_t kVersion = 1;

  std::uint32_t version;
  const void* initial;          // the variables
  std::size_t size;             // of the variables, in bytes
  std::uint32_t is_comparable;  // equal variables have equal bytes: no padding, no floating point
  // Writes the bytes by which states are compared.  Null: all bytes of the variables.
  void (*identify)(void* self, const void* variables, void* identity);
  std::size_t identity_size;
  void* identify_self;
  // Describes the variables in a trace; the text is valid until the next call.  Null: not shown.
  const char* (*show)(void* self, const void* variables, const std::uint16_t* locations);
  void* show_self;
  const heddle_model_process* processes;
  std::size_t process_count;
  const heddle_model_property* properties;
  std::size_t property_count;
};

// Absent in a program that is not linked with libheddle.

// Called before main: the program explores a model instead of its own threads.
[[gnu::weak]] void heddle_program_has_model(void);
// Explores the model if Heddle started the process for that, and does not return then.
[[gnu::weak]] void heddle_explore_model(const heddle_model* model);
}

#endif
