// An asynchronous logger: with `block` every message is written, with `overrun_oldest` one may be
// lost.
#include <spdlog/async.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cassert>
#include <sstream>
#include <string>
#include <thread>

int main(int, char** arguments) {
  using Policy = spdlog::async_overflow_policy;
  const bool blocks = std::string(arguments[1]) == "block";
  std::ostringstream out;
  {
    const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(out);
    const auto pool = std::make_shared<spdlog::details::thread_pool>(1, 1);
    const auto logger = std::make_shared<spdlog::async_logger>(
        "log", sink, pool, blocks ? Policy::block : Policy::overrun_oldest);
    logger->set_pattern("%v");
    std::thread other([&] { logger->info("one"); });
    logger->info("two");
    other.join();
  }
  assert(out.str().size() == 8);
}
