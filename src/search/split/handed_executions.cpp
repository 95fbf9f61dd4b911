#include "search/split/handed_executions.hpp"

namespace heddle::search {

// An execution that waits has at least one deviation.
static_assert(3 * kMostHandedDeviations <= kMostMailWords);

void write_executions(const std::vector<WaitingExecution>& executions, Mail& into) {
  into.clear();
  for (const WaitingExecution& execution : executions) {
    into.push_back(execution.priority);
    into.push_back(execution.deviations.size());
    for (const Choice& choice : execution.deviations) {
      into.push_back(paired(choice.depth, packed(choice.decision)));
    }
  }
}

std::vector<WaitingExecution> read_executions(const Mail& mail) {
  std::vector<WaitingExecution> executions;
  MailReader reader(mail);
  while (!reader.is_at_end()) {
    WaitingExecution& execution = executions.emplace_back();
    execution.priority = reader.next();
    execution.deviations.resize(reader.next());
    for (Choice& choice : execution.deviations) {
      const std::uint64_t word = reader.next();
      choice = {high_half(word), unpacked(word)};
    }
  }
  return executions;
}

}  // namespace heddle::search
