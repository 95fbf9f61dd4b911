// Lists the instances of streams that libstdc++ keeps in its shared library, for a type of
// characters.  The facets for numbers belong to them: they change the width of a stream.
#pragma once

#include <complex>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#define HEDDLE_STREAM_NUMBERS(type)                                                   \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(bool);                 \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(long);                 \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(unsigned long);        \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(long long);            \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(unsigned long long);   \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(double);               \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(long double);          \
  template basic_ostream<type>& basic_ostream<type>::_M_insert(const void*);          \
  template basic_istream<type>& basic_istream<type>::_M_extract(bool&);               \
  template basic_istream<type>& basic_istream<type>::_M_extract(unsigned short&);     \
  template basic_istream<type>& basic_istream<type>::_M_extract(unsigned int&);       \
  template basic_istream<type>& basic_istream<type>::_M_extract(long&);               \
  template basic_istream<type>& basic_istream<type>::_M_extract(unsigned long&);      \
  template basic_istream<type>& basic_istream<type>::_M_extract(long long&);          \
  template basic_istream<type>& basic_istream<type>::_M_extract(unsigned long long&); \
  template basic_istream<type>& basic_istream<type>::_M_extract(float&);              \
  template basic_istream<type>& basic_istream<type>::_M_extract(double&);             \
  template basic_istream<type>& basic_istream<type>::_M_extract(long double&);        \
  template basic_istream<type>& basic_istream<type>::_M_extract(void*&);

#define HEDDLE_STREAM_CLASSES(type)         \
  template class basic_ios<type>;           \
  template class basic_streambuf<type>;     \
  template class basic_ostream<type>;       \
  template class basic_istream<type>;       \
  template class basic_iostream<type>;      \
  template class basic_stringbuf<type>;     \
  template class basic_ostringstream<type>; \
  template class basic_istringstream<type>; \
  template class basic_stringstream<type>;  \
  template class basic_filebuf<type>;       \
  template class basic_ofstream<type>;      \
  template class basic_ifstream<type>;      \
  template class basic_fstream<type>;       \
  template class num_put<type>;             \
  template class num_get<type>;

#define HEDDLE_STREAM_FUNCTIONS(type)                                                            \
  template basic_ostream<type>& __ostream_insert(basic_ostream<type>&, const type*, streamsize); \
  template basic_ostream<type>& endl(basic_ostream<type>&);                                      \
  template basic_ostream<type>& ends(basic_ostream<type>&);                                      \
  template basic_ostream<type>& flush(basic_ostream<type>&);                                     \
  template basic_istream<type>& ws(basic_istream<type>&);                                        \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, type);                          \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, const type*);                   \
  template basic_istream<type>& operator>>(basic_istream<type>&, type&);                         \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, const basic_string<type>&);     \
  template basic_istream<type>& getline(basic_istream<type>&, basic_string<type>&);

// Manipulators, and complex numbers.
#define HEDDLE_STREAM_BOTH_WAYS(type, value)                             \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, value); \
  template basic_istream<type>& operator>>(basic_istream<type>&, value);
#define HEDDLE_STREAM_COMPLEX(type, number)                                               \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, const complex<number>&); \
  template basic_istream<type>& operator>>(basic_istream<type>&, complex<number>&);
#define HEDDLE_STREAM_VALUES(type)              \
  HEDDLE_STREAM_BOTH_WAYS(type, _Setw)          \
  HEDDLE_STREAM_BOTH_WAYS(type, _Setfill<type>) \
  HEDDLE_STREAM_BOTH_WAYS(type, _Setprecision)  \
  HEDDLE_STREAM_BOTH_WAYS(type, _Setbase)       \
  HEDDLE_STREAM_BOTH_WAYS(type, _Setiosflags)   \
  HEDDLE_STREAM_BOTH_WAYS(type, _Resetiosflags) \
  HEDDLE_STREAM_COMPLEX(type, float)            \
  HEDDLE_STREAM_COMPLEX(type, double)           \
  HEDDLE_STREAM_COMPLEX(type, long double)

// Characters of another type than the stream's.
#define HEDDLE_STREAM_OTHER(type, other)                                 \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, other); \
  template basic_ostream<type>& operator<<(basic_ostream<type>&, const other*);

#define HEDDLE_STREAMS(type)    \
  HEDDLE_STREAM_CLASSES(type)   \
  HEDDLE_STREAM_NUMBERS(type)   \
  HEDDLE_STREAM_FUNCTIONS(type) \
  HEDDLE_STREAM_VALUES(type)
