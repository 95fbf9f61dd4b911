#include "symbolize/symbolizer.hpp"

#include <map>
#include <utility>

#include "symbolize/demangle.hpp"
#include "symbolize/elf_file.hpp"
#include "symbolize/memory_names.hpp"

namespace heddle::symbolize {

struct Symbolizer::Parts {
  using Key = std::pair<std::string, std::uint64_t>;

  ElfFile& file(const std::string& path) {
    std::unique_ptr<ElfFile>& slot = files[path];
    if (!slot) slot = std::make_unique<ElfFile>(path);
    return *slot;
  }

  std::map<std::string, std::unique_ptr<ElfFile>> files;
  std::map<Key, std::vector<Frame>> frames;
  std::map<Key, NamedObject> variables;
};

Symbolizer::Symbolizer() : parts_(std::make_unique<Parts>()) {}
Symbolizer::~Symbolizer() = default;

const std::vector<Frame>& Symbolizer::frames(const std::string& module, std::uint64_t address) {
  const auto [entry, is_new] = parts_->frames.try_emplace({module, address});
  std::vector<Frame>& frames = entry->second;
  if (is_new) {
    frames = parts_->file(module).frames(address);
    if (frames.empty()) frames.push_back({"", "", 0, module});
    if (frames.back().function.empty()) frames.back().function = hexadecimal(address);
  }
  return frames;
}

const std::vector<Frame>& Symbolizer::frames_of_return(const std::string& module,
                                                       std::uint64_t address) {
  return frames(module, address == 0 ? 0 : address - 1);
}

const std::string& Symbolizer::variable_at(const std::string& module, std::uint64_t address) {
  return object_at(module, address).name;
}

const NamedObject& Symbolizer::object_at(const std::string& module, std::uint64_t address) {
  const auto [entry, is_new] = parts_->variables.try_emplace({module, address});
  if (is_new) entry->second = parts_->file(module).object_at(address);
  return entry->second;
}

NamedObject Symbolizer::object_in(const ModuleExcerpt& excerpt, std::uint64_t address) {
  MemoryNames names(excerpt, address,
                    [this](const std::string& module) -> ElfFile& { return parts_->file(module); });
  const std::optional<NamedObject> found = names.find();
  return found ? *found : NamedObject{};
}

std::vector<CompiledUnit> Symbolizer::units(const std::string& module) {
  return parts_->file(module).units();
}

}  // namespace heddle::symbolize
