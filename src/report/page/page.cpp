#include "report/page/page.hpp"

#include <nlohmann/json.hpp>

#include "core/check.hpp"
#include "report/lock_order_text.hpp"
#include "report/page/page_text.hpp"
#include "report/page/page_trace.hpp"
#include "report/race_text.hpp"
#include "report/summary.hpp"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMark = "<!DOCTYPE html>\n<!-- Heddle report page";
constexpr std::string_view kDataMark = "@HEDDLE_DATA@";

// JavaScript rounds larger integers: a seed of 64 bits becomes text.
void keep_exact(Json& json) {
  constexpr std::uint64_t kLargestExact = 1ULL << 53U;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > kLargestExact) {
    json = std::to_string(json.get<std::uint64_t>());
  } else if (json.is_structured()) {
    for (Json& item : json) keep_exact(item);
  }
}

Json run_json(const PageContents& contents) {
  const result::RunResult& run = *contents.run;
  Json json;
  json["headline"] = verdict_text(run);
  json["counts"] = count_texts(run);
  json["races"] = race_texts(run.races);
  json["lock_orders"] = lock_order_texts(run.lock_order);
  json["result"] = Json::parse(result::to_json(run));
  keep_exact(json["result"]);
  json["rates"] = Json::array();
  for (const RateSample& sample : contents.rates) {
    json["rates"].push_back({sample.seconds, sample.executions, sample.states});
  }
  make_visible(json);
  return json;
}

}  // namespace

std::string page_html(const PageContents& contents) {
  HEDDLE_CHECK(
      contents.run != nullptr || (contents.trace != nullptr && contents.symbols != nullptr),
      "a page shows a trace or a run");
  Json data;
  data["format"] = 1;
  if (contents.trace != nullptr) {
    add_trace(*contents.trace, *contents.symbols, contents.trace_file, data);
  }
  if (contents.run != nullptr) data["run"] = run_json(contents);
  std::string page = page_template();
  HEDDLE_CHECK(is_page(page), "the template is a page");
  const std::size_t mark = page.find(kDataMark);
  HEDDLE_CHECK(mark != std::string::npos, "the template has a place for the data");
  return page.replace(mark, kDataMark.size(), data_island(data));
}

bool is_page(std::string_view text) { return text.starts_with(kMark); }

}  // namespace heddle::report
