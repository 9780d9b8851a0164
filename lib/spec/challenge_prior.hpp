#pragma once
// The prior of a sealed round: a system in which some values are hidden, and how each of them is drawn
// (schemas/challenge.md). Nothing is drawn here (stories/benchmark/challenge.hpp).

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace cchnn {

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

struct ChallengePrior {
    std::string name, title, description;
    std::string system_json;  // with what the file has where values are hidden
    std::vector<HiddenValue> hidden;
    std::uint64_t train = 200, test = 50;
    std::string json;  // the text
};

// Throws IoError, SpecError with every problem: a pointer to nothing, a system that is invalid.
ChallengePrior read_prior(const std::string& path);
// `source` is what messages call the text.
ChallengePrior parse_prior(const std::string& text, const std::string& source);

// The text of the prior's system with these values, each as JSON, one a hidden value; its name is the prior's.
std::string system_with(const ChallengePrior& prior, const std::vector<std::string>& values);

}  // namespace cchnn
