// The figure of a run that a study calls its cost.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/result.hpp"
#include "study/run.hpp"

namespace heddle::study {

enum class Measure : std::uint8_t { states, generated_states, transitions, executions, seconds };

inline constexpr std::array<std::string_view, 5> kMeasures = {
    "states", "generated_states", "transitions", "executions", "seconds"};

std::string_view name_of(Measure measure);

// Refuses other words, with the nearest of these.
Result<Measure> measure_of(std::string_view name);

double cost_of(const Run& run, Measure measure);

}  // namespace heddle::study
