#include "observe_options.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "../json_option.hpp"
#include "../whole_number.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "number_list.hpp"

namespace cchnn {
namespace {

constexpr const char* observe_footer = R"(
Partial, noisy observations of a dataset: a view has its own files and view.json, a lock file that names settings and dataset. The
dataset is unchanged, and scores use it. Random numbers belong to nodes and samples: with the same seed, a higher level of noise or
loss extends a lower one. --sweep writes a view for each level, {} in -o: schemas/view.md.
Examples:
  cchnn-gen observe data/chain_pendulum_3 -o noisy --noise 0.01
  cchnn-gen observe data/chain_pendulum_3 -o 'noisy_{}' --sweep noise=0.001,0.01,0.1 --float32
  cchnn-gen observe data/chain_pendulum_3/train.h5 -o gaps --times 0.3 --dropout 0.1 --hide-velocities
  cchnn-gen observe data/gyroscope -o film --camera 1,1,-0.5 --noise-absolute 0.005
  cchnn-gen verify noisy --truth data/chain_pendulum_3)";

double required_number(const std::string& text, const char* flag, const char* expected) {
    const std::optional<double> value = listed_number(text);
    if (!value) throw UsageError(flag, std::string("must be ") + expected + ", got '" + text + "' among the numbers");
    return *value;
}

}  // namespace

ObserveParser::ObserveParser(CLI::App& app)
    : app_(app.add_subcommand("observe",
                              "make partial observations of a dataset: noise, gaps, hidden parts, a camera")) {
    ObservationRecipe& r = options_.recipe;
    app_->add_option("DATASET", options_.source, "a dataset file, or a directory of them")->required();
    app_->add_option("-o,--output", options_.directory, "directory of the view, with {} for each level of --sweep")
        ->required();
    app_->add_option("--noise", r.noise, "add N(0, this times the spread) to every entry of x and of v [0]");
    app_->add_option("--noise-absolute", r.noise_absolute, "add N(0, this), m and m/s, instead [0]");
    app_->add_option("--dropout", r.dropout, "probability of losing a node at a sample; never at the first one [0]");
    app_->add_option("--times", r.times, "share of observed samples: the first one, others at random [1]");
    app_->add_option("--hide", r.hide, "leave out this body; may be repeated")->take_all()->expected(1);
    app_->add_flag("--hide-velocities", hide_velocities_, "leave out all velocities");
    app_->add_option("--camera", camera_, "viewing direction, such as 1,1,-0.5: keeps the two coordinates across it");
    app_->add_flag("--float32", r.float32, "round to float32");
    app_->add_option("--seed", r.seed, "seed of all random numbers")->check(whole)->capture_default_str();
    app_->add_option("--sweep", sweep_, "noise=.., noise-absolute=.., dropout=.. or times=.., with several values");
    app_->add_option("--json", json_, json_option_help);
    app_->add_flag("--force", options_.overwrite, "replace existing files");
    app_->footer(observe_footer);
}

bool ObserveParser::parsed() const { return app_->parsed(); }

ObserveCommand ObserveParser::command() const {
    ObserveOptions options = options_;
    options.recipe.velocities = !hide_velocities_;
    if (!camera_.empty())
        for (const std::string& part : comma_parts(camera_))
            options.recipe.camera.push_back(required_number(part, "--camera", "a direction such as 1,1,-0.5"));
    if (sweep_.empty()) return {{options}, json_};
    const std::map<std::string, double ObservationRecipe::*> levels{
        {"noise", &ObservationRecipe::noise},
        {"noise-absolute", &ObservationRecipe::noise_absolute},
        {"dropout", &ObservationRecipe::dropout},
        {"times", &ObservationRecipe::times}};
    const std::size_t equals = std::min(sweep_.find('='), sweep_.size());
    const std::string name = sweep_.substr(0, equals), pattern = options.directory.string();
    const std::size_t braces = pattern.find("{}");
    if (!levels.contains(name))
        throw UsageError("--sweep", "unknown name '" + name + "'" +
                                        suggestion(name, {"noise", "noise-absolute", "dropout", "times"}));
    if (braces == std::string::npos)
        throw UsageError("--output",
                         "must contain {} for the values of --sweep, such as noisy_{}, got '" + pattern + "'");
    ObserveCommand command{{}, json_};
    const std::vector<std::string> values = comma_parts(sweep_.substr(std::min(equals + 1, sweep_.size())));
    if (const std::string twice = value_twice(values); !twice.empty())
        throw UsageError("--sweep", "has " + twice + " twice, for one view");
    for (const std::string& value : values) {
        options.recipe.*levels.at(name) = required_number(value, "--sweep", "NAME=NUMBER,NUMBER,...");
        options.directory = pattern.substr(0, braces) + value + pattern.substr(braces + 2);
        command.sweep.push_back(options);
    }
    return command;
}

}  // namespace cchnn
