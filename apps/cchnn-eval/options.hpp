#pragma once
// The command line of cchnn-eval, parsed and checked. CLI11 stays in options.cpp.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "score/score_submission.hpp"

namespace cchnn {

struct TemplateOptions {
    std::string truth, output;
    std::string model, notes;
    std::string coordinates = "x";  // or "q"
    bool overwrite = false;
};
struct CheckOptions {
    std::string truth, submission;
};
struct ScoreOptions {
    std::string truth;
    std::vector<std::string> submissions;
    ScoringOptions scoring;
    std::string json;     // "-" is standard output
    std::string figures;  // directory
    std::optional<std::uint64_t> shown;  // trajectory to draw
};
using EvalCommand = std::variant<TemplateOptions, CheckOptions, ScoreOptions>;

// Nothing when --help or --version was asked for and printed. Throws UsageError with every violated rule.
std::optional<EvalCommand> parse_command_line(int argc, const char* const* argv);

}  // namespace cchnn
