// The facets for times and money, with instrumentation: they change the width and the state of a
// stream.
#include <iomanip>
#include <locale>

namespace std {

template class time_put<char>;
template class time_get<char>;
template class money_put<char>;
template class money_get<char>;

}  // namespace std
