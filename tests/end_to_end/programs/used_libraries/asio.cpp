// Boost.Asio: tasks of a pool with and without a strand, timers, a pair of connected sockets.
#include <boost/asio.hpp>
#include <cassert>
#include <chrono>
#include <string>
#include <thread>

namespace asio = boost::asio;

namespace {

template <typename Executor>
void add_two(asio::thread_pool& pool, Executor executor) {
  int sum = 0;
  for (int i = 0; i < 2; ++i) asio::post(executor, [&] { ++sum; });
  pool.join();
  assert(sum == 2);
}

void expire() {
  asio::io_context context;
  int expired = 0;
  asio::steady_timer timer(context, std::chrono::hours(1));
  timer.async_wait([&](boost::system::error_code error) { expired += error ? 0 : 1; });
  std::thread worker([&] { context.run(); });
  worker.join();
  assert(expired == 1);
}

// Wrong: the timer may expire before it is cancelled.
void cancel() {
  asio::io_context context;
  bool was_cancelled = false;
  asio::steady_timer timer(context, std::chrono::milliseconds(5));
  timer.async_wait(
      [&](boost::system::error_code error) { was_cancelled = static_cast<bool>(error); });
  std::thread worker([&] { context.run(); });
  asio::post(context, [&] { timer.cancel(); });
  worker.join();
  assert(was_cancelled);
}

void send() {
  asio::io_context context;
  asio::local::stream_protocol::socket here(context);
  asio::local::stream_protocol::socket there(context);
  asio::local::connect_pair(here, there);
  char received = 0;
  asio::async_read(there, asio::buffer(&received, 1),
                   [](boost::system::error_code, std::size_t) {});
  std::thread worker([&] { context.run(); });
  asio::write(here, asio::buffer("x", 1));
  worker.join();
  assert(received == 'x');
}

}  // namespace

int main(int, char** arguments) {
  const std::string what = arguments[1];
  if (what == "pool" || what == "strand") {
    asio::thread_pool pool(2);
    if (what == "pool") add_two(pool, pool.get_executor());
    if (what == "strand") add_two(pool, asio::make_strand(pool));
  }
  if (what == "expire") expire();
  if (what == "cancel") cancel();
  if (what == "send") send();
}
