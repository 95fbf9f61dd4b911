// A session of Capstone and the one instruction that it fills again and again.
#pragma once

#include <capstone/capstone.h>

#include <vector>

#include "core/check.hpp"
#include "guidance/recovery/decoder.hpp"

namespace heddle::guidance {

class CapstoneSession {
 public:
  CapstoneSession(cs_arch architecture, cs_mode mode) {
    HEDDLE_CHECK(cs_open(architecture, mode, &handle_) == CS_ERR_OK, "Capstone lacks a processor");
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
    buffer_ = cs_malloc(handle_);
  }
  ~CapstoneSession() {
    cs_free(buffer_, 1);
    cs_close(&handle_);
  }
  CapstoneSession(const CapstoneSession&) = delete;
  CapstoneSession& operator=(const CapstoneSession&) = delete;

  // Calls reduce(const cs_insn&, Instruction&) for each instruction in [begin, end).
  template <typename Reduce>
  void decode(const ElfImage& image, std::uint64_t begin, std::uint64_t end, unsigned alignment,
              std::vector<Instruction>& into, const Reduce& reduce) {
    into.clear();
    const std::string_view bytes = image.bytes(begin);
    std::size_t left = bytes.size() < end - begin ? bytes.size() : end - begin;
    const auto* code = reinterpret_cast<const std::uint8_t*>(bytes.data());
    std::uint64_t address = begin;
    while (left > 0) {
      if (!cs_disasm_iter(handle_, &code, &left, &address, buffer_)) {
        const std::size_t skipped = left < alignment ? left : alignment;
        code += skipped;
        left -= skipped;
        address += skipped;
        continue;
      }
      Instruction& made = into.emplace_back();
      made.address = buffer_->address;
      made.size = static_cast<std::uint8_t>(buffer_->size);
      reduce(*buffer_, made);
    }
  }

  csh handle() const { return handle_; }

 private:
  csh handle_ = 0;
  cs_insn* buffer_ = nullptr;
};

}  // namespace heddle::guidance
