#include "options.hpp"

#include <thread>

#include "../parse_arguments.hpp"
#include "core/version.hpp"

namespace cchnn {
namespace {

constexpr const char* program_footer = R"(
SYSTEM is a built-in name (cchnn-gen list) or a path to a JSON file (schemas/system.md).

Examples:
  cchnn-gen list                                   built-in systems
  cchnn-gen show chain_pendulum_3                  bodies, constraints, mass matrix, what is conserved
  cchnn-gen check my_system.json                   every problem of a file
  cchnn-gen generate chain_pendulum_3 -o data      data/chain_pendulum_3/{train,valid,test}.h5
  cchnn-gen rollout chain_pendulum_3 --from data/chain_pendulum_3/test.h5 --epsilon 1e-5 -o perturbed.h5
  cchnn-gen audit data/chain_pendulum_3            error bounds against the motion in quad precision

Exit codes: 0 fine, 1 an audit failed, 2 usage, 3 invalid input file, 4 input/output, 5 numerical failure.)";

constexpr const char* generate_footer = R"(
Defaults are the paper's: 800 train, 100 valid and 100 test trajectories of 100 samples. The same system, protocol and
seed give the same bytes on any number of threads; the first 100 of --train 800 are those of --train 100.
Protocols: default, Verner 8(7) at rtol and atol 1e-13; paper, Dormand-Prince 5(4) at rtol 1e-7, atol 1e-9.
Examples:
  cchnn-gen generate chain_pendulum_3 -o data
  cchnn-gen generate chain_pendulum_2 my_system.json -o data --train 10000 --valid 0 --seed 7
  cchnn-gen generate all -o data --protocol paper)";

constexpr const char* rollout_footer = R"(
Integrates the true system from the initial states of a test set, or from your own, and writes a submission file that
cchnn-eval can score: what a perfect model, or one that is off by epsilon at t = 0, would hand in.
Examples:
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --epsilon 1e-5 -o perturbed.h5
  cchnn-gen rollout chain_pendulum_3 --from test.h5 --rtol 1e-4 --atol 1e-6 --protocol paper -o loose.h5
  cchnn-gen rollout my_system.json --states states.npz --dt 0.01 --steps 500 -o mine.h5)";

constexpr const char* audit_footer = R"(
Integrates stored trajectories again from their initial states, with 34 digits, and says how far the stored ones are off and
how often that is within their error_bound. Exit code 1 when less than 99.9 % of the samples of a system are. A trajectory
takes from tenths of a second to a few seconds.
Examples:
  cchnn-gen audit data/chain_pendulum_3
  cchnn-gen audit data --sample 100 --split test --json audit.json)";

constexpr const char* list_footer = R"(
Examples:
  cchnn-gen list)";

constexpr const char* show_footer = R"(
Examples:
  cchnn-gen show chain_pendulum_3
  cchnn-gen show ./my_system.json
  cchnn-gen show chain_pendulum_3 --json > my_system.json)";

constexpr const char* check_footer = R"(
Structure, references, constraints that can be met together, states that can be drawn; exit code 3 when a file is not valid.
Examples:
  cchnn-gen check my_system.json other.json)";

struct ProtocolFlags {
    std::string name = "default", projection = "on";
    std::optional<double> rtol, atol;
    std::optional<long> max_steps;
};

void add_protocol(CLI::App* command, ProtocolFlags& flags) {
    command->add_option("--protocol", flags.name, "default or paper")->capture_default_str();
    command->add_option("--rtol", flags.rtol, "relative tolerance of a step [default: 1e-13, paper: 1e-7]");
    command->add_option("--atol", flags.atol, "absolute tolerance of a step, m and m/s [default: 1e-13, paper: 1e-9]");
    command->add_option("--max-steps", flags.max_steps, "steps between two outputs before giving up [100000]");
    command->add_option("--projection", flags.projection, "on or off: back onto the constraints after each step")
        ->capture_default_str();
}

Protocol protocol_of(const ProtocolFlags& flags) {
    if (flags.name != "default" && flags.name != "paper")
        throw UsageError("--protocol", "must be default or paper, got '" + flags.name + "'");
    if (flags.projection != "on" && flags.projection != "off")
        throw UsageError("--projection", "must be on or off, got '" + flags.projection + "'");
    Protocol protocol = flags.name == "paper" ? paper_protocol() : default_protocol();
    const Protocol preset = protocol;
    protocol.rtol = flags.rtol.value_or(protocol.rtol);
    protocol.atol = flags.atol.value_or(protocol.atol);
    protocol.max_steps = flags.max_steps.value_or(protocol.max_steps);
    protocol.project = flags.projection == "on";
    if (to_json(protocol) != to_json(preset)) protocol.name = "custom";
    return protocol;
}

// CLI11 reads -5 as 2^64 - 5.
const auto whole = [](const std::string& text) {
    return text.starts_with('-') ? "must be a whole number >= 0, got " + text : std::string();
};

void add_counts(CLI::App* command, GenerateOptions& o) {
    command->add_option("--train", o.count[0], "training trajectories; 0 leaves the file out [800]")->check(whole);
    command->add_option("--valid", o.count[1], "validation trajectories [100]")->check(whole);
    command->add_option("--test", o.count[2], "test trajectories [100]")->check(whole);
    command->add_option("--steps", o.samples, "samples of each trajectory, at t = k dt, k = 0, 1, ... [the system's]");
    command->add_option("--dt", o.dt, "time between samples, s [the system's]");
    command->add_option("--chunk", o.chunk_length, "samples of a training chunk")->capture_default_str();
}

CLI::App* add_generate(CLI::App& app, GenerateCommand& c, ProtocolFlags& flags, std::string& on_failure,
                       std::string& bound) {
    CLI::App* command = app.add_subcommand("generate", "write train, valid and test sets of one or more systems");
    command->add_option("SYSTEM", c.systems, "built-in names, paths to JSON files, or all")->required();
    command->add_option("-o,--output", c.options.directory, "directory; files go to DIR/<system>/")->required();
    add_counts(command, c.options);
    command->add_option("--seed", c.options.seed, "of everything random")->check(whole)->capture_default_str();
    add_protocol(command, flags);
    command->add_option("--bound", bound, "on or off: error_bound and valid_until of every trajectory, by a second integration")
        ->capture_default_str();
    command->add_option("--on-failure", on_failure, "resample or fail: when a trajectory cannot be integrated")
        ->capture_default_str();
    command->add_option("--threads", c.options.threads, "number of threads [all]; changes no bit");
    command->add_flag("--force", c.options.overwrite, "replace an existing dataset");
    command->footer(generate_footer);
    return command;
}

CLI::App* add_rollout(CLI::App& app, RolloutCommand& c, ProtocolFlags& flags) {
    CLI::App* command = app.add_subcommand("rollout", "integrate the true system and write a submission file");
    command->add_option("SYSTEM", c.system, "built-in name or path to a JSON file")->required();
    command->add_option("-o,--output", c.options.output, "submission to write (HDF5)")->required();
    auto* from = command->add_option("--from", c.options.test_set, "start from the initial states of this test set");
    auto* states = command->add_option("--states", c.options.states,
                                       "start from arrays x, v of shape (N, n, d) in an .npz or HDF5 file");
    from->excludes(states);
    command->add_option("--epsilon", c.options.epsilon, "perturb each start by this much in (x, v), then project")
        ->capture_default_str();
    command->add_option("--seed", c.options.seed, "of the perturbation")->check(whole)->capture_default_str();
    command->add_option("--steps", c.options.samples, "samples [those of the test set, or the system's]");
    command->add_option("--dt", c.options.dt, "time between samples, s [that of the test set, or the system's]");
    command->add_option("--model", c.options.model, "name stored as the model's [says how it was made]");
    add_protocol(command, flags);
    command->add_option("--threads", c.options.threads, "number of threads [all]; changes no bit");
    command->add_flag("--force", c.options.overwrite, "replace an existing file");
    command->footer(rollout_footer);
    return command;
}

CLI::App* add_audit(CLI::App& app, AuditCommand& c, std::string& split) {
    CLI::App* command = app.add_subcommand("audit", "compare a dataset with the motion in quad precision");
    command->add_option("DIR", c.directories, "directories of datasets, or directories of such directories")->required();
    command->add_option("--sample", c.options.sample, "trajectories of each system, drawn at random")
        ->check(whole)->capture_default_str();
    command->add_option("--split", split, "train, valid or test [all of them]");
    command->add_option("--seed", c.options.seed, "of the drawing")->check(whole)->capture_default_str();
    command->add_option("--json", c.json, "write the report as JSON to this file; - for standard output");
    command->add_option("--threads", c.options.threads, "number of threads [all]; changes no number");
    command->footer(audit_footer);
    return command;
}

std::optional<Split> split_of(const std::string& text) {
    if (text.empty()) return std::nullopt;
    for (Split split : {Split::train, Split::valid, Split::test})
        if (text == name(split)) return split;
    throw UsageError("--split", "must be train, valid or test, got '" + text + "'");
}

}  // namespace

std::optional<GenCommand> parse_command_line(int argc, const char* const* argv) {
    CLI::App app("Compiles graphs of mechanical systems into ground-truth trajectories.", "cchnn-gen");
    app.set_version_flag("--version", std::string("cchnn-gen ") + tool_version);
    app.require_subcommand(1);
    app.footer(program_footer);

    CLI::App* list = app.add_subcommand("list", "built-in systems, a line each");
    list->footer(list_footer);
    ShowOptions show_options;
    CLI::App* show = app.add_subcommand("show", "what a system compiles into");
    show->add_option("SYSTEM", show_options.system, "built-in name or path to a JSON file")->required();
    show->add_flag("--json", show_options.json, "print the system's JSON instead, to start your own from");
    show->footer(show_footer);
    CheckOptions check_options;
    CLI::App* check = app.add_subcommand("check", "is a system file valid? prints every problem");
    check->add_option("FILE", check_options.files, "JSON files")->required();
    check->footer(check_footer);

    const int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    ProtocolFlags flags;
    GenerateCommand generate_command;
    generate_command.options.threads = threads;
    std::string on_failure = "resample", bound = "on";
    AuditCommand audit_command;
    audit_command.options.threads = threads;
    std::string split;
    const CLI::App* audit = add_audit(app, audit_command, split);
    const CLI::App* generate = add_generate(app, generate_command, flags, on_failure, bound);
    RolloutCommand rollout_command;
    rollout_command.options.threads = threads;
    add_rollout(app, rollout_command, flags);

    if (!parse_arguments(app, argc, argv)) return std::nullopt;
    if (list->parsed()) return ListOptions{};
    if (show->parsed()) return show_options;
    if (check->parsed()) return check_options;
    if (audit->parsed()) {
        audit_command.options.split = split_of(split);
        return audit_command;
    }
    if (generate->parsed()) {
        if (on_failure != "resample" && on_failure != "fail")
            throw UsageError("--on-failure", "must be resample or fail, got '" + on_failure + "'");
        if (bound != "on" && bound != "off") throw UsageError("--bound", "must be on or off, got '" + bound + "'");
        generate_command.options.bound = bound == "on";
        generate_command.options.on_failure = on_failure == "fail" ? OnFailure::fail : OnFailure::resample;
        generate_command.options.protocol = protocol_of(flags);
        return generate_command;
    }
    rollout_command.options.protocol = protocol_of(flags);
    return rollout_command;
}

}  // namespace cchnn
