#pragma once
// The prior of a sealed round: a system in which some values are hidden, with the distribution of each
// (schemas/challenge.md). This file only reads it; stories/benchmark/challenge.hpp draws values, and so does
// stories/generate/environments.hpp.

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace cchnn {

// One hidden value: its place in the system and how it is drawn. Values of a choice are numbers or texts, such as
// formulas, and are kept as JSON.
struct HiddenValue {
    struct Uniform {
        double low, high;
    };
    struct Normal {
        double mean, std;
    };
    struct Choice {
        std::vector<std::string> values;  // as JSON
    };
    std::string pointer;  // into the system: "/bodies/1/mass"
    std::variant<Uniform, Normal, Choice> distribution;
};

// `system_json` is the system with the values that its own file has where values are hidden.
struct ChallengePrior {
    std::string name, title, description;
    std::string system_json;
    std::vector<HiddenValue> hidden;
    std::uint64_t train = 200, test = 50;
    std::string json;  // the text
};

// Throws IoError, SpecError with every problem: a pointer to nothing, a system that is invalid.
ChallengePrior read_prior(const std::string& path);
// Reads a text; `source` is its name in messages. Throws as read_prior().
ChallengePrior parse_prior(const std::string& text, const std::string& source);

// The text of the system with these values, JSON texts in the order of prior.hidden; its name is that of the
// prior.
std::string system_with(const ChallengePrior& prior, const std::vector<std::string>& values);

}  // namespace cchnn
