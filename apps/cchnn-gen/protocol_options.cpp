#include "protocol_options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

#include "../option_heading.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "integrate/impacts/sampled_impacts.hpp"
#include "integrate/methods.hpp"

namespace cchnn {
namespace {

// "verner87: order 8 (7), the default; dopri5: ..."
std::string told_methods() {
    std::string text;
    for (const Method method : all_methods())
        text += (text.empty() ? "" : "; ") + std::string(name(method)) + ": " + facts(method).description;
    return text;
}

// "verner87|dopri5|..."
std::string listed_methods() {
    std::string text;
    for (const Method method : all_methods()) text += (text.empty() ? "" : "|") + std::string(name(method));
    return text;
}

// "rattle2: 100, rattle4: 50, ..."
std::string usual_substeps() {
    std::string text;
    for (const Method method : all_methods())
        if (fixed_step(method))
            text +=
                (text.empty() ? "" : ", ") + std::string(name(method)) + ": " + std::to_string(facts(method).substeps);
    return text;
}

Method method_called(const std::string& wanted) {
    std::vector<std::string> names;
    for (Method method : all_methods()) {
        if (wanted == name(method)) return method;
        names.push_back(name(method));
    }
    std::string all = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) all += (i + 1 == names.size() ? " or " : ", ") + names[i];
    throw UsageError("--integrator", "must be " + all + ", got '" + wanted + "'" + suggestion(wanted, names));
}

// Flags that a method does not have are an error and are not ignored.
void refuse_flags(const std::vector<std::pair<const char*, bool>>& given, const std::string& what) {
    std::vector<Problem> problems;
    for (const auto& [flag, is_given] : given)
        if (is_given) problems.push_back({flag, what});
    if (!problems.empty()) throw UsageError(std::move(problems));
}

bool projection_of(const ProtocolFlags& flags) {
    const std::string projection = flags.projection.value_or("on");
    if (projection != "on" && projection != "off")
        throw UsageError("--projection", "must be on or off, got '" + projection + "'");
    return projection == "on";
}

Protocol fixed_steps_of(Method method, const ProtocolFlags& flags) {
    refuse_flags({{"--protocol", flags.name != "default"},
                  {"--rtol", flags.rtol.has_value()},
                  {"--atol", flags.atol.has_value()},
                  {"--max-steps", flags.max_steps.has_value()},
                  {"--projection", flags.projection.has_value() && !projects(method)}},
                 std::string("does not apply to ") + name(method) + ", whose steps are set by --substeps or --step");
    if (flags.step && flags.substeps) throw UsageError("--step", "cannot be combined with --substeps");
    Protocol protocol = fixed_step_protocol(method);
    protocol.project = projection_of(flags);
    protocol.substeps = flags.substeps.value_or(protocol.substeps);
    protocol.step = flags.step;
    return protocol;
}

// Steps between two outputs after which overlaps are looked for.
Protocol sampled_impacts_of(const ProtocolFlags& flags) {
    refuse_flags({{"--integrator", flags.integrator.has_value()},
                  {"--rtol", flags.rtol.has_value()},
                  {"--atol", flags.atol.has_value()},
                  {"--max-steps", flags.max_steps.has_value()},
                  {"--projection", flags.projection.has_value()}},
                 "does not apply to --protocol sampled-impacts, whose times are set by --substeps or --step");
    if (flags.step && flags.substeps) throw UsageError("--step", "cannot be combined with --substeps");
    Protocol protocol = sampled_impacts_protocol(flags.substeps.value_or(1));
    if (protocol.substeps < 1)
        throw UsageError("--substeps", "must be 1 .. 10^9, got " + std::to_string(protocol.substeps));
    protocol.step = flags.step;
    return protocol;
}

}  // namespace

void add_protocol(CLI::App* command, ProtocolFlags& flags) {
    const OptionHeading heading(*command, integration_heading);
    command
        ->add_option("--protocol", flags.name,
                     "integration settings [default]; sampled-impacts, of rollout: impacts as in published data sets")
        ->type_name("default|paper|sampled-impacts");
    command->add_option("--rtol", flags.rtol, "relative tolerance of a step [default: 1e-13, paper: 1e-7]");
    command->add_option("--atol", flags.atol, "absolute tolerance of a step, m and m/s [default: 1e-13, paper: 1e-9]");
    command->add_option("--max-steps", flags.max_steps, "steps between two outputs before giving up [100000]");
    command->add_option("--projection", flags.projection, "project onto the constraints after each step [on]")
        ->type_name("on|off");
    command->add_option("--integrator", flags.integrator, told_methods() + " [the preset's]")
        ->type_name(listed_methods());
    command->add_option("--substeps", flags.substeps,
                        "for methods with fixed steps, and sampled-impacts: steps between two outputs [" +
                            usual_substeps() + ", sampled-impacts: 1]");
    command->add_option("--step", flags.step, "the length of such a step instead, s; must divide dt");
}

Protocol protocol_of(const ProtocolFlags& flags) {
    if (flags.name == "sampled-impacts") return sampled_impacts_of(flags);
    if (flags.name != "default" && flags.name != "paper")
        throw UsageError("--protocol", "must be default, paper or sampled-impacts, got '" + flags.name + "'");
    Protocol protocol = flags.name == "paper" ? paper_protocol() : default_protocol();
    const Protocol preset = protocol;
    if (flags.integrator) protocol.method = method_called(*flags.integrator);
    if (fixed_step(protocol.method)) return fixed_steps_of(protocol.method, flags);
    refuse_flags({{"--substeps", flags.substeps.has_value()}, {"--step", flags.step.has_value()}},
                 "is for --integrator " + fixed_step_names() + "; " + name(protocol.method) +
                     " chooses its steps by --rtol and --atol");
    protocol.rtol = flags.rtol.value_or(protocol.rtol);
    protocol.atol = flags.atol.value_or(protocol.atol);
    protocol.max_steps = flags.max_steps.value_or(protocol.max_steps);
    protocol.project = projection_of(flags);
    if (to_json(protocol) != to_json(preset)) protocol.name = "custom";
    return protocol;
}

void add_bounds(CLI::App* command, BoundFlags& flags, const std::string& usual) {
    const OptionHeading heading(*command, integration_heading);
    command
        ->add_option(
            "--bound", flags.bound,
            "estimated error_bound and valid_until of every trajectory, from further integrations [" + usual + "]")
        ->type_name("on|off");
    command
        ->add_option(
            "--refine", flags.refine,
            "trajectories beyond this estimated error are recomputed in double-double arithmetic, which is slow "
            "[1e-9; off for looser tolerances]")
        ->type_name("ERROR|off");
}

bool bounds_of(const BoundFlags& flags, const std::string& usual) {
    const bool refined = refine_level(flags).value_or(0) > 0;
    const std::string bound = !flags.bound.empty() ? flags.bound : refined ? "on" : usual;
    if (bound != "on" && bound != "off") throw UsageError("--bound", "must be on or off, got '" + bound + "'");
    return bound == "on";
}

std::optional<double> refine_level(const BoundFlags& flags) {
    const std::string& text = flags.refine;
    if (text.empty()) return std::nullopt;
    if (text == "off") return 0;
    double level = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), level);
    if (problem != std::errc() || end != text.data() + text.size() || !(level > 0))
        throw UsageError("--refine", "must be off or a bound between 0 and 1, got '" + text + "'");
    return level;
}

}  // namespace cchnn
