#include "stories/exchange/convert.hpp"

#include <algorithm>
#include <set>

#include "convert/convert_model.hpp"
#include "core/joined.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

void check(const ConvertOptions& options) {
    std::vector<Problem> problems;
    const std::vector<std::string>& kinds = loss_kinds();
    for (const std::string& kind : options.accept)
        if (std::ranges::find(kinds, kind) == kinds.end()) {
            const std::string nearest = nearest_name(kind, kinds);
            problems.push_back({option("accept"), "unknown kind '" + kind + "'" +
                                                      (nearest.empty() ? "; known: " + joined(kinds)
                                                                       : ", did you mean '" + nearest + "'?")});
        }
    if (options.name.size() > 64 ||
        options.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
        problems.push_back(
            {option("name"), "must be 1 to 64 lower-case letters, digits and '_', got '" + options.name + "'"});
    if (!(options.rate_std >= 0 && options.rate_std <= 1e6))
        problems.push_back(
            {option("rate-std"), "must be 0 to 1e6 rad/s and m/s, got " + number_text(options.rate_std)});
    if (!(options.restitution >= 0 && options.restitution <= 1))
        problems.push_back({option("restitution"), "must be 0 to 1, got " + number_text(options.restitution)});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

}  // namespace

Conversion convert(const ConvertOptions& options) {
    check(options);
    const bool loses_limits = std::ranges::find(options.accept, "limit") != options.accept.end();
    const ConvertedModel converted =
        convert_model(options.model, {options.free_base, options.name,
                                      options.random_starts ? std::optional(options.rate_std) : std::nullopt,
                                      loses_limits ? std::nullopt : std::optional(options.restitution),
                                      options.contacts ? std::optional(options.restitution) : std::nullopt});
    const CompiledSystem compiled(parse_system(converted.json, options.model.string() + ", converted"));
    Conversion result{converted.json, converted.remarks.notes(), {}, {}};
    std::set<std::string> missing;
    for (const Loss& loss : converted.remarks.losses()) {
        result.losses.push_back({loss.what.where, loss.kind + ": " + loss.what.what});
        if (std::ranges::find(options.accept, loss.kind) == options.accept.end()) missing.insert(loss.kind);
    }
    result.not_accepted.assign(missing.begin(), missing.end());
    return result;
}

}  // namespace cchnn
