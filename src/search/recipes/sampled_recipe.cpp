// Searches that sample random schedules.
#include "search/recipes/parts.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/pct.hpp"
#include "search/strategy/pos.hpp"
#include "search/strategy/restart.hpp"
#include "search/strategy/rff.hpp"
#include "search/strategy/sampling.hpp"
#include "search/strategy/uniform_walk.hpp"

namespace heddle::search {
namespace {

Result<Recipe> sampled(const SearchOptions& options, std::unique_ptr<Sampler> sampler) {
  SearchOptions unordered = options;
  unordered.order = {.kind = Order::Kind::default_};
  Result<Recipe> recipe = common_parts(unordered);
  if (!recipe) return recipe;
  recipe->strategy = sampler->name();
  recipe->frontier = std::make_unique<Sampling>(std::move(sampler));
  return recipe;
}

}  // namespace

Result<Recipe> random_walk(const SearchOptions& options) {
  SearchOptions shuffled = options;
  shuffled.order = {.kind = Order::Kind::random};
  Result<Recipe> recipe = common_parts(shuffled);
  if (!recipe) return recipe;
  recipe->strategy = "restart";
  recipe->frontier = std::make_unique<Restart>(options.seed);
  return recipe;
}

Result<Recipe> pct(const SearchOptions& options) {
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

Result<Recipe> rff(const SearchOptions& options) {
  return sampled(options, std::make_unique<Rff>(options.seed));
}

}  // namespace heddle::search
