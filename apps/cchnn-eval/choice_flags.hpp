#pragma once
// Flags that choose what a score is: a preset, and what is changed of it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/score_submission.hpp"

namespace CLI {
class App;
}

namespace cchnn {

// What the flags say, before they are applied to a preset.
struct ChoiceFlags {
    std::string preset = "paper", norm, state, span, constraint;
    std::optional<double> floor, error_floor;
    std::string rank_by;
    std::optional<int> members;
    std::optional<std::uint32_t> resamples;
    std::optional<int> context;
    std::optional<std::uint64_t> seed;
    std::string until;
    std::vector<double> valid_at, nrmse_at;
    bool include_t0 = false, exclude_t0 = false, sensitivities = false, found = false;
    int threads = 1;
};

void add_choices(CLI::App* command, ChoiceFlags& flags);
void add_rank_choice(CLI::App* command, ChoiceFlags& flags);
void add_standing_choices(CLI::App* command, ChoiceFlags& flags);  // of standings over several systems
void add_member_choice(CLI::App* command, ChoiceFlags& flags);     // of scores of ensembles
// Those that were given and mean nothing to estimated states (--at), and why.
std::vector<Problem> without_meaning_at(const ChoiceFlags& flags);
// Throws UsageError with every violated rule, `problems` first.
ScoringOptions scoring_of(const ChoiceFlags& flags, std::vector<Problem> problems = {});

}  // namespace cchnn
