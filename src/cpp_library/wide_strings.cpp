// Instances of std::wstring that libstdc++ keeps in its shared library, with instrumentation.
#include <string>

namespace std {

template class basic_string<wchar_t>;

}  // namespace std
