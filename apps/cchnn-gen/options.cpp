#include "options.hpp"

#include <thread>

#include "../json_option.hpp"
#include "../parse_arguments.hpp"
#include "../whole_number.hpp"
#include "audit_options.hpp"
#include "baseline_options.hpp"
#include "challenge_options.hpp"
#include "convert_options.hpp"
#include "core/version.hpp"
#include "corpus_options.hpp"
#include "exchange_options.hpp"
#include "graph_options.hpp"
#include "integrate/integrate.hpp"
#include "lyapunov_options.hpp"
#include "merge_options.hpp"
#include "observe_options.hpp"
#include "protocol_options.hpp"
#include "serve_options.hpp"
#include "suite_options.hpp"
#include "sweep.hpp"
#include "verify_options.hpp"

namespace cchnn {
namespace {

constexpr const char* program_footer = R"(
SYSTEM is a built-in name (cchnn-gen list) or a JSON file (schemas/system.md): a name that ends in .json or contains a '/'.

Examples:
  cchnn-gen generate chain_pendulum_3 -o data      data/chain_pendulum_3/{train,valid,test}.h5
  cchnn-gen suite pendulums -o suite               all datasets of a benchmark: splits, sizes, noise
  cchnn-gen corpus -o corpus --systems 1000        many systems from one seed, with trajectories of each
  cchnn-gen stream pendulums | python3 train.py    training data without files
  cchnn-gen environments my_family.json -o env      drawn members of a family, to train on and to adapt to
  cchnn-gen serve cart_pole                        accelerations and trajectories for a program on a pipe
  cchnn-gen observe data/chain_pendulum_3 -o noisy --noise 0.01    what an instrument would see of it
  cchnn-gen merge data                             datasets from shards (generate --shard)
  cchnn-gen convert arm.urdf -o arm.json           a URDF or MuJoCo model as a system
  cchnn-gen graph chain --links 20 > chain.json    a system of any size, as a file
  cchnn-gen import my_system.json --test a.npz -o data     arrays made elsewhere, to score against
  cchnn-gen list                                   built-in systems
  cchnn-gen show chain_pendulum_3                  bodies, constraints, mass matrix, what is conserved
  cchnn-gen info data/chain_pendulum_3/test.h5     what a file is, and what made it
  cchnn-gen lyapunov chain_pendulum_3              is it chaotic, and how fast?
  cchnn-gen check my_system.json                   every problem of a file
  cchnn-gen verify data/chain_pendulum_3           digests of stored files, and the equations of motion
  cchnn-gen audit data/chain_pendulum_3            estimated error bounds against an independent solution
  cchnn-gen rollout chain_pendulum_3 --from data/chain_pendulum_3/test.h5 --epsilon 1e-5 -o perturbed.h5
  cchnn-gen export data/chain_pendulum_3 -o npz    NumPy archives, and rows and windows for other loaders
  cchnn-gen challenge seal prior.json -o round     data of a system that stays hidden until the end

Exit codes: 0 fine, 1 an audit or comparison failed, 2 usage, 3 invalid input file, 4 input/output, 5 numerical failure,
6 the time limit of an audit ended it before it decided enough, 129, 130, 143 stopped by SIGHUP, SIGINT (Ctrl-C), SIGTERM: within
two seconds; where work was kept, the last line says how to resume.)";

constexpr const char* generate_footer = R"(
Defaults are the paper's: 800 train, 100 valid and 100 test trajectories of 100 samples. The same system, settings and
seed give the same bytes on any number of threads; the first 100 of --train 800 are those of --train 100.
Integration settings (--protocol): default, Verner 8(7) at rtol and atol 1e-13; paper, Dormand-Prince 5(4) at rtol 1e-7, atol 1e-9. Integrators
rattle2 .. rattle8 are symplectic, of that order, with even steps: their energy error does not grow over long times.
rk4 is the classical Runge-Kutta method with fixed steps, a common baseline; its energy error grows.
Until the dataset is complete, finished blocks are kept in DIR/.<system>.unfinished. After any interruption, the same command with
--resume continues, to the same bytes. Only a directory with the job.json of such a run is ever cleared; symbolic links in it are
not followed. With --resume a complete dataset is left as it is, so scripts can repeat the command; a file that differs from its
SHA256SUMS is an error.
Examples:
  cchnn-gen generate chain_pendulum_3 -o data
  cchnn-gen generate chain_pendulum_2 my_system.json -o data --train 10000 --valid 0 --seed 7
  cchnn-gen generate all -o data --protocol paper
  cchnn-gen generate chain_pendulum_3 -o data --compress 1      files a sixth smaller, for half the processor time again;
                                                                --compress 9: a fifth smaller, for three times as much again
  cchnn-gen generate chain_pendulum_5 -o data --train 1000000 --resume
  cchnn-gen generate chain_pendulum_5 -o data --train 1000000 --shard 3/8 --resume
  cchnn-gen generate chain_pendulum_2 -o data --steps 100000 --integrator rattle6
  cchnn-gen generate chain_pendulum_2 -o data --states starts.npz --train 80 --test 20
  cchnn-gen generate --lock manifest.json -o again     a published dataset, from its manifest.json alone)";

constexpr const char* rollout_footer = R"(
Integrates the true system from the initial states of a test set, or from your own, and writes a submission file that
cchnn-eval can score: the submission of a perfect model, or of one whose
initial conditions have noise N(0, epsilon) in every entry.
--baseline writes a naive forecast instead, which a model has to beat: the initial state kept, its velocity kept, the mean of the
training set, the nearest training trajectory, or a linear map of one step that is fitted to the training set. With --context K it
is made from the samples 0 .. K-1 of each trajectory, which take the place of a training set. An integration begins at sample K-1.
The perturbation of the published tables: generate --train 100, then generate --states data/SYSTEM/train.h5 --starts chunk, then
rollout --from that test set with --epsilon 1e-4, and cchnn-eval score --preset published.
Examples:
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --epsilon 1e-5 -o perturbed.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --rtol 1e-4 --atol 1e-6 --protocol paper -o loose.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --protocol paper --projection off --sweep rtol=1e-3,1e-5,1e-7 -o 'loose_{}.h5'
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --drop "Link bob2-bob3" -o dropped.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --integrator rattle2 --substeps 4 --timed -o rattle.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --sweep baseline=persistence,constant-velocity,mean,parrot,linear -o 'naive_{}.h5'
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --baseline parrot --context 20 -o parrot.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --context 20 --epsilon 1e-5 -o from_sample_19.h5
  cchnn-gen rollout my_system.json --states states.npz --dt 0.01 --steps 500 -o mine.h5
  cchnn-gen rollout my_system.json --states states.npz --bound on --refine 1e-12 -o sure.h5)";

constexpr const char* list_footer = R"(
Examples:
  cchnn-gen list
  cchnn-gen list --json -          groups, names, freedom, what is conserved)";

constexpr const char* show_footer = R"(
Examples:
  cchnn-gen show chain_pendulum_3
  cchnn-gen show ./my_system.json
  cchnn-gen show chain_pendulum_3 --json my_system.json
  cchnn-gen show chain_pendulum_3 --facts -        freedom, rank, rows, what is conserved, coordinates
  cchnn-gen show ./my_system.json --html my_system.html --svg my_system.svg
  cchnn-gen show all --html gallery.html           every built-in system
  cchnn-gen show corpus --html corpus.html         24 systems of a corpus, spread evenly over it)";

constexpr const char* check_footer = R"(
Structure, references, constraints that can be met together, states that can be drawn; exit code 3 when a file is not valid.
Examples:
  cchnn-gen check my_system.json other.json
  cchnn-gen check my_system.json --json -          each problem with its JSON pointer and the value there)";

constexpr const char* info_footer = R"(
Dataset, submission, view, export, manifest, shard or system: system, shapes, times, stored digests, integration settings, and what made
it. For suites, environments, sealed rounds and boards: what their documents say; for a report of --json: its verdict; for a corpus:
systems, graphs, kinds and splits. Nothing is recalculated; cchnn-gen verify does that. A directory is described by the document in
it (manifest.json, job.json, view.json, suite.lock.json, corpus.json, ...), or by the export in it.
Examples:
  cchnn-gen info data/chain_pendulum_3/test.h5 mine.h5
  cchnn-gen info data/chain_pendulum_3 --json -)";

const CommandHeadings command_headings{{"Make systems and datasets",
                                        {"generate", "suite", "corpus", "stream", "environments", "serve", "observe",
                                         "merge", "convert", "graph", "import"}},
                                       {"Look at systems and files", {"list", "show", "info", "lyapunov"}},
                                       {"Check", {"check", "verify", "audit"}},
                                       {"Score", {"rollout"}},
                                       {"Publish", {"export", "challenge"}}};

void add_counts(CLI::App* command, GenerateOptions& o) {
    command->add_option("--train", o.count[0], "training trajectories; 0 leaves the file out [800]")->check(whole);
    command->add_option("--valid", o.count[1], "validation trajectories [100]")->check(whole);
    command->add_option("--test", o.count[2], "test trajectories [100]")->check(whole);
    command->add_option("--steps", o.samples, "samples of each trajectory, at t = k dt, k = 0, 1, ... [the system's]");
    command->add_option("--dt", o.dt, "time between samples, s [the system's]");
    command->add_option("--chunk", o.chunk_length, "samples of a training window")->capture_default_str();
}

CLI::Option* add_starts(CLI::App* command, StartsAt& starts) {
    CLI::Option* option = command->add_option_function<std::string>(
        "--starts",
        [&starts](const std::string& text) {
            if (text != "first" && text != "chunk")
                throw UsageError("--starts", "must be first or chunk, got '" + text + "'");
            starts = text == "chunk" ? StartsAt::chunk : StartsAt::first;
        },
        "which state of each trajectory in --states: first [default], or chunk, the first of its training window (of a "
        "train.h5), where the paper's code starts its tests");
    return option->type_name("first|chunk");
}

void add_sizes(CLI::App* command, GenerateOptions& o) {
    const OptionHeading heading(*command, "Sizes and initial states");
    add_counts(command, o);
    command->add_option("--states", o.states,
                        "initial states from this file instead of drawn ones: x, v or q, qdot in an .npz or HDF5 file, "
                        "the first --train of them, then --valid, then --test [0, 0, all that are left]");
    add_starts(command, o.starts)->needs("--states");
    command->add_option(
        "--inputs", o.inputs,
        "values of held inputs from this file instead of drawn ones: an array for each, named by its id, "
        "of (N, samples) or (samples), in an .npz or HDF5 file; N trajectories as for --states");
    command->add_option("--seed", o.seed, "seed of all random numbers")->check(whole)->capture_default_str();
}

void add_failure(CLI::App* command, std::string& on_failure) {
    const OptionHeading heading(*command, integration_heading);
    command
        ->add_option("--on-failure", on_failure,
                     "when a trajectory cannot be integrated: draw another one, or end [resample]")
        ->type_name("resample|fail");
}

void add_contents(CLI::App* command, GenerateOptions& o) {
    const OptionHeading heading(*command, "What files contain");
    command
        ->add_option_function<std::string>(
            "--with", [&o](const std::string& text) { o.with = read_derived_choice(text, "--with"); },
            "also store these, or some of them with commas between: dv/dt and qddot; M v and dT/dqdot; the Lagrange "
            "multiplier of each scalar constraint; derivatives of (x, v)(t) by the start and by drawn numbers [none]")
        ->type_name("acceleration|momentum|multipliers|sensitivities");
    command
        ->add_option("--sensitive", o.with.sensitive,
                     "the numbers of the system that sensitivities are by, as JSON pointers with commas between "
                     "[those that are drawn]")
        ->type_name("POINTER")
        ->delimiter(',')
        ->needs("--with");
    command->add_option(
        "--compress", o.compress,
        "1 .. 9: shuffle and deflate (gzip), which every HDF5 reads; changes no digest [not compressed]");
    command->add_flag("--lyapunov", o.lyapunov,
                      "also store the largest Lyapunov exponent (see cchnn-gen lyapunov); longer than the data itself");
}

CLI::App* add_generate(CLI::App& app, GenerateCommand& c, ProtocolFlags& flags, std::string& on_failure,
                       BoundFlags& bounds) {
    CLI::App* command = app.add_subcommand("generate", "write train, valid and test sets of one or more systems");
    command
        ->add_option("SYSTEM", c.systems,
                     "built-in names, paths to JSON files, or a group: all, benchmarks, peers, surfaces, lagrangians")
        ->type_name("NAME|FILE|all|benchmarks|peers|surfaces|lagrangians");
    command->add_option("-o,--output", c.options.directory, "directory; files go to DIR/<system>/")->required();
    command->add_option(
        "--lock", c.lock,
        "regenerate the dataset of this manifest.json and compare every digest; exit code 1 when one differs");
    add_sizes(command, c.options);
    add_protocol(command, flags);
    add_bounds(command, bounds, "on");
    add_failure(command, on_failure);
    add_contents(command, c.options);
    command->add_option("--threads", c.options.threads, "number of threads [all]; changes no bit");
    command->add_flag("--force", c.options.overwrite, "replace an existing dataset, discard unfinished work");
    command->add_flag("--resume", c.options.resume, "continue an interrupted run of this command");
    command->add_option("--shard", c.shard, "generate only part K of N, for cchnn-gen merge");
    command->add_option("--json", c.json, json_option_help);
    add_publication(*command, c.options.publication);
    command->footer(generate_footer);
    return command;
}

struct RolloutFlags {
    std::string system, sweep, json, coordinates = "x";
    BoundFlags bounds;
    RolloutOptions options;
};

void add_rollout(CLI::App& app, RolloutFlags& c, ProtocolFlags& flags) {
    CLI::App* command = app.add_subcommand(
        "rollout", "integrate the true system, or make a naive forecast, and write a submission file");
    command->add_option("SYSTEM", c.system, "built-in name or path to a JSON file")->type_name("NAME|FILE")->required();
    command
        ->add_option("-o,--output", c.options.output,
                     "submission to write: HDF5, or a NumPy archive when it ends in .npz")
        ->type_name("FILE")
        ->required();
    auto* from = command->add_option("--from", c.options.test_set, "start from the initial states of this test set");
    auto* states =
        command->add_option("--states", c.options.states,
                            "start from arrays x, v of shape (N, n, d), or q, qdot of (N, m), in an .npz or HDF5 file; "
                            "of a dataset's (N, T, n, d) the first samples");
    from->excludes(states);
    add_starts(command, c.options.starts)->needs(states);
    command->add_flag("--project-states", c.options.project_states,
                      "project also states that noise moved off the constraints by more than 1 %");
    command->add_option("--inputs", c.options.inputs, "values of the inputs, as for generate")->excludes(from);
    command
        ->add_option("--epsilon", c.options.epsilon,
                     "add N(0, this) to every entry of each start, m and m/s, then project onto the "
                     "constraints, as the paper's code does (1e-4 there)")
        ->capture_default_str();
    command
        ->add_option("--epsilon-length", c.options.epsilon_length,
                     "move each start by this total length in (x, v), then project: what --epsilon meant before 0.2.0")
        ->excludes("--epsilon");
    command->add_option("--start-spread", c.options.start_spread,
                        "write an ensemble: add N(0, this) to every entry of each start, and again for each member");
    command->add_option("--members", c.options.members, "members of that ensemble, 1 .. 1000");
    command->add_option("--seed", c.options.seed, "seed of the perturbation")->check(whole)->capture_default_str();
    command->add_option("--steps", c.options.samples, "samples [those of the test set, or the system's]");
    command->add_option("--dt", c.options.dt, "time between samples, s [that of the test set, or the system's]");
    command->add_option("--drop", c.options.drop, "leave out this constraint, named as show prints it; may be repeated")
        ->take_all()
        ->expected(1);
    command->add_option("--sweep", c.sweep,
                        "rtol=.., epsilon=.., epsilon-length=.., drop=.. or baseline=.., with several values: a file "
                        "for each, {} in -o");
    command
        ->add_option("--coordinates", c.coordinates,
                     "write x: positions and velocities; q: generalised coordinates and rates [x]")
        ->type_name("x|q");
    command->add_option("--model", c.options.model, "name stored as the model's [says how it was made]");
    add_protocol(command, flags);
    add_bounds(command, c.bounds, "off");
    add_baseline(command, c.options);
    command->add_flag("--timed", c.options.timed, "also write how many seconds the integration took, on one thread");
    command->add_option("--threads", c.options.threads, "number of threads [all]; changes no bit");
    command->add_option("--json", c.json, json_option_help);
    command->add_flag("--force", c.options.overwrite, "replace an existing file");
    command->footer(rollout_footer);
}

CLI::App* add_info(CLI::App& app, InfoCommand& c) {
    CLI::App* command = app.add_subcommand("info", "say what a file is, what it contains, and what made it");
    command->add_option("FILE", c.files, "files of any kind that these programs write or read, or their directories")
        ->required();
    command->add_option("--json", c.json, "write it as JSON to this file; - for standard output");
    command->add_flag("--force", c.force, "let it replace a file that is not a JSON report of this program");
    command->footer(info_footer);
    return command;
}

std::string gen_version() {
    return version_text("cchnn-gen") + "\nkernels for " + kernel_set() + ", " +
           std::to_string(trajectories_side_by_side()) + " trajectories side by side";
}

}  // namespace

std::optional<GenCommand> parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Compiles graphs of mechanical systems into reference trajectories.", "cchnn-gen");
    app.formatter(std::make_shared<HelpLayout>());
    app.set_version_flag("-V,--version", gen_version);
    app.require_subcommand(1);
    app.footer(program_footer);

    const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    ProtocolFlags flags;
    GenerateCommand generate_command;
    generate_command.options.threads = threads;
    std::string on_failure = "resample";
    BoundFlags bounds;
    const CLI::App* generate = add_generate(app, generate_command, flags, on_failure, bounds);
    const SuiteParser suite(app, threads);
    const CorpusParser corpus(app, threads);
    const ServeParser serve(app);
    const ObserveParser observe(app);
    const MergeParser merge(app, threads);
    const ConvertParser convert(app);
    const GraphParser graph(app);

    ListOptions list_options;
    CLI::App* list = app.add_subcommand("list", "list built-in systems, one per line");
    list->add_option("--json", list_options.json, json_option_help);
    list->add_flag("--force", list_options.force, json_force_help);
    list->footer(list_footer);
    ShowOptions show_options;
    CLI::App* show = app.add_subcommand("show", "show bodies, constraints, forces and degrees of freedom of a system");
    show->add_option("SYSTEM", show_options.system,
                     "built-in name, path to a JSON file, or, for a page of several, all or directory of a corpus")
        ->type_name("NAME|FILE|DIR|all")
        ->required();
    show->add_option("--json", show_options.json,
                     "write the system's JSON to this file instead, to start your own from; - for standard output");
    show->add_option(
        "--facts", show_options.facts,
        "write what show prints as JSON (schemas/commands.md) to this file instead; - for standard output");
    show->add_option("--html", show_options.html,
                     "write a page that works offline instead: a drawing, a motion to watch, bodies and formulas");
    show->add_option("--svg", show_options.svg, "write a drawing of the system at its initial state instead");
    show->add_flag("--force", show_options.force, "let them replace files that this program did not write");
    show->footer(show_footer);
    InfoCommand info_command;
    const CLI::App* info = add_info(app, info_command);
    const LyapunovParser lyapunov(app, threads);

    CheckOptions check_options;
    CLI::App* check = app.add_subcommand("check", "check whether system files are valid, and print every problem");
    check->add_option("FILE", check_options.files, "JSON files")->required();
    check->add_option("--json", check_options.json, json_option_help);
    check->add_flag("--force", check_options.force, json_force_help);
    check->footer(check_footer);
    const VerifyParser verify(app, threads);
    const AuditParser audit(app, threads);
    RolloutFlags rollout;
    rollout.options.threads = threads;
    add_rollout(app, rollout, flags);
    const ExchangeParser exchange(app);
    const ChallengeParser challenge(app, threads);

    add_headings(app, command_headings);
    add_common_options(app);
    add_help_command(app);
    if (!parse_arguments(app, argc, argv)) return std::nullopt;
    if (list->parsed()) return list_options;
    if (show->parsed()) return show_options;
    if (check->parsed()) return check_options;
    if (info->parsed()) return info_command;
    if (graph.parsed()) return graph.command();
    if (convert.parsed()) return convert.command();
    if (verify.parsed()) return verify.command();
    if (exchange.export_parsed()) return exchange.export_command();
    if (exchange.import_parsed()) return exchange.import_command();
    if (observe.parsed()) return observe.command();
    if (suite.parsed()) return suite.command();
    if (corpus.corpus_parsed()) return corpus.corpus();
    if (corpus.stream_parsed()) return corpus.stream();
    if (serve.parsed()) return serve.command();
    if (corpus.environments_parsed()) return corpus.environments();
    if (challenge.parsed()) return challenge.command();
    if (merge.parsed()) return merge.command();
    if (lyapunov.parsed()) return lyapunov.command();
    if (audit.parsed()) return audit.command();
    if (generate->parsed()) {
        if (on_failure != "resample" && on_failure != "fail")
            throw UsageError("--on-failure", "must be resample or fail, got '" + on_failure + "'");
        generate_command.options.bound = bounds_of(bounds, "on");
        generate_command.options.refine = refine_level(bounds);
        generate_command.options.on_failure = on_failure == "fail" ? OnFailure::fail : OnFailure::resample;
        generate_command.options.protocol = protocol_of(flags);
        generate_command.given = given_options(*generate);
        if (!generate_command.shard.empty()) generate_command.options.shard = shard_in(generate_command.shard);
        return generate_command;
    }
    if (rollout.coordinates != "x" && rollout.coordinates != "q")
        throw UsageError("--coordinates", "must be x or q, got '" + rollout.coordinates + "'");
    rollout.options.bound = bounds_of(rollout.bounds, "off");
    rollout.options.refine = refine_level(rollout.bounds);
    if (rollout.options.timed) rollout.options.threads = 1;
    rollout.options.in_coordinates = rollout.coordinates == "q";
    rollout.options.protocol = protocol_of(flags);
    return RolloutCommand{rollout.system, expand_sweep(rollout.options, rollout.sweep, flags.atol.has_value()),
                          rollout.json};
}

}  // namespace cchnn
