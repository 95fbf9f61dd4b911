// Trees share what they have in common and are values all the same: changing one leaves the others
// alone, differences are found exactly, and nothing is left in the pool at the end.
#include "snapshot/block_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "core/random.hpp"

namespace heddle::native {
namespace {

// What a tree should hold: pages of blocks, by number.
using Model = std::map<std::size_t, std::map<std::size_t, std::uint64_t>>;

void set(MemoryTree& tree, Model& model, std::size_t page, std::size_t block, std::uint64_t value) {
  BlockNode* const node = tree.writable_page(page);
  if (node->has(block)) {
    auto* const old = static_cast<Block*>(node->children[block]);
    if (--old->references == 0) block_pool().free(old);
  }
  Block* const fresh = block_pool().new_block();
  fresh->hash = {value, 0};
  node->set(block, fresh);
  model[page][block] = value;
}

void expect_same(const MemoryTree& tree, const Model& model) {
  for (const auto& [page, blocks] : model) {
    const BlockNode* const node = tree.page(page);
    ASSERT_NE(node, nullptr) << page;
    for (const auto& [block, value] : blocks) {
      ASSERT_TRUE(node->has(block));
      ASSERT_EQ(static_cast<const Block*>(node->children[block])->hash.low, value);
    }
  }
}

// Small pages, pages that need tall trees, and pages of large memory.
std::size_t draw_page(Random& random) {
  constexpr std::size_t kSpans[] = {8, 40, 2000, MemoryTree::kFirstOfLarge + 100'000};
  return random.below(kSpans[random.below(4)]);
}

TEST(MemoryTree, IsAValueWhateverItSharesWithOthers) {
  const std::size_t before = block_pool().bytes();
  {
    Random random(7);
    std::vector<std::pair<MemoryTree, Model>> all(1);
    for (std::uint64_t round = 1; round <= 3000; ++round) {
      auto& [tree, model] = all[random.below(all.size())];
      const std::size_t page = draw_page(random);
      if (random.below(8) == 0) {
        tree.clear_page(page);
        model.erase(page);
        ASSERT_EQ(tree.page(page), nullptr);
      } else {
        set(tree, model, page, random.below(kBlocksPerPage), round);
      }
      if (random.below(4) == 0) {
        const auto copy = all[random.below(all.size())];
        if (all.size() < 20) {
          all.push_back(copy);
        } else {
          all[random.below(all.size())] = copy;
        }
      }
    }
    for (const auto& [tree, model] : all) expect_same(tree, model);
    for (const auto& [one, one_model] : all) {
      for (const auto& [other, other_model] : all) {
        std::set<std::size_t> found;
        one.for_each_difference(
            other, [&, &one = one, &other = other](std::size_t page, const BlockNode* here,
                                                   const BlockNode* there) {
              EXPECT_EQ(here, one.page(page));
              EXPECT_EQ(there, other.page(page));
              found.insert(page);
            });
        Model either = one_model;
        either.insert(other_model.begin(), other_model.end());
        for (const auto& [page, blocks] : either) {
          EXPECT_EQ(found.count(page) > 0, one.page(page) != other.page(page)) << page;
        }
      }
    }
  }
  EXPECT_EQ(block_pool().bytes(), before);
}

}  // namespace
}  // namespace heddle::native
