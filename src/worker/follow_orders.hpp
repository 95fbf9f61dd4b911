// A worker that executes the program once and keeps given orders of steps, instead of searching.
#pragma once

#include "config/run_options.hpp"
#include "native/native_system.hpp"
#include "result/run_result.hpp"
#include "trace/order_request.hpp"
#include "worker/recording.hpp"

namespace heddle::worker {

// Executes and records.  A thread runs until it must wait: for another thread, or for an order.  If
// all enabled threads wait for orders, the first order is impossible here and is given up.
// THROWS: Divergence.
result::RunResult follow_orders(native::NativeSystem& system, Recording& recording,
                                const config::RunOptions& options,
                                const trace::OrderRequest& request);

}  // namespace heddle::worker
