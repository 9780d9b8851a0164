#include "sweep.hpp"

#include <algorithm>

#include "core/nearest_name.hpp"
#include "number_list.hpp"

namespace cchnn {
namespace {

double number(const std::string& text, std::vector<Problem>& problems) {
    const std::optional<double> value = listed_number(text);
    if (!value) problems.push_back({"--sweep", "must be NAME=NUMBER,NUMBER,..., got '" + text + "' among the numbers"});
    return value.value_or(0);
}

std::optional<Naive> forecast(const std::string& text, std::vector<Problem>& problems) {
    const std::optional<Naive> kind = naive_named(text);
    if (!kind) problems.push_back({"--sweep", "unknown forecast '" + text + "'" + suggestion(text, naive_names())});
    return kind;
}

std::string output_for(const std::string& pattern, const std::string& value) {
    const std::size_t braces = pattern.find("{}");
    return pattern.substr(0, braces) + value + pattern.substr(braces + 2);
}

void set(RolloutOptions& one, const std::string& name, double value, bool atol_given) {
    if (name == "epsilon") {
        one.epsilon = value;
        return;
    }
    if (name == "epsilon-length") {
        one.epsilon_length = value;
        return;
    }
    if (!atol_given) one.protocol.atol *= value / one.protocol.rtol;
    one.protocol.rtol = value;
    one.protocol.name = "custom";
}

}  // namespace

std::vector<RolloutOptions> expand_sweep(const RolloutOptions& options, const std::string& sweep, bool atol_given) {
    if (sweep.empty()) return {options};
    const std::size_t equals = std::min(sweep.find('='), sweep.size());
    const std::string name = sweep.substr(0, equals), pattern = options.output.string();
    const std::vector<std::string> values = comma_parts(sweep.substr(std::min(equals + 1, sweep.size())));
    std::vector<Problem> problems;
    const std::vector<std::string> names{"rtol", "epsilon", "epsilon-length", "drop", "baseline"};
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw UsageError("--sweep", "unknown name '" + name + "'" + suggestion(name, names));
    if (pattern.find("{}") == std::string::npos)
        problems.push_back(
            {"--output", "must contain {} for the values of --sweep, such as rollout_{}.h5, got '" + pattern + "'"});
    if (const std::string twice = value_twice(values); name != "drop" && !twice.empty())
        problems.push_back({"--sweep", "has " + twice + " twice, for one file"});
    std::vector<RolloutOptions> all;
    for (std::size_t i = 0; i < values.size() && problems.empty(); ++i) {
        RolloutOptions one = options;
        if (name == "drop")
            one.drop.insert(one.drop.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i + 1));
        else if (name == "baseline") one.naive = forecast(values[i], problems);
        else set(one, name, number(values[i], problems), atol_given);
        one.output = output_for(pattern, name == "drop" ? std::to_string(i + 1) : values[i]);
        all.push_back(std::move(one));
    }
    if (!problems.empty()) throw UsageError(std::move(problems));
    return all;
}

}  // namespace cchnn
