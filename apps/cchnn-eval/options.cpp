#include "options.hpp"

#include <thread>

#include "../parse_arguments.hpp"
#include "core/version.hpp"

namespace cchnn {
namespace {

constexpr const char* program_footer = R"(
Examples:
  cchnn-eval template test.h5 -o mine.h5       a file of the right shape to fill with predictions
  cchnn-eval check test.h5 mine.h5             can it be scored? every problem
  cchnn-eval score test.h5 mine.h5 other.h5    a table, one row per submission

Exit codes: 0 fine, 1 check failed, 2 usage, 3 invalid input file, 4 input/output, 5 numerical failure.
Metrics, choices and the signature: schemas/report.md)";

constexpr const char* template_footer = R"(
Sample 0 holds the given initial states, everything else is NaN. Fill /x and /v, in m and m/s; or with --coordinates q
/q and /qdot, generalised coordinates and rates, which are scored as the x and v they stand for (schemas/dataset.md).
Examples:
  cchnn-eval template test.h5 -o mine.h5 --model "my network"
  cchnn-eval template test.h5 -o angles.h5 --coordinates q)";

constexpr const char* check_footer = R"(
Exit code 1 when the submission cannot be scored, with every reason on stderr. Values that are not finite are
counted: they can be scored, as the worst value.
Example:
  cchnn-eval check test.h5 mine.h5)";

constexpr const char* score_footer = R"(
Presets: paper (default), as printed in Finzi, Wang, Wilson (2020); published, as in the tables published with its code:
floor 1e-8, t = 0 counted, 99 intervals divided by 100 dt. Single choices change a preset.
Examples:
  cchnn-eval score test.h5 mine.h5
  cchnn-eval score test.h5 mine.h5 perturbed.h5 --json report.json --figures pictures
  cchnn-eval score test.h5 mine.h5 --preset published)";

// What the flags say, before they are applied to a preset.
struct ScoreFlags {
    std::string preset = "paper", state;
    std::optional<double> floor;
    std::optional<std::uint32_t> resamples;
    std::optional<std::uint64_t> seed;
    bool include_t0 = false;
};

int hardware_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

CLI::App* add_template(CLI::App& app, TemplateOptions& o) {
    CLI::App* command = app.add_subcommand("template", "write an empty submission of the right shape");
    command->add_option("TEST", o.truth, "test set (HDF5)")->required();
    command->add_option("-o,--output", o.output, "submission to write (HDF5)")->required();
    command->add_option("--model", o.model, "name of the model");
    command->add_option("--notes", o.notes, "anything a reader should know");
    command->add_option("--coordinates", o.coordinates, "x: positions and velocities; q: generalised coordinates and rates")
        ->capture_default_str();
    command->add_flag("--overwrite", o.overwrite, "replace an existing file");
    command->footer(template_footer);
    return command;
}

CLI::App* add_check(CLI::App& app, CheckOptions& o) {
    CLI::App* command = app.add_subcommand("check", "can a submission be scored? prints every problem");
    command->add_option("TEST", o.truth, "test set (HDF5)")->required();
    command->add_option("SUB", o.submission, "submission (HDF5)")->required();
    command->footer(check_footer);
    return command;
}

CLI::App* add_score(CLI::App& app, ScoreOptions& o, ScoreFlags& flags) {
    CLI::App* command = app.add_subcommand("score", "score submissions against a test set");
    command->add_option("TEST", o.truth, "test set (HDF5)")->required();
    command->add_option("SUB", o.submissions, "submissions (HDF5)")->required();
    command->add_option("--json", o.json, "also write a report as JSON (schemas/report.md); - for standard output");
    command->add_option("--figures", o.figures, "also draw pictures into this directory (needs gnuplot)");
    command->add_option("--trajectory", o.shown, "trajectory to draw [one with the median error of the first SUB]");
    command->add_option("--preset", flags.preset, "paper or published")->capture_default_str();
    command->add_option("--floor", flags.floor, "added to Err before its logarithm [paper: 1e-16, published: 1e-8]");
    command->add_flag("--include-t0", flags.include_t0, "count t = 0, where the state is given [published: yes]");
    command->add_option("--state", flags.state, "xv: z = (x, v), the default; xp: z = (x, M v)");
    command->add_option("--bootstrap", flags.resamples, "resamples for 95 % intervals, 0 for none [10000]");
    command->add_option("--bootstrap-seed", flags.seed, "seed of the resamples [0]");
    command->add_option("--threads", o.scoring.threads, "number of threads [all]; changes no digit");
    command->footer(score_footer);
    return command;
}

void apply(const ScoreFlags& flags, ScoreOptions& options) {
    MetricChoices choices = preset_choices(flags.preset);
    if (flags.floor) choices.floor = *flags.floor;
    if (flags.resamples) choices.resamples = *flags.resamples;
    if (flags.seed) choices.bootstrap_seed = *flags.seed;
    choices.include_t0 = choices.include_t0 || flags.include_t0;
    std::vector<Problem> problems = choices.check();
    if (flags.state == "xp")
        choices.state = StateChoice::xp;
    else if (!flags.state.empty() && flags.state != "xv")
        problems.push_back({"--state", "must be xv or xp, got '" + flags.state + "'"});
    const int threads = options.scoring.threads;
    if (threads < 1 || threads > 1024)
        problems.push_back({"--threads", "must be 1 .. 1024, got " + std::to_string(threads)});
    if (!problems.empty()) throw UsageError(problems);
    options.scoring.choices = choices;
}

}  // namespace

std::optional<EvalCommand> parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Scores predictions of constrained mechanical systems against certified trajectories.", "cchnn-eval");
    app.set_version_flag("--version", std::string("cchnn-eval ") + tool_version);
    app.require_subcommand(1);
    app.footer(program_footer);
    TemplateOptions template_options;
    CheckOptions check_options;
    ScoreOptions score_options;
    score_options.scoring.threads = hardware_threads();
    ScoreFlags flags;
    const CLI::App* make_template = add_template(app, template_options);
    const CLI::App* check = add_check(app, check_options);
    add_score(app, score_options, flags);
    if (!parse_arguments(app, argc, argv)) return std::nullopt;
    if (make_template->parsed()) {
        const std::string& choice = template_options.coordinates;
        if (choice != "x" && choice != "q") throw UsageError("--coordinates", "must be x or q, got '" + choice + "'");
        return template_options;
    }
    if (check->parsed()) return check_options;
    apply(flags, score_options);
    return score_options;
}

}  // namespace cchnn
