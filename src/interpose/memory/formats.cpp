#include "interpose/memory/formats.hpp"

#include <printf.h>
#include <string.h>
#include <wchar.h>

#include <bit>

#include "interpose/memory/string_sizes.hpp"
#include "runtime/scheduling_point.hpp"

namespace heddle::native {
namespace {

enum class Length : std::uint8_t { none, tiny, brief, wide, widest, longest };

// One conversion of a format: its parts behind the percent sign.
struct FormatPart {
  bool is_skipped = false;    // %*d of scanf
  bool is_allocated = false;  // %ms of scanf
  bool has_precision = false;
  int width = 0;
  int precision = 0;
  Length length = Length::none;
  char letter = 0;
};

// Reads formats, one conversion after the other.
class FormatReader {
 public:
  explicit FormatReader(const char* format) : at_(format) {}

  // Goes to the next percent sign.  Returns false at the end.
  bool next() {
    at_ = ::strchr(at_, '%');
    if (at_ == nullptr) return false;
    ++at_;
    return true;
  }
  bool skip(const char* any) {
    const bool found = *at_ != 0 && ::strchr(any, *at_) != nullptr;
    if (found) ++at_;
    return found;
  }
  int number() {
    int value = 0;
    for (; *at_ >= '0' && *at_ <= '9'; ++at_) {
      if (value < 1'000'000) value = value * 10 + (*at_ - '0');
    }
    return value;
  }
  Length length() {
    if (skip("h")) return skip("h") ? Length::tiny : Length::brief;
    if (skip("l")) return skip("l") ? Length::widest : Length::wide;
    if (skip("jztqZ")) return Length::widest;
    return skip("L") ? Length::longest : Length::none;
  }
  char letter() { return *at_ == 0 ? *at_ : *at_++; }
  // Behind "%[".
  void skip_set() {
    skip("^");
    skip("]");
    while (*at_ != 0 && *at_ != ']') ++at_;
    skip("]");
  }

 private:
  const char* at_;
};

std::size_t size_of_integer(Length length) {
  switch (length) {
    case Length::tiny:
      return 1;
    case Length::brief:
      return sizeof(short);
    case Length::none:
      return sizeof(int);
    case Length::wide:
    case Length::widest:
    case Length::longest:
      break;
  }
  return sizeof(long);
}

std::size_t size_of_float(Length length) {
  if (length == Length::longest) return sizeof(long double);
  return length == Length::none ? sizeof(float) : sizeof(double);
}

// Takes the arguments of a printf call from its list.
struct PrintedList {
  va_list list;
  PrintedArguments found;

  void mix(std::uint64_t number) {
    found.numbers = arguments(static_cast<std::uint64_t>(found.numbers), number);
  }
  int take_number() {
    const int number = va_arg(list, int);
    mix(static_cast<unsigned>(number));
    return number;
  }
  void* take_pointer() {
    void* const pointer = va_arg(list, void*);
    mix(number_of(pointer));
    return pointer;
  }
  void take_integer(Length length) {
    if (length == Length::none || length == Length::tiny || length == Length::brief) {
      take_number();
    } else {
      mix(static_cast<std::uint64_t>(va_arg(list, long)));
    }
  }
  void take_float(Length length) {
    mix(std::bit_cast<std::uint64_t>(length == Length::longest
                                         ? static_cast<double>(va_arg(list, long double))
                                         : va_arg(list, double)));
  }
  void take_text(const FormatPart& part) {
    const void* const text = take_pointer();
    if (text == nullptr) return;
    const std::size_t limit =
        part.has_precision ? static_cast<std::size_t>(part.precision) : SIZE_MAX;
    if (part.length == Length::wide || part.letter == 'S') {
      const auto* const wide = static_cast<const wchar_t*>(text);
      const std::size_t length = ::wcsnlen(wide, limit);
      found.accesses.add(reading(text, (length < limit ? length + 1 : length) * sizeof *wide));
    } else {
      found.accesses.add(reading(text, limited_string(static_cast<const char*>(text), limit)));
    }
  }
  void take(const FormatPart& part) {
    if (::strchr("diouxXbB", part.letter) != nullptr) return take_integer(part.length);
    if (::strchr("aAeEfFgG", part.letter) != nullptr) return take_float(part.length);
    if (::strchr("sS", part.letter) != nullptr) return take_text(part);
    if (::strchr("cC", part.letter) != nullptr) {
      take_number();
    } else if (part.letter == 'p') {
      take_pointer();
    } else if (part.letter == 'n') {
      found.stores_count = true;
      found.accesses.add(writing(take_pointer(), size_of_integer(part.length)));
    }
  }
};

// Reads a width or a precision, which may be an argument.
int read_number(FormatReader& reader, PrintedList& list) {
  return reader.skip("*") ? list.take_number() : reader.number();
}

FormatPart read_printed(FormatReader& reader, PrintedList& list) {
  FormatPart part;
  while (reader.skip("-+ #0'I")) {
  }
  read_number(reader, list);
  if (reader.skip(".")) {
    part.precision = read_number(reader, list);
    part.has_precision = part.precision >= 0;
  }
  part.length = reader.length();
  part.letter = reader.letter();
  return part;
}

FormatPart read_scanned(FormatReader& reader) {
  FormatPart part;
  part.is_skipped = reader.skip("*");
  while (reader.skip("'I")) {
  }
  part.width = reader.number();
  part.is_allocated = reader.skip("m");
  part.length = reader.length();
  part.letter = reader.letter();
  if (part.letter == '[') reader.skip_set();
  return part;
}

bool has_numbered_arguments(const char* format) {
  FormatReader reader(format);
  while (reader.next()) {
    if (reader.skip("%")) continue;
    reader.number();
    if (reader.skip("$")) return true;
  }
  return false;
}

// Takes the arguments of a format that numbers them, as the C library parses it.
void take_numbered(const char* format, PrintedList& taken) {
  int types[AccessSet::kMost];
  const std::size_t wanted = ::parse_printf_format(format, AccessSet::kMost, types);
  for (std::size_t i = 0; i < wanted && i < AccessSet::kMost; ++i) {
    const int type = types[i] & ~PA_FLAG_MASK;
    if ((types[i] & PA_FLAG_PTR) != 0 || type == PA_STRING || type == PA_WSTRING ||
        type == PA_POINTER) {
      taken.take_pointer();
    } else if (type == PA_DOUBLE || type == PA_FLOAT) {
      const bool is_longest = (types[i] & PA_FLAG_LONG_DOUBLE) != 0;
      taken.take_float(is_longest ? Length::longest : Length::none);
    } else {
      const bool is_long = (types[i] & (PA_FLAG_LONG | PA_FLAG_LONG_LONG)) != 0;
      taken.take_integer(is_long ? Length::wide : Length::none);
    }
  }
}

ScanTarget target_of(const FormatPart& part, void* to) {
  ScanTarget target{.address = to, .size = sizeof(void*)};
  const bool is_wide = part.length == Length::wide;
  const char letter = part.letter;
  if (part.is_allocated || letter == 'p') return target;
  if (letter == 'c' || letter == 'C') {
    const std::size_t one = is_wide || letter == 'C' ? sizeof(wchar_t) : 1;
    target.size = one * (part.width > 0 ? static_cast<std::size_t>(part.width) : 1);
  } else if (letter == 's' || letter == '[' || letter == 'S') {
    const bool is_wide_text = is_wide || letter == 'S';
    target.extent = is_wide_text ? ScanTarget::Extent::wide_text : ScanTarget::Extent::text;
    target.size = is_wide_text ? sizeof(wchar_t) : 1;
  } else if (::strchr("aAeEfFgG", letter) != nullptr) {
    target.size = size_of_float(part.length);
  } else {
    target.size = size_of_integer(part.length);
    target.is_count = letter == 'n';
  }
  return target;
}

}  // namespace

PrintedArguments printed_arguments(const char* format, va_list list) {
  PrintedList taken{};
  taken.mix(number_of(format));
  taken.found.accesses.add(reading(format, whole_string(format)));
  va_copy(taken.list, list);
  FormatReader reader(format);
  if (has_numbered_arguments(format)) {
    take_numbered(format, taken);
  } else {
    while (reader.next()) {
      if (!reader.skip("%")) taken.take(read_printed(reader, taken));
    }
  }
  va_end(taken.list);
  return taken.found;
}

PlainAccess ScanTarget::after() const {
  if (extent == Extent::text) {
    return writing(address, whole_string(static_cast<const char*>(address)));
  }
  if (extent == Extent::wide_text) {
    const auto* const text = static_cast<const wchar_t*>(address);
    return writing(address, (::wcslen(text) + 1) * sizeof *text);
  }
  return before();
}

std::size_t ScanTargets::written(int conversions) const {
  std::size_t at = 0;
  for (int left = conversions; at < count; ++at) {
    if (all[at].is_count) {
      if (left < 0) break;
    } else if (--left < 0) {
      break;
    }
  }
  return at;
}

ScanTargets scan_targets(const char* format, va_list list) {
  ScanTargets targets;
  targets.format_size = whole_string(format);
  targets.numbers = arguments(number_of(format));
  if (has_numbered_arguments(format)) return targets;
  va_list copy;
  va_copy(copy, list);
  FormatReader reader(format);
  while (reader.next()) {
    if (reader.skip("%")) continue;
    const FormatPart part = read_scanned(reader);
    if (part.is_skipped || part.letter == 0 || part.letter == '%') continue;
    void* const to = va_arg(copy, void*);
    targets.numbers = arguments(static_cast<std::uint64_t>(targets.numbers), number_of(to));
    if (targets.count < ScanTargets::kMost) targets.all[targets.count++] = target_of(part, to);
  }
  va_end(copy);
  return targets;
}

}  // namespace heddle::native
