// Messages between ranks by MPI.  A library of its own, which the command loads when it is needed:
// so the command works on machines without MPI.
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <deque>
#include <list>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "ranks/transport.hpp"

namespace heddle::mpi {
namespace {

constexpr int kTag = 7;

class MpiTransport final : public ranks::Transport {
 public:
  MpiTransport() {
    MPI_Init(nullptr, nullptr);
    // A rank that dies must not end the others.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    sent_.resize(size());
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &neighbours_);
    MPI_Comm_free(&machine);
  }

  unsigned rank() const override { return static_cast<unsigned>(rank_); }
  unsigned size() const override { return static_cast<unsigned>(size_); }
  unsigned neighbours() const override { return static_cast<unsigned>(neighbours_); }

  void send(unsigned to, std::span<const std::uint64_t> words) override {
    std::deque<Sent>& line = sent_[to];
    complete(line);
    if (words.size() > INT_MAX) return;
    Sent& sent = line.emplace_back();
    sent.words.assign(words.begin(), words.end());
    const int result = MPI_Isend(sent.words.data(), static_cast<int>(words.size()), MPI_UINT64_T,
                                 static_cast<int>(to), kTag, MPI_COMM_WORLD, &sent.request);
    if (result != MPI_SUCCESS) line.pop_back();
  }

  // Never waits: the rest of a large message does not come if its sender dies.
  bool receive(unsigned& from, std::vector<std::uint64_t>& words) override {
    accept();
    std::set<int> late;  // senders whose earlier message is not complete
    for (auto at = arriving_.begin(); at != arriving_.end();) {
      if (late.contains(at->from)) {
        ++at;
        continue;
      }
      int is_complete = 0;
      const int result = MPI_Test(&at->request, &is_complete, MPI_STATUS_IGNORE);
      if (result == MPI_SUCCESS && is_complete == 0) {
        late.insert(at->from);
        ++at;
        continue;
      }
      from = static_cast<unsigned>(at->from);
      words = std::move(at->words);
      at = arriving_.erase(at);
      if (result == MPI_SUCCESS) return true;
    }
    return false;
  }

  // Without all ranks, MPI_Finalize would not return.  A large message is sent only when it is
  // received, so every rank receives until all ranks have sent everything.
  void finish(bool all_live) override {
    if (!all_live) return;
    unsigned from = 0;
    std::vector<std::uint64_t> words;
    MPI_Request all_sent = MPI_REQUEST_NULL;
    int is_over = 0;
    while (is_over == 0) {
      if (receive(from, words) || !arriving_.empty()) continue;
      for (std::deque<Sent>& line : sent_) complete(line);
      const bool is_done = std::all_of(sent_.begin(), sent_.end(),
                                       [](const std::deque<Sent>& line) { return line.empty(); });
      if (is_done && all_sent == MPI_REQUEST_NULL) MPI_Ibarrier(MPI_COMM_WORLD, &all_sent);
      if (all_sent != MPI_REQUEST_NULL) MPI_Test(&all_sent, &is_over, MPI_STATUS_IGNORE);
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    MPI_Finalize();
  }

 private:
  struct Sent {
    std::vector<std::uint64_t> words;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  struct Arriving {
    int from = 0;
    std::vector<std::uint64_t> words = {};
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Begins to receive everything that was announced.
  void accept() {
    for (;;) {
      int is_there = 0;
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status;
      const int result =
          MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &is_there, &message, &status);
      if (result != MPI_SUCCESS || is_there == 0) return;
      int count = 0;
      MPI_Get_count(&status, MPI_UINT64_T, &count);
      Arriving& one = arriving_.emplace_back();
      one.from = status.MPI_SOURCE;
      one.words.resize(static_cast<std::size_t>(count));
      if (MPI_Imrecv(one.words.data(), count, MPI_UINT64_T, &message, &one.request) != MPI_SUCCESS)
        arriving_.pop_back();
    }
  }

  // Releases what was sent.
  static void complete(std::deque<Sent>& line) {
    while (!line.empty()) {
      int is_complete = 0;
      const int result = MPI_Test(&line.front().request, &is_complete, MPI_STATUS_IGNORE);
      if (result == MPI_SUCCESS && is_complete == 0) return;
      line.pop_front();
    }
  }

  int rank_ = 0;
  int size_ = 1;
  int neighbours_ = 1;
  std::vector<std::deque<Sent>> sent_;  // by receiver: those to a rank that has died stay
  std::list<Arriving> arriving_;        // in order; those from a rank that has died may stay
};

}  // namespace
}  // namespace heddle::mpi

// The transport lives as long as the process.
extern "C" __attribute__((visibility("default"))) heddle::ranks::Transport* heddle_mpi_transport() {
  return new heddle::mpi::MpiTransport;
}
