// Each container and stream has a lock, so no order of the two threads is an error.
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>

struct Shared {
  std::list<int> list{1, 2, 3};
  std::map<int, std::string> map{{1, "one"}, {2, "two"}};
  std::set<std::string> set{"a", "b"};
  std::unordered_map<std::string, int> table;
  std::deque<int> deque{1, 2};
  std::string text = "a text that does not fit into the object";
  std::ostringstream out;
  std::istringstream in{"1 2 three"};
};

Shared shared;
std::mutex lock;

void change() {
  const std::lock_guard<std::mutex> guard(lock);
  shared.list.erase(shared.list.begin());
  shared.list.reverse();
  shared.map.erase(1);
  shared.map[7] = "seven";
  shared.set.insert("c");
  shared.table["key"] += 1;
  shared.deque.push_front(0);
  shared.text.append(20, 'x').insert(3, "y");
  shared.out << shared.list.size() << ' ' << 1.5 << "text\n";
  int number = 0;
  shared.in >> number;
}

int main() {
  std::thread other(change);
  {
    const std::lock_guard<std::mutex> guard(lock);
    int sum = 0;
    for (const int one : shared.list) sum += one;
    for (const auto& [key, text] : shared.map) sum += key + static_cast<int>(text.size());
    for (const std::string& text : shared.set) sum += static_cast<int>(text.size());
    for (const auto& [key, value] : shared.table) sum += value;
    for (const int one : shared.deque) sum += one;
    shared.out << sum << shared.text;
    std::string word;
    std::getline(shared.in, word);
  }
  other.join();
  return shared.out.str().empty() ? 1 : 0;
}
