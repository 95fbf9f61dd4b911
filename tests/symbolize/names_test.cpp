// Names as a person wants to read them.
#include "symbolize/names.hpp"

#include <gtest/gtest.h>

namespace heddle::symbolize {
namespace {

struct NameCase {
  const char* demangled;
  const char* expected;
};

TEST(ShortName, DropsWhatNobodyWrote) {
  const NameCase cases[] = {
      {"main", "main"},
      {"worker(int, char const*)", "worker"},
      {"Queue::pop() const", "Queue::pop"},
      {"(anonymous namespace)::Account::withdraw(int)", "Account::withdraw"},
      {"void run<int>(int)", "run<int>"},
      {"std::vector<int, std::allocator<int> >::push_back(int const&)",
       "std::vector<int>::push_back"},
      {"std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, "
       "int, std::less<std::__cxx11::basic_string<char, std::char_traits<char>, "
       "std::allocator<char> > >, std::allocator<std::pair<int const, int> > >::clear()",
       "std::map<std::string, int>::clear"},
      {"std::unique_ptr<Node, std::default_delete<Node> >::~unique_ptr()",
       "std::unique_ptr<Node>::~unique_ptr"},
      {"transfer(Account&, Account&) [clone .part.0]", "transfer"},
      {"text[abi:cxx11](int)", "text"},
      {"Counter::operator()(int)", "Counter::operator()"},
      {"operator<<(std::ostream&, Point const&)", "operator<<"},
      {"std::ostream& std::operator<< <char, std::char_traits<char> >(std::ostream&, std::_Setw)",
       "std::operator<<"},
      {"std::istream& std::operator>><char, std::char_traits<char> >(std::istream&, std::_Setw)",
       "std::operator>>"},
      {"bool operator< <int>(Box<int> const&, Box<int> const&)", "operator<"},
      {"auto Sum::operator()<int>(int) const", "Sum::operator()"},
      {"Node* Pointer::operator->() const", "Pointer::operator->"},
      {"operator new(unsigned long)", "operator new"},
      {"Flag::operator bool() const", "Flag::operator bool"},
      {"main::{lambda()#1}::operator()() const", "lambda in main"},
      {"main::{lambda(int)#2}::operator()(int) const", "lambda 2 in main"},
      {"Queue::fill(int)::{lambda()#1}::operator()() const", "lambda in Queue::fill"},
      {"main::$_0::operator()() const", "lambda in main"},
      {"main::$_2::operator()() const", "lambda 3 in main"},
      {"__tsan_mutex+0x1c", "__tsan_mutex+0x1c"},
      {".omp_outlined.", "OpenMP block"},
      {".omp_outlined..3", "OpenMP block"},
      {".omp_task_entry..7", "OpenMP block"},
      {".omp.reduction.reduction_func", "OpenMP block"},
      {"main.omp_outlined_debug__", "main"},
      {"(anonymous namespace)::fill(int) [clone .omp_outlined]", "fill"},
      {"", ""},
  };
  for (const NameCase& one : cases) EXPECT_EQ(short_name(one.demangled), one.expected);
}

TEST(ShortName, KeepsParametersWhereAsked) {
  EXPECT_EQ(short_name("put(std::vector<int, std::allocator<int> >, int)", Parameters::keep),
            "put(std::vector<int>, int)");
}

TEST(ShortName, SurvivesUnbalancedNames) {
  for (const char* name : {"(", ")", "<", ">>>", "operator", "a::{lambda(", "x::$_", "[abi:", "f(",
                           "{lambda(#}::operator()", "a::{lambda(#9", "-><-", "::"}) {
    short_name(name);
    short_name(name, Parameters::keep);
  }
}

TEST(BaseName, IsTheLastPart) {
  EXPECT_EQ(base_name("/home/me/queue.cpp"), "queue.cpp");
  EXPECT_EQ(base_name("queue.cpp"), "queue.cpp");
}

TEST(WithoutTemplateArguments, KeepsOperatorsAndNamesThatContainTheWord) {
  EXPECT_EQ(without_template_arguments("Queue<Pair<int, long>>::push"), "Queue::push");
  EXPECT_EQ(without_template_arguments("Queue<int>::operator->"), "Queue::operator->");
  EXPECT_EQ(without_template_arguments("operator<< <char>"), "operator<< <char>");
  EXPECT_EQ(without_template_arguments("cooperator<int>::run"), "cooperator::run");
}

}  // namespace
}  // namespace heddle::symbolize
