#include "core/nearest_name.hpp"

#include <algorithm>

#include "core/printable.hpp"

namespace cchnn {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t row = b.size() + 1;
    std::vector<std::size_t> d((a.size() + 1) * row);
    for (std::size_t i = 0; i <= a.size(); ++i) d[i * row] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            std::size_t& best = d[i * row + j];
            const std::size_t replace = d[(i - 1) * row + j - 1] + (a[i - 1] != b[j - 1]);
            best = std::min({d[(i - 1) * row + j] + 1, d[i * row + j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = std::min(best, d[(i - 2) * row + j - 2] + 1);
        }
    }
    return d.back();
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
    constexpr std::size_t most_steps = 200'000;  // half a millisecond
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1, steps = 0;
    const auto may_be_near = [&](const std::string& other) {
        const std::size_t longer = std::max(name.size(), other.size()), shorter = std::min(name.size(), other.size());
        return longer - shorter < best_distance;
    };
    for (const std::string& candidate : names)
        if (may_be_near(candidate)) steps += (name.size() + 1) * (candidate.size() + 1);
    if (steps > most_steps) return "";
    std::string best;
    for (const std::string& candidate : names) {
        const std::size_t distance = may_be_near(candidate) ? edit_distance(name, candidate) : best_distance;
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& names) {
    const std::string nearest = nearest_name(name, names);
    if (!nearest.empty()) return ", did you mean '" + nearest + "'?";
    if (names.empty()) return "";
    std::string text = "; known: ";
    constexpr std::size_t most = 24;  // no item of a system file has more keys
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i ? ", " : "") + shortened(names[i]);
    return names.size() > most ? text + ", ..." : text;
}

}  // namespace cchnn
