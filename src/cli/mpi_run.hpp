// A run that is one of several ranks of an MPI job.
#pragma once

#include <memory>

#include "core/result.hpp"
#include "ranks/rank_session.hpp"

namespace heddle::cli {

// Joins the other ranks.  An Error says why that is not possible.
Result<std::unique_ptr<ranks::RankSession>> join_mpi_job();

// Each rank reads the same command line, and one complaint about it is enough: ranks other than the
// first write nothing to stderr.  Call it before the job is joined.
void silence_later_ranks();

}  // namespace heddle::cli
