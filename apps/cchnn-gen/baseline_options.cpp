#include "baseline_options.hpp"

#include <CLI/CLI.hpp>

#include "../option_heading.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"

namespace cchnn {
namespace {

Naive baseline_of(const std::string& text) {
    if (const auto kind = naive_named(text)) return *kind;
    throw UsageError("--baseline", "unknown forecast '" + text + "'" + suggestion(text, naive_names()));
}

}  // namespace

void add_baseline(CLI::App* command, RolloutOptions& o) {
    const OptionHeading heading(*command, "Naive forecasts");
    command
        ->add_option_function<std::string>(
            "--baseline", [&o](const std::string& text) { o.naive = baseline_of(text); },
            "write this naive forecast instead of an integration")
        ->type_name("persistence|constant-velocity|mean|parrot|linear");
    command->add_option("--train", o.train,
                        "training set of --baseline mean, parrot or linear [train.h5 next to the test set]");
    command->add_option(
        "--context", o.context,
        "begin at the last of so many given samples; make a forecast from them alone, without a training set [1]");
    command->add_option("--view", o.view, "the given samples are what this file of a view saw");
}

}  // namespace cchnn
