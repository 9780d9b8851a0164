#include "spec/json/order_of_problems.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
using Ranks = std::map<std::string, std::size_t>;  // of pointers

void rank(const Json& value, const std::string& pointer, Ranks& ranks) {
    ranks.emplace(pointer, ranks.size());
    if (!value.is_structured()) return;
    std::size_t i = 0;
    for (auto entry = value.begin(); entry != value.end(); ++entry, ++i)
        rank(*entry, value.is_object() ? child(pointer, entry.key()) : child(pointer, i), ranks);
}

}  // namespace

std::vector<Problem> in_order_of(const Json& document, std::vector<Problem> first, std::vector<Problem> second) {
    if (first.empty() || second.empty()) return first.empty() ? std::move(second) : std::move(first);
    Ranks ranks;
    rank(document, "", ranks);
    const auto place = [&](const Problem& problem) {
        const auto found = ranks.find(problem.where.substr(problem.where.find('#') + 1));
        return found == ranks.end() ? ranks.size() : found->second;
    };
    std::set<std::string> reported;
    for (const Problem& problem : first) reported.insert(problem.where);
    std::vector<Problem> all;
    auto next = first.begin();
    for (Problem& problem : second) {
        if (reported.contains(problem.where)) continue;
        while (next != first.end() && place(*next) < place(problem)) all.push_back(std::move(*next++));
        all.push_back(std::move(problem));
    }
    for (; next != first.end(); ++next) all.push_back(std::move(*next));
    return all;
}

}  // namespace cchnn
