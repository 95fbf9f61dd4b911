// Each thread uses containers and streams of its own; printing to std::cout needs no lock.
#include <iostream>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_set>

void work(int number) {
  std::list<int> list{3, 1, 2};
  list.sort();
  std::map<std::string, int> map;
  for (const int one : list) map[std::to_string(one)] = one;
  std::unordered_set<std::string> set;
  for (const auto& [key, value] : map) set.insert(key);
  std::stringstream text;
  text << set.size() << ' ' << number;
  int size = 0;
  text >> size;
  std::cout << "thread " << number << " has " << size << std::endl;
}

int main() {
  std::thread other(work, 1);
  work(2);
  other.join();
  return std::cout.good() ? 0 : 1;
}
