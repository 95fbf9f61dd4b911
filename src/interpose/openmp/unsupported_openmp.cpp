// Refuses constructs of OpenMP that Heddle does not support.  In libgomp or libomp they would start
// threads, or wait, outside its control.
#include <cstdint>

#include "interpose/interpose.hpp"
#include "interpose/openmp/libgomp.hpp"

// Outside an exploration the call is passed on, with as many words as any of these functions takes.
#define HEDDLE_REFUSED_CALL(name, sentence)                                                    \
  HEDDLE_INTERPOSE std::uintptr_t name(std::uintptr_t a, std::uintptr_t b, std::uintptr_t c,   \
                                       std::uintptr_t d, std::uintptr_t e, std::uintptr_t f,   \
                                       std::uintptr_t g, std::uintptr_t h, std::uintptr_t i,   \
                                       std::uintptr_t j, std::uintptr_t k, std::uintptr_t l) { \
    if (in_exploration()) scheduler().refuse(sentence);                                        \
    return call_library<std::uintptr_t>(#name, a, b, c, d, e, f, g, h, i, j, k, l);            \
  }

#define HEDDLE_REFUSED_CONSTRUCT(name, what)                           \
  HEDDLE_REFUSED_CALL(name, "the program uses OpenMP " what " (" #name \
                            "): Heddle does not support them; run this part without Heddle")

namespace heddle::native::openmp {

HEDDLE_REFUSED_CONSTRUCT(GOMP_doacross_post, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_doacross_wait, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_doacross_ull_post, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_doacross_ull_wait, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_doacross_start, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_doacross_static_start, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_doacross_dynamic_start, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_doacross_guided_start, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_doacross_runtime_start, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_doacross_start, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_doacross_static_start,
                         "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_doacross_dynamic_start,
                         "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_doacross_guided_start,
                         "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_doacross_runtime_start,
                         "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_start, "task reductions or conditional lastprivate clauses")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ordered_start,
                         "task reductions or conditional lastprivate clauses")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_start, "task reductions or conditional lastprivate clauses")
HEDDLE_REFUSED_CONSTRUCT(GOMP_loop_ull_ordered_start,
                         "task reductions or conditional lastprivate clauses")
HEDDLE_REFUSED_CONSTRUCT(GOMP_sections2_start, "task reductions or conditional lastprivate clauses")
HEDDLE_REFUSED_CONSTRUCT(GOMP_scope_start, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_reductions, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_task_reduction_remap, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_taskgroup_reduction_register, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_taskgroup_reduction_unregister, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_workshare_task_reduction_unregister, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_taskwait_depend, "task dependences")
HEDDLE_REFUSED_CONSTRUCT(omp_fulfill_event, "detached tasks")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_ext, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_data, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_data_ext, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_end_data, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_update, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_update_ext, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_target_enter_exit_data, "target regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_teams, "teams regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_teams4, "teams regions")
HEDDLE_REFUSED_CONSTRUCT(GOMP_teams_reg, "teams regions")
HEDDLE_REFUSED_CALL(GOACC_parallel, "the program uses OpenACC: Heddle does not support it")
HEDDLE_REFUSED_CALL(GOACC_parallel_keyed, "the program uses OpenACC: Heddle does not support it")
// Old compilers emit these.
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_start, "regions compiled by g++ before version 4.9")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_end, "regions compiled by g++ before version 4.9")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_loop_static_start,
                         "regions compiled by g++ before version 4.9")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_loop_dynamic_start,
                         "regions compiled by g++ before version 4.9")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_loop_guided_start,
                         "regions compiled by g++ before version 4.9")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_loop_runtime_start,
                         "regions compiled by g++ before version 4.9")
HEDDLE_REFUSED_CONSTRUCT(GOMP_parallel_sections_start, "regions compiled by g++ before version 4.9")

// Clang emits these.
HEDDLE_REFUSED_CONSTRUCT(__kmpc_doacross_init, "loops with cross-iteration dependences")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_fork_teams, "teams regions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_push_num_teams, "teams regions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_push_num_teams_51, "teams regions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_for_static_init_4, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_for_static_init_4u, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_for_static_init_8, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_for_static_init_8u, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_dispatch_init_4, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_dispatch_init_4u, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_dispatch_init_8, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_dist_dispatch_init_8u, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_team_static_init_4, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_team_static_init_4u, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_team_static_init_8, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_team_static_init_8u, "distribute loops")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_taskred_init, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_task_reduction_init, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_taskred_modifier_init, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_task_reduction_modifier_init, "task reductions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_omp_taskwait_deps_51, "taskwait constructs with dependences")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_omp_target_task_alloc, "target regions")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_threadprivate_cached,
                         "threadprivate variables without thread-local storage")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_threadprivate_register,
                         "threadprivate variables without thread-local storage")
HEDDLE_REFUSED_CONSTRUCT(__kmpc_error, "error directives")

}  // namespace heddle::native::openmp
