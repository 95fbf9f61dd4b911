// The facets for times and money of wide characters, with instrumentation: they change the width
// and the state of a stream.
#include <iomanip>
#include <locale>

namespace std {

template class time_put<wchar_t>;
template class time_get<wchar_t>;
template class money_put<wchar_t>;
template class money_get<wchar_t>;

}  // namespace std
