#include "choice_flags.hpp"

#include <tuple>

#include "../parse_arguments.hpp"

namespace cchnn {
namespace {

template <class Value>
void choose(const char* flag, const std::string& text, const std::vector<std::pair<std::string, Value>>& known,
            Value& value, std::vector<Problem>& problems) {
    if (text.empty()) return;
    std::string names;
    for (const auto& [name, choice] : known) {
        if (name == text) return void(value = choice);
        names += (names.empty() ? "" : " or ") + name;
    }
    problems.push_back({flag, "must be " + names + ", got '" + text + "'"});
}

}  // namespace

void add_choices(CLI::App* command, ChoiceFlags& flags) {
    command->add_option("--threads", flags.threads, "number of threads [all]; changes no digit");
    const OptionHeading heading(*command, "What a score is");
    command->add_option("--preset", flags.preset, "the choices below, where they are not given [paper]")
        ->type_name("paper|published");
    command->add_option("--floor", flags.floor, "added to Err before its logarithm [paper: 1e-16, published: 1e-8]");
    command->add_flag("--include-t0", flags.include_t0, "also score t = 0, the given state [published]");
    command->add_flag("--exclude-t0", flags.exclude_t0, "do not score t = 0 [paper]")->excludes("--include-t0");
    command
        ->add_option("--span", flags.span,
                     "divisor of a time integral: T, its length [paper]; Ndt, samples times dt [published]")
        ->type_name("T|Ndt");
    command
        ->add_option("--constraint", flags.constraint,
                     "rms [paper], or stacked: also |(Phi, dPhi/dt)| in mixed units [published]")
        ->type_name("rms|stacked");
    command
        ->add_option(
            "--norm", flags.norm,
            "divisor of Err: sum, |z'| + |z|, the default; vector, |z' + z|, as in training logs of the paper's code")
        ->type_name("sum|vector");
    command->add_option("--state", flags.state, "xv: z = (x, v), the default; xp: z = (x, M v)")->type_name("xv|xp");
    command->add_option(
        "--until", flags.until,
        "last step that counts, such as 50, or time, such as 1.5s, for example the length of training [all]");
    command->add_option(
        "--context", flags.context,
        "forecasts from so many given samples: what a submission says of them does not count, and steps "
        "and times count from the last of them [1]");
    command->add_flag("--sensitivities", flags.sensitivities,
                      "also score the derivatives of the motion that submissions state, against those of a test set "
                      "generated with --with sensitivities");
    command->add_flag("--found", flags.found,
                      "also score the constraints and invariants that submissions say they have found, in /found, "
                      "against those of the system");
    command
        ->add_option("--valid-at", flags.valid_at,
                     "also the valid prediction time until Err is above this; may be repeated")
        ->take_all()
        ->expected(1);
    command
        ->add_option("--nrmse-at", flags.nrmse_at,
                     "also the valid prediction time until NRMSE is above this, beside 0.4; may be repeated")
        ->take_all()
        ->expected(1);
    command->add_option("--bootstrap", flags.resamples,
                        "number of sign flips for p-values [10000]; 0: no p-values and no intervals");
    command->add_option("--bootstrap-seed", flags.seed,
                        "seed of the sign flips, and of draws for ranks and start errors [0]");
}

void add_standing_choices(CLI::App* command, ChoiceFlags& flags) {
    command->add_option("--error-floor", flags.error_floor,
                        "smaller errors of a sample count as this in ratios, ranks and p-values [1e-6]");
}

void add_member_choice(CLI::App* command, ChoiceFlags& flags) {
    command->add_option("--members", flags.members,
                        "members of every ensemble where ranks or limits go by crps or energy_score [50]");
}

void add_rank_choice(CLI::App* command, ChoiceFlags& flags) {
    command
        ->add_option(
            "--rank-by", flags.rank_by,
            "what ranks go by: relative_error, the default on one system; kinetic, the default over several, "
            "which does not depend on units and origin; start_error; nrmse; crps or energy_score of ensembles; "
            "sensitivity_error, of derivatives; structure_error, of what is found")
        ->type_name("METRIC");
}

std::vector<Problem> without_meaning_at(const ChoiceFlags& flags) {
    const std::string at = "has no meaning with --at: ";
    const std::string no_methods = at + "no two methods are compared, so nothing is resampled",
                      first = at + "the first state is estimated too, and always counts";
    const std::tuple<const char*, bool, std::string> rules[] = {
        {"--valid-at", !flags.valid_at.empty(),
         at + "only a forecast is valid up to a time; states are estimated one by one"},
        {"--nrmse-at", !flags.nrmse_at.empty(),
         at + "only a forecast is valid up to a time; states are estimated one by one"},
        {"--context", flags.context.has_value(), at + "states are estimated, and none is given"},
        {"--include-t0", flags.include_t0, first},
        {"--exclude-t0", flags.exclude_t0, first},
        {"--span", !flags.span.empty(), at + "errors are of single samples, not over a span of time"},
        {"--constraint", !flags.constraint.empty(), at + "no error of constraints is among its metrics"},
        {"--rank-by", !flags.rank_by.empty(), at + "estimated states are not ranked"},
        {"--sensitivities", flags.sensitivities, at + "derivatives are those of a forecast"},
        {"--found", flags.found, at + "what is found is scored with forecasts"},
        {"--members", flags.members.has_value(), at + "no ensemble of states is scored"},
        {"--bootstrap", flags.resamples.value_or(0) > 0, no_methods + "; 0 leaves intervals out"},
        {"--bootstrap-seed", flags.seed.has_value(), no_methods}};
    std::vector<Problem> problems;
    for (const auto& [flag, given, why] : rules)
        if (given) problems.push_back({flag, why});
    return problems;
}

ScoringOptions scoring_of(const ChoiceFlags& flags, std::vector<Problem> problems) {
    ScoringOptions options;
    MetricChoices& choices = options.choices = preset_choices(flags.preset);
    if (flags.floor) choices.floor = *flags.floor;
    if (flags.members) choices.members = *flags.members;
    if (flags.error_floor) choices.error_floor = *flags.error_floor;
    if (flags.resamples) choices.resamples = *flags.resamples;
    if (flags.seed) choices.bootstrap_seed = *flags.seed;
    if (flags.context) choices.context = *flags.context;
    choices.valid_at = flags.valid_at;
    choices.sensitivities = flags.sensitivities;
    choices.found = flags.found;
    choices.nrmse_at = flags.nrmse_at;
    if (!flags.until.empty()) read_until(flags.until, choices, problems);
    choices.include_t0 = (choices.include_t0 || flags.include_t0) && !flags.exclude_t0;
    for (const Problem& problem : choices.check()) problems.push_back(problem);
    choose("--norm", flags.norm, {{"sum", NormChoice::sum}, {"vector", NormChoice::vector}}, choices.norm, problems);
    choose("--state", flags.state, {{"xv", StateChoice::xv}, {"xp", StateChoice::xp}}, choices.state, problems);
    choose("--span", flags.span, {{"T", SpanChoice::exact}, {"Ndt", SpanChoice::samples_dt}}, choices.span, problems);
    choose("--constraint", flags.constraint, {{"rms", ConstraintChoice::rms}, {"stacked", ConstraintChoice::stacked}},
           choices.constraint, problems);
    std::vector<std::pair<std::string, RankChoice>> ranks;
    for (const RankChoice one : rank_choices) ranks.push_back({name(one), one});
    choose("--rank-by", flags.rank_by, ranks, choices.rank_by, problems);
    options.rank_given = !flags.rank_by.empty();
    options.threads = flags.threads;
    if (flags.threads < 1 || flags.threads > 1024)
        problems.push_back({"--threads", "must be 1 .. 1024, got " + std::to_string(flags.threads)});
    if (!problems.empty()) throw UsageError(problems);
    return options;
}

}  // namespace cchnn
