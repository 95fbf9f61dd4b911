// Instances of std::string that libstdc++ keeps in its shared library, with instrumentation.
#include <string>

namespace std {

template class basic_string<char>;

}  // namespace std
