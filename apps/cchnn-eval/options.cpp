#include "options.hpp"

#include <cmath>
#include <thread>

#include "../json_option.hpp"
#include "../parse_arguments.hpp"
#include "board_options.hpp"
#include "choice_flags.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"
#include "corpus_options.hpp"

namespace cchnn {
namespace {

constexpr const char* program_footer = R"(
Examples:
  cchnn-eval template test.h5 -o mine.h5       a file of the right shape to fill with predictions
  cchnn-eval check test.h5 mine.h5             can it be scored? every problem
  cchnn-eval diff a.h5 b.h5 --rtol 1e-9        are two files the same? the worst element and where it is
  cchnn-eval score test.h5 mine.h5 other.h5    a table, one row per submission
  cchnn-eval compare --data data --submissions subs    many submissions over many systems, ranked
  cchnn-eval suite suite --submissions subs    errors out of distribution and in
  cchnn-eval corpus corpus mine.h5             errors on unseen systems
  cchnn-eval gate test.h5 mine.h5 --max relative_error=1e-3    passes or fails, for scripts
  cchnn-eval board board                       all entries of a board scored anew, and its site

Exit codes: 0 fine, 1 check failed, 2 usage, 3 invalid input file, 4 input/output, 5 numerical failure,
129, 130, 143 stopped by SIGHUP, SIGINT (Ctrl-C), SIGTERM: within two seconds, reports are complete or absent.

Metrics, choices and the signature: schemas/metrics.md)";

constexpr const char* template_footer = R"(
Sample 0 has the given initial states, or samples 0 .. K-1 those of --context K; everything else is NaN. Fill x and v, in m and m/s; or with --coordinates q
q and qdot, generalised coordinates and rates, which are scored as the corresponding x and v (schemas/coordinates.md).
--sensitivities needs a test set generated --with sensitivities. /sensitivity/start and /sensitivity/parameters then have their values at t = 0.
An existing template of a test set without predictions is replaced without --force.
If TEST is the directory of a corpus, the file is a submission to the systems of its side test, or --side (schemas/corpus.md).
Examples:
  cchnn-eval template test.h5 -o mine.h5 --model "my network"
  cchnn-eval template test.h5 -o mine.npz
  cchnn-eval template test.h5 -o angles.h5 --coordinates q
  cchnn-eval template test.h5 -o forecast.h5 --context 20
  cchnn-eval template test.h5 -o gradients.h5 --sensitivities
  cchnn-eval template corpus -o unseen.h5)";

constexpr const char* check_footer = R"(
Exit code 1 when a submission does not fit the test set (system, digest, sizes, ids, initial states), 3 when a
file is not a submission (format, arrays, types), 4 when it cannot be read, with every reason on stderr. Values that are missing or
not finite are counted: they are scored as the worst value. Submissions are HDF5, or .npz with arrays x and v.
Example:
  cchnn-eval check test.h5 mine.h5)";

constexpr const char* score_footer = R"(
A report replaces an empty file or a report of the same format, other files only with --force, and never a
file that the command reads; devices, pipes and - are written to.
Presets: paper (default), as printed in Finzi, Wang, Wilson (2020); published, as in the tables published with its code:
floor 1e-8, t = 0 counted, 99 intervals divided by 100 dt. Single choices change a preset.
Examples:
  cchnn-eval score test.h5 mine.h5
  cchnn-eval score test.h5 mine.h5 perturbed.h5 --json report.json --figures pictures
  cchnn-eval score test.h5 mine.h5 --html report.html --start-error
  cchnn-eval score test.h5 mine.h5 other.h5 --animation motion.svg --trajectory 7
  cchnn-eval score test.h5 mine.h5 --solver
  cchnn-eval score test.h5 mine.h5 --context 20
  cchnn-eval score test.h5 smoothed.h5 --at noisy/test.h5
  cchnn-eval score test.h5 mine.h5 --observed noisy/train.h5
  cchnn-eval score test.h5 seed1.h5 seed2.h5 other.h5 --group --csv scores.csv --markdown scores.md
  cchnn-eval score test.h5 mine.h5 --preset published --published
  cchnn-eval score test.h5 mine.h5 --until 1.5s --latex table.tex --cite scores.bib)";

constexpr const char* gate_footer = R"(
METRIC is a key of schemas/metrics.md, or a heading of a table, such as NRMSE or VPT. Tested is its headline statistic over trajectories, the geometric mean (for
valid prediction times the mean), unless METRIC.mean, .geometric_mean, .median, .p05 or .p95 names another one. METRIC is also
diverged, the number of trajectories with a value that is not finite; or failed, the share of failed trajectories; or ratio_to_reference, the error ratio to the first
reference rollout among SUB; or ratio_to_persistence, that to the last given state kept; or start_error, the equivalent start error;
or solver_evaluations, how many evaluations a trajectory a classical solver needs for the same accuracy. A prediction that does not
move fails; limits on energy, constraints and momenta alone, which it would meet, are a usage error, and so is a limit that a better model would fail. With --baseline a model fails whose headline
is more than --worse-by worse with 95 % confidence: trajectory by trajectory where both have them, else by both intervals.
schemas/report.md. Exit code 1 when a limit is not met.
Examples:
  cchnn-eval gate test.h5 mine.h5 --max relative_error=1e-3 --max diverged=0 --min valid_time_0.5=2
  cchnn-eval gate test.h5 mine.h5 --max start_error=1e-3 --confident
  cchnn-eval gate test.h5 mine.h5 --min solver_evaluations=300
  cchnn-eval gate test.h5 mine.h5 --thresholds limits.json --json verdict.json
  cchnn-eval gate test.h5 mine.h5 --baseline main.json --worse-by 5% --markdown comment.md --junit gate.xml
  cchnn-eval gate --data data --submissions subs --max failed=10% --baseline main.json --worse-by relative_error=5%)";

constexpr const char* compare_footer = R"(
Training seeds of a method are the files of a --submissions directory that all name one model, or those of a --group; every
other file is an entry of its own, with the files of the same model in other systems. Reference rollouts are not ranked. A model that leaves a system out counts as the worst
value there. Published scores: --published, best with --preset published.
Examples:
  cchnn-eval compare data/gyroscope/test.h5:a.h5 data/gyroscope/test.h5:b.h5 data/rigid_rotor/test.h5:a2.h5
  cchnn-eval compare --data data --submissions subs --html comparison.html --group net=subs/gyroscope/a.h5,subs/gyroscope/b.h5
  cchnn-eval compare --data data --submissions subs --observed views)";

constexpr const char* suite_footer = R"(
DIR is the output of cchnn-gen suite. Submissions are in SUB/<task>/<training>/<split>/*.h5 or *.npz; <training> is full, or size_<n>
or noise_<level> for a model that was trained on that part, for which only split in counts. Submissions of one SUB that name the same model are
its training seeds. Models are sorted by their error out of distribution; a split without an answer counts as the worst error.
schemas/suite.md.
Examples:
  cchnn-eval suite suite --submissions subs
  cchnn-eval suite suite --submissions subs --start-error --html suite.html --json suite.json)";

constexpr const char* diff_footer = R"(
Elements agree when |a - b| <= atol + rtol max(|a|, |b|). Exit code 1 when an array or an attribute differs; the worst element
is printed. Attributes (dt, seed, names, units, ...) of two datasets or two submissions are compared, floating ones within the tolerance; left out
are digests, tool_version, model, notes, rollout_seconds and rollout_hardware. Of a dataset and a submission: system and dt.
Example:
  cchnn-eval diff data/chain_pendulum_3/test.h5 other/chain_pendulum_3/test.h5 --rtol 1e-9 --atol 1e-12)";

const CommandHeadings command_headings{{"Make submissions", {"template"}},
                                       {"Check", {"check", "diff"}},
                                       {"Score", {"score", "compare", "suite", "corpus", "gate"}},
                                       {"Publish", {"board"}}};

int hardware_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

void add_template(CLI::App& app, TemplateOptions& o) {
    CLI::App* command = app.add_subcommand("template", "write an empty submission of the right shape");
    command->add_option("TEST", o.truth, "test set (HDF5), or directory of a corpus")->required();
    command->add_option("-o,--output", o.output, "submission to write: HDF5, or a NumPy archive when it ends in .npz")
        ->type_name("FILE")
        ->required();
    command->add_option("--model", o.model, "name of the model");
    command->add_option("--notes", o.notes, "remarks for readers");
    command
        ->add_option("--coordinates", o.coordinates,
                     "x: positions and velocities; q: generalised coordinates and rates [x]")
        ->type_name("x|q");
    command->add_option("--context", o.context, "number of samples that are given, from the first on [1]");
    command->add_option("--view", o.view,
                        "the given samples are what this file of a view saw, NaN where it saw nothing");
    command->add_option("--members", o.members, "for an ensemble of this many members, 1 .. 1000");
    command->add_flag("--sensitivities", o.sensitivities,
                      "with the arrays of derivatives that score --sensitivities compares");
    command->add_option("--side", o.side, "of a corpus: the side of the split by graph [test]")
        ->type_name("train|valid|test");
    command->add_option("--json", o.json, json_option_help);
    command->add_flag("--force", o.overwrite, "replace an existing file");
    command->add_flag("--overwrite", o.overwrite)->group("");  // its name in earlier versions
    command->footer(template_footer);
}

void add_check(CLI::App& app, CheckOptions& o) {
    CLI::App* command = app.add_subcommand("check", "check whether submissions can be scored, and print every problem");
    command->add_option("TEST", o.truth, "test set (HDF5)")->required();
    command->add_option("SUB", o.submissions, "submissions (HDF5 or .npz)")->required();
    command->add_option("--ids", o.most_ids, "trajectories to name in a line")->capture_default_str();
    command->add_option("--context", o.context, "number of samples that are given, which are not looked at [1]");
    command->add_option("--json", o.json, json_option_help);
    command->add_flag("--force", o.force, json_force_help);
    command->footer(check_footer);
}

void add_force(CLI::App* command, bool& force) {
    command->add_flag("--force", force, "let reports replace files that are not reports of this program");
}

void add_files(CLI::App* command, ScoreOptions& o) {
    command->add_option("TEST", o.truth, "test set (HDF5)")->required();
    command->add_option("SUB", o.submissions, "submissions (HDF5 or .npz)")->required();
    command->add_option("--json", o.json, "also write a report as JSON (schemas/report.md); - for standard output");
    add_force(command, o.force);
}

void add_noise(CLI::App* command, double& noise) {
    command->add_option("--noise", noise,
                        "bounds of estimated parameters, from the test set with N(0, this) on every entry (m, m/s)");
}
void check_noise(double noise) {
    if (!std::isfinite(noise) || noise < 0)
        throw UsageError("--noise", "must be a finite number > 0, got " + number_text(noise));
}
void set_figure_style(ScoreOptions& o) {
    std::vector<Problem> problems;
    if (!(o.figure_style.width >= 3 && o.figure_style.width <= 100))
        problems.push_back({"--figure-width", "must be 3 to 100 cm, got " + number_text(o.figure_style.width)});
    if (const std::string wrong = o.figure_font.empty() ? "" : parse_font(o.figure_font, o.figure_style);
        !wrong.empty())
        problems.push_back({"--figure-font", wrong});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

// What has no meaning for estimated states, and would change nothing.
void check_at(const ScoreOptions& o, const ChoiceFlags& flags) {
    std::vector<Problem> problems = without_meaning_at(flags);
    const std::pair<const char*, bool> forecasts[] = {
        {"--all", o.all},
        {"--html", !o.html.empty()},
        {"--figures", !o.figures.empty()},
        {"--animation", !o.animation.empty()},
        {"--latex", !o.latex.empty()},
        {"--cite", !o.cite.empty()},
        {"--trajectory", o.shown.has_value()},
        {"--group", o.group},
        {"--published", o.published},
        {"--start-error", o.start_error},
        {"--solver", o.solver},
        {"--observed", !o.observed.empty()},
        {"--noise", o.noise > 0},
        {"--view", !o.view.empty()},
        {"--state", o.scoring.choices.state == StateChoice::xp},
        {"--until", o.scoring.choices.until || o.scoring.choices.until_time}};
    for (const auto& [flag, given] : forecasts)
        if (given) problems.push_back({flag, "is for forecasts, and cannot be combined with --at"});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

void check(const ScoreOptions& o, const ChoiceFlags& flags) {
    check_noise(o.noise);
    if (o.noise > 0 && !o.observed.empty()) throw UsageError("--noise", "cannot be combined with --observed");
    if (!o.at.empty()) check_at(o, flags);
    if (std::filesystem::path(o.animation).extension() == ".svg" || o.animation.empty() || o.animation == "-") return;
    throw UsageError("--animation", "must end in .svg, got '" + o.animation + "'");
}

// Of `score` and `compare`.
template <class Options>
void add_forms(CLI::App* command, Options& o) {
    const OptionHeading heading(*command, "Reports");
    command->add_flag("--all", o.all, "print every table");
    command->add_option("--csv", o.csv, "also write one line per submission and metric");
    command->add_option("--markdown", o.markdown, "also write the tables as Markdown");
    command->add_option("--latex", o.latex, "also write a table for a paper, as LaTeX, in one column of a text of two");
    command->add_flag("--wide", o.wide, "--latex over both columns (table*)");
    command->add_option("--cite", o.cite, "also write how to cite program, data and signature, as BibTeX; - prints it");
    command->add_option("--html", o.html, "also write one page that works offline: figures, tables, an animation");
    command->add_flag("--published", o.published, "show the scores published with the paper's code beside");
    command->add_flag("--start-error", o.start_error,
                      "also the perturbation of the initial conditions that makes the true motion as wrong as the "
                      "prediction: schemas/metrics.md");
    command->add_flag("--solver", o.solver,
                      "also a classical solver at equal error and at equal time, timed on this machine: "
                      "schemas/metrics.md");
}

void add_score(CLI::App& app, ScoreOptions& o, ChoiceFlags& flags) {
    CLI::App* command = app.add_subcommand("score", "score submissions against a test set");
    add_files(command, o);
    command->add_flag("-q,--quiet", quiet,
                      "print one line a submission: name, relative error (geometric mean), 95 % interval");
    add_forms(command, o);
    command->add_option("--figures", o.figures,
                        "also draw pictures into this directory: SVG, numbers, and PDF (by rsvg-convert)");
    command->add_option("--figure-width", o.figure_style.width, "of pictures, cm; a column of text has 8.6")
        ->capture_default_str();
    command->add_option("--figure-font", o.figure_font, "of pictures, and its size in points [Helvetica,11.25]");
    command->add_option("--animation", o.animation,
                        "also write one trajectory and its predictions as an animated SVG: schemas/report.md");
    command->add_option("--trajectory", o.shown, "trajectory to draw [one with the median error of the first SUB]");
    command->add_flag("--group", o.group, "submissions that name the same model are training seeds of it");
    command->add_option("--view", o.view, "the context samples come from this file of observations");
    command->add_option("--at", o.at,
                        "score estimated states at the samples of this file of a view, instead of forecasts");
    command->add_option("--observed", o.observed,
                        "bounds of estimated parameters, from what this file of a view saw: schemas/metrics.md");
    add_noise(command, o.noise);
    add_rank_choice(command, flags);
    add_member_choice(command, flags);
    add_choices(command, flags);
    command->footer(score_footer);
}

struct GateFlags {
    std::string truth;
    std::vector<std::string> submissions, most, least, worse_by;
};

void add_gate(CLI::App& app, GateOptions& o, GateFlags& limits, ChoiceFlags& flags) {
    CLI::App* command = app.add_subcommand("gate", "compare scores with limits; exit code 1 if one is not met");
    command->add_option("TEST", limits.truth, "test set (HDF5); or pairs TEST:SUB of several");
    command->add_option("SUB", limits.submissions, "submissions (HDF5 or .npz)");
    command->add_option("--data", o.data, "directory of datasets, DIR/<system>/test.h5");
    command->add_option("--submissions", o.submissions, "DIR/<system>/*.h5 or *.npz; may be repeated");
    command->add_option("--max", limits.most, "no value above it; may be repeated")->take_all()->expected(1);
    command->add_option("--min", limits.least, "no value below it; may be repeated")->take_all()->expected(1);
    command->add_option("--baseline", o.baseline,
                        "earlier report (JSON) or submission: fail if a model is worse, with 95 % confidence");
    command
        ->add_option("--worse-by", limits.worse_by,
                     "how much worse than --baseline is allowed, of the relative error, or METRIC=5%; may be repeated "
                     "[0%]")
        ->take_all()
        ->expected(1)
        ->type_name("5%");
    command->add_option("--json", o.json, "also write a report as JSON (schemas/report.md); - for standard output");
    command->add_option("--html", o.html, "also write one page that works offline: verdict, limits, figures, tables");
    command->add_option("--markdown", o.markdown, "also write verdict and limits as Markdown");
    command->add_option("--junit", o.junit, "also write limits as tests in the XML of JUnit, for servers of CI");
    add_force(command, o.force);
    command->add_option("--thresholds", o.thresholds_file, "limits in a JSON file (schemas/thresholds.schema.json)");
    command->add_flag("--confident", o.confident,
                      "test the upper end of the 95 % interval against --max, and the lower end against --min; with "
                      "--baseline, fail unless a model is surely not worse than allowed");
    command->add_flag("-q,--quiet", quiet, "print the verdict and what is not met alone");
    command->add_flag("--group", o.group,
                      "submissions that name the same model are its training seeds, tested together");
    add_member_choice(command, flags);
    add_choices(command, flags);
    command->footer(gate_footer);
}

void add_compare(CLI::App& app, CompareOptions& o, ChoiceFlags& flags) {
    CLI::App* command = app.add_subcommand("compare", "rank many submissions over many systems");
    command->add_option("PAIR", o.pairs, "TEST:SUB, a test set and a submission to it; may be repeated");
    command->add_option("--data", o.data, "directory of datasets, DIR/<system>/test.h5");
    command->add_option("--submissions", o.submissions, "DIR/<system>/*.h5 or *.npz; may be repeated, one a method");
    command->add_option("--group", o.groups, "training seeds of the method NAME, separated by commas; may be repeated")
        ->take_all()
        ->expected(1);
    command->add_option("--json", o.json, "also write the comparison as JSON (schemas/report.md); - prints it");
    add_forms(command, o);
    add_force(command, o.force);
    command
        ->add_option("--observed", o.observed,
                     "bounds of estimated parameters, from what views saw: DIR/<system>/train.h5, or else test.h5")
        ->type_name("DIR");
    add_noise(command, o.noise);
    add_standing_choices(command, flags);
    add_rank_choice(command, flags);
    add_member_choice(command, flags);
    add_choices(command, flags);
    command->footer(compare_footer);
}

void add_diff(CLI::App& app, DiffOptions& o) {
    CLI::App* command = app.add_subcommand("diff", "compare two datasets or submissions within a tolerance");
    command->add_option("A", o.a, "dataset or submission (HDF5 or .npz)")->required();
    command->add_option("B", o.b, "dataset or submission (HDF5 or .npz)")->required();
    command->add_option("--rtol", o.tolerance.rtol, "relative tolerance")->capture_default_str();
    command->add_option("--atol", o.tolerance.atol, "absolute tolerance, in the unit of the array")
        ->capture_default_str();
    command->add_option("--json", o.json,
                        "also write the result as JSON (schemas/difference.schema.json); - for standard output");
    add_force(command, o.force);
    command->footer(diff_footer);
}

void add_suite(CLI::App& app, SuiteEvalOptions& o, ChoiceFlags& flags) {
    CLI::App* command = app.add_subcommand("suite", "score a suite: generalisation errors in and out of distribution");
    command->add_option("DIR", o.directory, "directory that cchnn-gen suite made")->required();
    command->add_option("--submissions", o.submissions, "directory of submissions; may be repeated")->required();
    command->add_option("--json", o.json, "also write the scores as JSON (schemas/suite.md); - for standard output");
    command->add_option("--markdown", o.markdown, "also write the tables as Markdown");
    command->add_option("--html", o.html, "also write one page that works offline: tables and curves");
    add_force(command, o.force);
    command->add_flag("--start-error", o.start_error, "also equivalent start errors on each split: schemas/metrics.md");
    add_choices(command, flags);
    command->footer(suite_footer);
}

void apply(const GateFlags& limits, const ChoiceFlags& flags, GateOptions& options) {
    std::vector<Problem> problems;
    for (const std::string& text : limits.most) parse_threshold_flag(text, true, options.thresholds, problems);
    for (const std::string& text : limits.least) parse_threshold_flag(text, false, options.thresholds, problems);
    if (!limits.truth.empty()) options.files.push_back(limits.truth);
    options.files.insert(options.files.end(), limits.submissions.begin(), limits.submissions.end());
    for (const std::string& text : limits.worse_by) parse_worse_by_flag(text, options.thresholds, problems);
    if (!limits.worse_by.empty() && options.baseline.empty())
        problems.push_back({"--worse-by", "needs --baseline, an earlier report or submission"});
    if (!options.baseline.empty() && limits.worse_by.empty()) parse_worse_by_flag("0%", options.thresholds, problems);
    if (options.thresholds.empty() && options.thresholds_file.empty())
        problems.push_back({"", "no limit was given; use --max, --min, --thresholds or --baseline"});
    const bool directories = !options.data.empty() || !options.submissions.empty();
    if (directories && (options.data.empty() || options.submissions.empty()))
        problems.push_back(
            {options.data.empty() ? "--data" : "--submissions", "is needed too: directories come in pairs"});
    if (directories == !options.files.empty())
        problems.push_back({"", "give TEST and SUB, pairs TEST:SUB, or --data DIR with --submissions DIR"});
    if (options.files.size() == 1 && options.files.front().find(':') == std::string::npos)
        problems.push_back({"SUB", "is required: submissions to " + options.files.front()});
    options.scoring = scoring_of(flags, problems);
}

void check(const CompareOptions& o) {
    check_noise(o.noise);
    if (!o.observed.empty() && o.noise > 0) throw UsageError("--noise", "cannot be combined with --observed");
    if (!o.observed.empty() && !o.pairs.empty())
        throw UsageError("--observed", "finds views by the names of systems, and needs --data and --submissions");
    const bool directories = !o.data.empty() || !o.submissions.empty();
    if (directories && (o.data.empty() || o.submissions.empty()))
        throw UsageError(o.data.empty() ? "--data" : "--submissions", "is needed too: directories come in pairs");
    if (directories == !o.pairs.empty())
        throw UsageError("", "give either pairs TEST:SUB, or --data DIR with --submissions DIR");
}

void check(const DiffOptions& o) {
    std::vector<Problem> problems;
    for (const auto& [flag, value] : {std::pair{"--rtol", o.tolerance.rtol}, {"--atol", o.tolerance.atol}})
        if (!(std::isfinite(value) && value >= 0))
            problems.push_back({flag, "must be >= 0, got " + number_text(value)});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

}  // namespace

std::optional<EvalCommand> parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Scores predictions of constrained mechanical systems against reference solutions.", "cchnn-eval");
    app.formatter(std::make_shared<HelpLayout>());
    app.set_version_flag("-V,--version", [] { return version_text("cchnn-eval"); });
    app.require_subcommand(1);
    app.footer(program_footer);
    TemplateOptions template_options;
    CheckOptions check_options;
    ScoreOptions score;
    GateOptions gate;
    GateFlags limits;
    CompareOptions compare;
    DiffOptions diff;
    ChoiceFlags flags;
    flags.threads = hardware_threads();
    add_template(app, template_options);
    add_check(app, check_options);
    add_diff(app, diff);
    add_score(app, score, flags);
    add_compare(app, compare, flags);
    SuiteEvalOptions suite;
    add_suite(app, suite, flags);
    CorpusEvalOptions corpus;
    corpus.threads = flags.threads;
    add_corpus(app, corpus);
    add_gate(app, gate, limits, flags);
    BoardOptions board;
    board.threads = flags.threads;
    add_board(app, board);
    add_headings(app, command_headings);
    add_common_options(app);
    add_help_command(app);
    if (!parse_arguments(app, argc, argv)) return std::nullopt;
    if (app.got_subcommand("template")) {
        const std::string& choice = template_options.coordinates;
        if (choice != "x" && choice != "q") throw UsageError("--coordinates", "must be x or q, got '" + choice + "'");
        return template_options;
    }
    if (app.got_subcommand("check")) return check_options;
    if (app.got_subcommand("suite")) {
        suite.scoring = scoring_of(flags);
        return suite;
    }
    if (app.got_subcommand("corpus")) {
        check(corpus);
        return corpus;
    }
    if (app.got_subcommand("board")) {
        check(board);
        return board;
    }
    if (app.got_subcommand("diff")) {
        check(diff);
        return diff;
    }
    if (app.got_subcommand("gate")) {
        apply(limits, flags, gate);
        return gate;
    }
    if (app.got_subcommand("compare")) {
        check(compare);
        compare.scoring = scoring_of(flags);
        return compare;
    }
    score.scoring = scoring_of(flags);
    set_figure_style(score);
    check(score, flags);
    return score;
}

}  // namespace cchnn
