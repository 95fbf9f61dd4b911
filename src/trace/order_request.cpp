#include "trace/order_request.hpp"

#include <nlohmann/json.hpp>

namespace heddle::trace {
namespace {

using RequestJson = nlohmann::ordered_json;

constexpr std::string_view kRequestWord = "heddle-orders ";

RequestJson step_json(const ThreadStep& step) { return {index(step.thread), step.number}; }

ThreadStep step_from(const RequestJson& json) {
  return {thread_id(json.at(0).get<std::uint16_t>()), json.at(1).get<std::uint64_t>()};
}

}  // namespace

std::string to_text(const OrderRequest& request) {
  RequestJson all;
  all["explore_call"] = request.explore_call;
  all["threads"] = request.threads;
  all["shared_cells"] = request.shared_cells;
  all["orders"] = RequestJson::array();
  for (const OrderConstraint& order : request.orders) {
    all["orders"].push_back({step_json(order.earlier), step_json(order.later)});
  }
  all["choices"] = RequestJson::array();
  for (const StepChoice& choice : request.choices) {
    all["choices"].push_back({step_json(choice.step), choice.alternative});
  }
  return std::string(kRequestWord) + all.dump();
}

std::optional<OrderRequest> parse_order_request(std::string_view text) {
  if (!text.starts_with(kRequestWord)) return std::nullopt;
  text.remove_prefix(kRequestWord.size());
  try {
    const RequestJson all = RequestJson::parse(text);
    OrderRequest request;
    request.explore_call = all.at("explore_call").get<std::uint64_t>();
    request.threads = all.at("threads").get<std::vector<std::string>>();
    request.shared_cells = all.at("shared_cells").get<std::vector<std::string>>();
    for (const RequestJson& order : all.at("orders")) {
      request.orders.push_back({step_from(order.at(0)), step_from(order.at(1))});
    }
    for (const RequestJson& choice : all.at("choices")) {
      request.choices.push_back({step_from(choice.at(0)), choice.at(1).get<std::uint16_t>()});
    }
    return request;
  } catch (const RequestJson::exception&) {
    return std::nullopt;
  }
}

}  // namespace heddle::trace
