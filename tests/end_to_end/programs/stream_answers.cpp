// Prints what the functions of streams return for random texts, for a comparison with libstdc++.
#include <iomanip>
#include <iostream>
#include <list>
#include <random>
#include <sstream>
#include <string>
#include <unordered_map>

namespace {

template <typename Char>
std::basic_string<Char> random_text(std::mt19937& random) {
  constexpr char kLetters[] = "ab \n\t1;";
  std::basic_string<Char> text;
  for (auto left = random() % 30; left > 0; --left) {
    text += static_cast<Char>(kLetters[random() % 7]);
  }
  return text;
}

void print(std::string_view text) { std::cout << std::quoted(text); }
void print(std::wstring_view text) {
  for (const wchar_t letter : text) std::cout << static_cast<int>(letter) << ',';
}

template <typename Char>
void act(std::basic_istream<Char>& in, std::mt19937& random) {
  std::basic_string<Char> text = {Char('o'), Char('l'), Char('d')};
  Char letters[8] = {};
  int number = -1;
  const Char end = Char(random() % 2 == 0 ? ';' : '\n');
  switch (random() % 9) {
    case 0:
      in >> text;
      break;
    case 1:
      std::getline(in, text, end);
      break;
    case 2:
      in.getline(letters, 1 + static_cast<std::streamsize>(random() % 8), end);
      break;
    case 3:
      in.ignore(static_cast<std::streamsize>(random() % 5));
      break;
    case 4:
      in.ignore(static_cast<std::streamsize>(random() % 9), end);
      break;
    case 5:
      in >> std::setw(static_cast<int>(random() % 6)) >> text;
      break;
    case 6:
      in >> letters;
      break;
    case 7:
      in >> std::setw(3) >> letters;
      break;
    default:
      in >> number;
  }
  print(text);
  print(std::basic_string<Char>(letters));
  std::cout << number << ' ' << in.rdstate() << ' ' << in.gcount() << ' ' << in.width() << '\n';
  if (random() % 3 == 0) in.clear();
}

template <typename Char>
void work(unsigned seed) {
  std::mt19937 random(seed);
  std::basic_istringstream<Char> in(random_text<Char>(random));
  for (int i = 0; i < 12; ++i) act(in, random);
  in.clear();
  in.ignore(std::numeric_limits<std::streamsize>::max(), Char('a'));
  std::basic_ostringstream<Char> out;
  out << in.rdbuf() << 17 << std::setw(6) << 2.5 << std::hex << 255;
  print(out.str());
  std::cout << in.rdstate() << out.rdstate() << '\n';
}

}  // namespace

int main() {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    work<char>(seed);
    work<wchar_t>(seed);
  }
  std::unordered_map<std::string, int> table;
  for (int i = 0; i < 5000; ++i) {
    table[std::to_string(i * i)] = i;
    if (i % 100 == 0) std::cout << table.bucket_count() << '\n';
  }
  for (const auto& [key, value] : table) std::cout << key << value << '\n';
}
