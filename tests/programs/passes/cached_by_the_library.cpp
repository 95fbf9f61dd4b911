// What the C library loads and keeps at the first call of a function: users, groups, hosts,
// conversions, locales, message catalogues, its hash table.  The second execution finds it usable.
#include <grp.h>
#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <time.h>
#include <wchar.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <string>
#include <thread>

std::atomic<int> turns{0};

void ask_about_users() {
  const passwd* const root = getpwuid(0);
  assert(root != nullptr && std::strcmp(root->pw_name, "root") == 0);
  ++turns;
  const passwd* const same = getpwnam("root");
  assert(same != nullptr && same->pw_uid == 0 && same != root);
  const group* const one = getgrgid(0);
  assert(one != nullptr && std::strcmp(one->gr_name, "root") == 0);
  assert(getgrnam("root")->gr_gid == 0 && getpwnam("no such user here") == nullptr);
  setpwent();
  assert(getpwent() != nullptr);
}

void ask_about_hosts() {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  assert(getaddrinfo("127.0.0.1", "80", &hints, &found) == 0 && found != nullptr);
  ++turns;
  assert(found->ai_family == AF_INET && found->ai_next == nullptr);
  freeaddrinfo(found);
  gethostbyname("localhost");
}

void convert() {
  iconv_t conversion = iconv_open("UTF-16LE", "ISO-8859-1");
  assert(conversion != reinterpret_cast<iconv_t>(-1));
  char from[] = "ab";
  char to[8] = {};
  char* in = from;
  char* out = to;
  std::size_t in_left = 2;
  std::size_t out_left = sizeof to;
  ++turns;
  assert(iconv(conversion, &in, &in_left, &out, &out_left) == 0 && in_left == 0);
  assert(std::memcmp(to, "a\0b", 4) == 0);
  iconv_close(conversion);
  iconv_open("UTF-8", "ISO-8859-1");  // and is left open
  assert(setlocale(LC_ALL, "C.UTF-8") != nullptr);
  wchar_t wide[4] = {};
  assert(mbstowcs(wide, "\xc3\xa4", 4) == 1 && wide[0] == 0xe4);
  assert(std::locale("C.UTF-8").name() == "C.UTF-8");
  bindtextdomain("heddle", "/nowhere");
  textdomain("heddle");
  assert(std::strcmp(gettext("thread"), "thread") == 0);
}

void search() {
  assert(hcreate(10) != 0);
  ENTRY entry{const_cast<char*>("key"), &turns};
  assert(hsearch(entry, ENTER) != nullptr);
  ++turns;
  ENTRY* const found = hsearch({const_cast<char*>("key"), nullptr}, FIND);
  assert(found != nullptr && found->data == &turns);
  assert(hsearch({const_cast<char*>("other"), nullptr}, FIND) == nullptr);
  regex_t expression;
  assert(regcomp(&expression, "^a+b$", REG_EXTENDED) == 0);
  assert(regexec(&expression, "aab", 0, nullptr, 0) == 0);
  regfree(&expression);
  setenv("TZ", "UTC-3", 1);
  const time_t zero = 0;
  assert(localtime(&zero)->tm_hour == 3);
}

int main() {
  assert(std::strcmp(setlocale(LC_ALL, nullptr), "C") == 0);
  std::thread first([] {
    ask_about_users();
    convert();
  });
  std::thread second([] {
    ask_about_hosts();
    search();
  });
  first.join();
  second.join();
  assert(turns == 4);
}
