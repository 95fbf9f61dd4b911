#include "search/split/handed_branches.hpp"

#include "core/check.hpp"

namespace heddle::search {

bool write_branches(std::span<const Decision> prefix, std::span<const Choice> choices,
                    const Fingerprint& state, Mail& into) {
  HEDDLE_CHECK(!choices.empty() && choices.back().depth == prefix.size(),
               "branches were sent without the way to them");
  if (prefix.size() + choices.size() > kMostMailWords - 3) return false;
  into = {paired(prefix.size(), choices.size()), state.low, state.high};
  for (const Decision decision : prefix) into.push_back(packed(decision));
  for (const Choice& choice : choices) {
    into.push_back(paired(choice.depth, packed(choice.decision)));
  }
  return true;
}

void read_branches(const Mail& mail, HandedBranches& into) {
  MailReader reader(mail);
  const std::uint64_t sizes = reader.next();
  into.state.low = reader.next();
  into.state.high = reader.next();
  into.prefix.clear();
  for (std::uint32_t i = 0; i < high_half(sizes); ++i) {
    into.prefix.push_back(unpacked(reader.next()));
  }
  into.choices.clear();
  for (std::uint32_t i = 0; i < low_half(sizes); ++i) {
    const std::uint64_t word = reader.next();
    into.choices.push_back({high_half(word), unpacked(word)});
  }
}

}  // namespace heddle::search
