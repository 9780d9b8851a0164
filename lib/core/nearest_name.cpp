#include "core/nearest_name.hpp"

#include <algorithm>

namespace cchnn {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
    constexpr std::size_t most_steps = 4'000'000;  // a hundredth of a second
    std::size_t letters = 0;
    for (const std::string& candidate : names) letters += candidate.size() + 1;
    if (name.size() > most_steps / std::max<std::size_t>(letters, 1)) return "";
    std::string best;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string& candidate : names) {
        const std::size_t distance = edit_distance(name, candidate);
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
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i ? ", " : "") + names[i];
    return names.size() > most ? text + ", ..." : text;
}

}  // namespace cchnn
