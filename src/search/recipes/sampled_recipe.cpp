#include "search/recipes/sampled_recipe.hpp"

#include "search/recipes/parts.hpp"
#include "search/strategy/pct.hpp"
#include "search/strategy/pos.hpp"
#include "search/strategy/sampling.hpp"
#include "search/strategy/uniform_walk.hpp"

namespace heddle::search {
namespace {

Result<Recipe> sampled(const SearchOptions& options, std::unique_ptr<Sampler> sampler) {
  constexpr const char* kName = "a search that samples";
  if (options.states != States::none) {
    return Error{
        "samples that ended at every state seen before would soon stand still: choose states=none"};
  }
  if (options.order != Order::thread_index && options.order != Order::random) {
    return Error{"samples are drawn at random: leave out the order"};
  }
  if (const Status status = expect_no_backtracking(options, kName); !status) return status.error();
  if (const Status status = expect_no_threshold(options, kName); !status) return status.error();
  SearchOptions unordered = options;
  unordered.order = Order::thread_index;
  Result<Recipe> recipe = common_parts(unordered);
  if (recipe) recipe->frontier = std::make_unique<Sampling>(std::move(sampler));
  return recipe;
}

}  // namespace

Result<Recipe> pct(const SearchOptions& options) {
  if (options.pct_depth == 0) {
    return Error{"an error has a depth of 1 at least: give pct-depth 1 or more"};
  }
  return sampled(options, std::make_unique<Pct>(options.pct_depth, options.seed));
}

Result<Recipe> pos(const SearchOptions& options) {
  return sampled(options, std::make_unique<Pos>(options.seed));
}

Result<Recipe> urw(const SearchOptions& options) {
  return sampled(options, std::make_unique<UniformWalk>(UniformWalk::Kind::uniform, options.seed));
}

Result<Recipe> surw(const SearchOptions& options) {
  return sampled(options,
                 std::make_unique<UniformWalk>(UniformWalk::Kind::selective, options.seed));
}

}  // namespace heddle::search
