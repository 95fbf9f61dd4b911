#include "cli/mpi_run.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/installation.hpp"
#include "ranks/transport.hpp"

namespace heddle::cli {
namespace {

// Variables that a launcher sets, and that differ between ranks.
constexpr std::string_view kLauncherPrefixes[] = {"OMPI_", "PMIX_", "PMI_",   "PMI2_", "ORTE_",
                                                  "PRTE_", "MPI_",  "HYDRA_", "HYDI_", "SLURM_"};
// The rank, by launcher.
constexpr const char* kRankVariables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                          "SLURM_PROCID"};

// The explored program is no rank.  And it must be the same program in all ranks: where its memory
// lies depends on the length of the environment.
void remove_launcher_variables() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const bool is_launchers =
        std::any_of(std::begin(kLauncherPrefixes), std::end(kLauncherPrefixes),
                    [&](std::string_view prefix) { return text.starts_with(prefix); });
    if (is_launchers) names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) ::unsetenv(name.c_str());
}

}  // namespace

Result<std::unique_ptr<ranks::RankSession>> join_mpi_job() {
  const Result<Installation> installation = find_installation();
  if (!installation) return installation.error();
  const std::string& library = installation->mpi_library;
  if (!std::filesystem::exists(library)) {
    return Error{
        "--mpi is not available: Heddle was built without MPI; install libopenmpi-dev, build "
        "Heddle "
        "again, or use --jobs."};
  }
  // Parts of MPI look for others among the global symbols.
  void* const loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (loaded == nullptr) {
    return Error{std::string("--mpi is not available: ") + ::dlerror() +
                 "; install Open MPI, or use --jobs."};
  }
  using Open = ranks::Transport* (*)();
  const auto open = reinterpret_cast<Open>(::dlsym(loaded, "heddle_mpi_transport"));
  if (open == nullptr) {
    return Error{"--mpi is not available: '" + library +
                 "' is of another version; build it again."};
  }
  ranks::Transport* const transport = open();
  remove_launcher_variables();
  return std::make_unique<ranks::RankSession>(*transport);
}

void silence_later_ranks() {
  const bool is_later =
      std::any_of(std::begin(kRankVariables), std::end(kRankVariables), [](const char* name) {
        const char* const value = std::getenv(name);
        return value != nullptr && std::string_view(value) != "0";
      });
  if (!is_later) return;
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

}  // namespace heddle::cli
