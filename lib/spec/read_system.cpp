#include "spec/read_system.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <vector>

#include "core/errors.hpp"
#include "elements/moving_equations.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/formula/time_formula.hpp"
#include "elements/parts/reading/json_pointer.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "spec/builtin_system.hpp"
#include "spec/json/end_keys.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/lagrangian_form.hpp"
#include "spec/json/number_formulas.hpp"
#include "spec/json/repeats.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/meaning/meaning_check.hpp"
#include "spec/meaning/placement_meaning.hpp"
#include "spec/reading/read_graph.hpp"
#include "spec/reading/read_states.hpp"
#include "spec/reading/sound_parts.hpp"
#include "spec/varied_properties.hpp"

namespace cchnn {
namespace {

// The time as an input of a system whose Constraints or VelocityConstraints move: such a row does work, which `/work` counts, so
// that the system is driven. The file need not list the input `t`; the text that datasets store has it.

using Json = nlohmann::ordered_json;

// Adds the input to a document with written-out items, unless it has one of this name.
void add_time_of_constraints(Json& document) {
    const Json dimension = document.is_object() ? document.value("dimension", Json()) : Json();
    if (!dimension.is_number_integer() || dimension < 1 || dimension > 3) return;
    const Json items = document.value("constraints", Json());  // no item of what is no list moves
    const int axes = dimension.get<int>();
    if (std::ranges::none_of(items, [&](const Json& item) { return equation_moves(item, axes); })) return;
    Json& inputs = document["inputs"];
    if (inputs.is_null()) inputs = Json::array();
    const auto is_time = [](const Json& input) { return input.is_object() && input.value("id", Json()) == time_name; };
    if (inputs.is_array() && std::ranges::none_of(inputs, is_time))
        inputs.push_back({{"id", time_name}, {"unit", "s"}, {"formula", time_name}});
}

// Merges the problems that two passes have found into the order of the file.

using Json = nlohmann::ordered_json;
using Ranks = std::map<std::string, std::size_t>;  // of pointers

void rank(const Json& value, const std::string& pointer, Ranks& ranks) {
    ranks.emplace(pointer, ranks.size());
    if (!value.is_structured()) return;
    std::size_t i = 0;
    for (auto entry = value.begin(); entry != value.end(); ++entry, ++i)
        rank(*entry, value.is_object() ? child(pointer, entry.key()) : child(pointer, i), ranks);
}

// Both lists must follow the order of the document. Problems of `second` at a place that `first` mentions are
// left out.
std::vector<Problem> in_order_of(const Json& document, std::vector<Problem> first, std::vector<Problem> second) {
    if (first.empty() || second.empty()) return first.empty() ? std::move(second) : std::move(first);
    Ranks ranks;
    rank(document, "", ranks);
    const auto place = [&](const Problem& problem) {
        const auto found = ranks.find(problem.where.substr(problem.where.find('#') + 1));
        return found == ranks.end() ? ranks.size() : found->second;
    };
    std::set<std::string> reported;
    for (const Problem& problem : first) reported.insert(problem.where);
    std::vector<Problem> all;
    auto next = first.begin();
    for (Problem& problem : second) {
        if (reported.contains(problem.where)) continue;
        while (next != first.end() && place(*next) < place(problem)) all.push_back(std::move(*next++));
        all.push_back(std::move(problem));
    }
    for (; next != first.end(); ++next) all.push_back(std::move(*next));
    return all;
}

using Json = nlohmann::ordered_json;

Units read_units(const Json& document) {
    const Json units = optional_value(document, "units", Json::object());
    const Units si;
    return {optional_value(units, "length", si.length), optional_value(units, "mass", si.mass),
            optional_value(units, "time", si.time)};
}

SamplingSpec read_sampling(const Json& document) {
    const Json sampling = optional_value(document, "sampling", Json::object());
    return {optional_value(sampling, "dt", SamplingSpec{}.dt), optional_value(sampling, "steps", SamplingSpec{}.steps)};
}

// A text that is no formula is reported, and 0 takes its place.
SampledSignal read_samples(const std::string& text, const std::string& pointer, Findings& findings) {
    try {
        return {std::make_shared<const NumberFormula>(text)};
    } catch (const NumberFormulaError& error) {
        findings.add(child(pointer, "samples"), error.what());
    }
    return {std::make_shared<const NumberFormula>("0")};
}

// Reads a signal from a document that satisfies the schema.
Signal read_signal(const Json& input, const std::string& pointer, Findings& findings) {
    if (const auto formula = input.find("formula"); formula != input.end()) return FormulaSignal{*formula};
    if (const auto samples = input.find("samples"); samples != input.end())
        return read_samples(*samples, pointer, findings);
    if (const auto steps = input.find("steps"); steps != input.end())
        return SteppedSignal{read_distribution(steps->at("value")), optional_value(*steps, "every", 1)};
    const Json& wandering = input.at("ornstein_uhlenbeck");
    return WanderingSignal{optional_value(wandering, "mean", 0.0), wandering.at("std"), wandering.at("time")};
}
std::vector<InputSpec> read_inputs(const Json& document, Findings& findings) {
    std::vector<InputSpec> inputs;
    for (const Json& input : optional_value(document, "inputs", Json::array()))
        inputs.push_back({input.at("id"), optional_value(input, "unit", InputSpec{}.unit),
                          read_signal(input, child("/inputs", inputs.size()), findings),
                          optional_value(input, "hold", std::string("constant")) == "linear"});
    return inputs;
}

// Reads a document that satisfies the schema. The order matters: dimension and bodies are needed to read
// initial conditions.
SystemSpec read_document(const Json& document, Findings& findings) {
    SystemSpec spec;
    spec.source = findings.source;
    spec.name = document.at("name");
    spec.title = optional_value(document, "title", spec.name);
    spec.description = optional_value(document, "description", std::string());
    spec.reference = optional_value(document, "reference", std::string());
    spec.dimension = document.at("dimension");
    spec.units = read_units(document);
    read_graph(document, spec, findings);
    spec.inputs = read_inputs(document, findings);
    read_initial_conditions(document.at("initial_conditions"), spec, findings);
    spec.sampling = read_sampling(document);
    spec.conserved = optional_value(document, "conserved", std::vector<std::string>());
    return spec;
}

void append(std::vector<Problem>& problems, std::vector<Problem> more) {
    for (Problem& problem : more) problems.push_back(std::move(problem));
}
void refuse(std::vector<Problem> problems) {
    if (!problems.empty()) throw SpecError(std::move(problems));
}

// Reads the named draws of a document that satisfies the schema. Lists of values are allowed here, so they are not passed
// to check_distribution(), which rejects them.
std::vector<NamedDraw> read_draws(const Json& document, Findings& findings) {
    std::vector<NamedDraw> draws;
    if (!document.contains("draws")) return draws;
    for (const auto& [name, value] : document.at("draws").items()) {
        draws.push_back({name, read_distribution(value)});
        if (!value.contains("values")) check_distribution(child("/draws", name), draws.back().distribution, findings);
    }
    return draws;
}

// The last step, for a document that satisfies the schema. Adds all problems to `findings`. The text that
// datasets store is taken after meshes have become numbers and before drawn properties are replaced by their
// nominal values.
SystemSpec read_meaning(Json& document, const FileFinder& find_file, Findings& findings) {
    resolve_meshes(document, find_file, findings);
    const std::string text = document.dump(2);
    std::vector<NamedDraw> draws = read_draws(document, findings);
    std::vector<VariedProperty> varied = take_varied(document, draws, findings);
    SystemSpec spec = read_document(document, findings);
    spec.draws = std::move(draws);
    spec.varied = std::move(varied);
    spec.json = text;
    append(findings.problems, graph_problems(spec));
    append(findings.problems, input_problems(spec));
    append(findings.problems, state_problems(spec, document.at("initial_conditions").contains("state")));
    return spec;
}

// All steps of the header; `schema_check` is the third.
template <class SchemaCheck>
SystemSpec parse(const std::string& json_text, const std::string& source, const FileFinder& find_file,
                 const SchemaCheck& schema_check) {
    Json document = parse_json(json_text, source, bounds_of_systems);
    std::vector<Problem> written = refused_comments(document, source);
    const LagrangianForm lagrangian(document, source);
    const Repeats repeats(document, source);
    const EndKeys end_keys(document, source);
    const auto in_the_file = [&](std::vector<Problem> problems) {
        return lagrangian.in_the_file(repeats.in_the_file(end_keys.in_the_file(std::move(problems))));
    };
    append(written, lagrangian.problems());
    if (!lagrangian.problems().empty()) refuse(std::move(written));
    append(written, repeats.problems());
    add_time_of_constraints(document);
    std::vector<Problem> formulas = evaluate_formulas(document, source);
    std::vector<Problem> structure = in_order_of(document, std::move(formulas), schema_check(document));
    const Judge judge = [&](Json& sound) {
        Findings findings{source, true};
        read_meaning(sound, find_file, findings);
        return findings.problems;
    };
    if (repeats.problems().empty() && !(written.empty() && structure.empty()))
        append(structure, problems_of_sound_parts(document, structure, source, judge));
    append(written, in_the_file(std::move(structure)));
    refuse(std::move(written));
    Findings findings{source, true};
    SystemSpec spec = read_meaning(document, find_file, findings);
    refuse(in_the_file(std::move(findings.problems)));
    take_hinge_axes(spec);
    return spec;
}

}  // namespace

SystemSpec parse_system(const std::string& json_text, const std::string& source, const FileFinder& find_file) {
    return parse(json_text, source, find_file, [&](const Json& document) { return schema_problems(document, source); });
}

SystemSpec parse_builtin_system(const std::string& json_text, const std::string& source, const FileFinder& find_file) {
    return parse(json_text, source, find_file, [](const Json&) { return std::vector<Problem>(); });
}

}  // namespace cchnn
