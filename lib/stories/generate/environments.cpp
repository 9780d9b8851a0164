#include "stories/generate/environments.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/read_file.hpp"
#include "core/stop.hpp"
#include "dataset/documents/lock_file.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "files/atomic_file.hpp"
#include "model/compiled_system.hpp"
#include "sample/draw_hidden.hpp"
#include "sample/draw_varied.hpp"
#include "sample/shared_draws.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"
#include "spec/varied_values.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string with_zeros(std::uint64_t number) {
    const std::string digits = std::to_string(number), zeros = "0000";
    return (digits.size() < zeros.size() ? zeros.substr(digits.size()) : "") + digits;
}

// The draws on which properties depend, in the order of the file. They are the same within an environment, in initial
// states too; other draws differ from trajectory to trajectory.
std::vector<std::string> draws_of_properties(const SystemSpec& spec) {
    std::set<std::string> needed;
    const auto need = [&](const Distribution& distribution) {
        if (const NumberFormula* formula = formula_of(distribution))
            needed.insert(formula->names().begin(), formula->names().end());
    };
    for (const VariedProperty& property : spec.varied) need(property.distribution);
    for (auto draw = spec.draws.rbegin(); draw != spec.draws.rend(); ++draw)
        if (needed.contains(draw->name)) need(draw->distribution);
    std::vector<std::string> names;
    for (const NamedDraw& draw : spec.draws)
        if (needed.contains(draw.name)) names.push_back(draw.name);
    return names;
}

// Apart from those that have a value already.
void add_properties(const SystemSpec& spec, EnvironmentFamily& family) {
    std::set<std::string> known;
    for (const EnvironmentFamily::Value& value : family.values) known.insert(value.pointer);
    for (const VariedProperty& property : spec.varied)
        if (!known.contains(property.pointer))
            family.values.push_back({property.name, property.pointer, property.unit});
}

std::string as_json(double value) { return Json(value).dump(); }

EnvironmentFamily family_of(const SystemSpec& spec) {
    if (spec.varied.empty())
        throw UsageError("SYSTEM", spec.name +
                                       " draws no mass, length or other property, so all its environments would be the "
                                       "same; write a distribution there (schemas/system/families.md)");
    EnvironmentFamily family{spec.name, spec.json, spec.source, {}, {}};
    const std::vector<std::string> shared = draws_of_properties(spec);
    for (const std::string& name : shared) family.values.push_back({name, "/draws/" + name, ""});
    add_properties(spec, family);
    family.draw = [spec, shared](std::uint64_t seed, std::uint64_t number) {
        SampleKey key{seed, Split::train, number, 0};
        const std::vector<double> properties = draw_varied(spec, key);  // counts the attempts of the key
        const NamedNumbers named = shared_draws(spec, key);
        std::vector<std::string> values;
        for (const std::string& name : shared) values.push_back(as_json(named.at(name)));
        for (const double value : properties) values.push_back(as_json(value));
        return values;
    };
    return family;
}

// Numbers of formulas, which follow from the hidden values in a member that has these.
void add_computed(const SystemSpec& member, const EnvironmentFamily& family, std::vector<std::string>& values) {
    if (const VariedProperty* property = drawn_property(member))
        throw SpecError(member.source, "draws " + property->name + " for each trajectory");
    SampleKey key{0, Split::train, 0, 0};
    const std::vector<double> numbers = draw_varied(member, key);
    std::map<std::string, std::string> computed;
    for (std::size_t i = 0; i < numbers.size(); ++i) computed[member.varied[i].pointer] = as_json(numbers[i]);
    const std::size_t hidden = values.size();
    values.resize(family.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto found = computed.find(family.values[i].pointer);
        if (found != computed.end()) values[i] = found->second;
        else if (i >= hidden) throw SpecError(member.source, "has no " + family.values[i].name);
    }
}

// Values that make no valid system are drawn again, all together, as in a sealed round.
EnvironmentFamily family_of(const ChallengePrior& prior) {
    constexpr std::uint32_t environment_stream = 0x900, most_attempts = 100;
    EnvironmentFamily family{prior.name, prior.system_json, prior.name, {}, {}};
    for (const HiddenValue& value : prior.hidden) family.values.push_back({value.pointer, value.pointer, ""});
    const EnvironmentFamily plain = family;
    add_properties(parse_system(prior.system_json, prior.name), family);
    const EnvironmentFamily all = family;
    family.draw = [prior, plain, all](std::uint64_t seed, std::uint64_t number) {
        for (std::uint32_t attempt = 0; attempt < most_attempts; ++attempt) {
            RandomStream random(seed, environment_stream | attempt << 16, static_cast<std::uint32_t>(number),
                                static_cast<std::uint32_t>(number >> 32));
            std::vector<std::string> values;
            for (const HiddenValue& value : prior.hidden) values.push_back(draw_hidden(value, random));
            try {
                const CompiledSystem valid(parse_system(plain.member(prior.name, values), prior.name));
                add_computed(valid.spec, all, values);
                return values;
            } catch (const SpecError&) {
            }
        }
        throw NumericalError(prior.name, "gives no valid system in " + std::to_string(most_attempts) +
                                             " draws for environment " + std::to_string(number) +
                                             "; narrow its distributions");
    };
    return family;
}

// The entry of one environment in the lock, and in what the command prints, where values have names.
Json environment_json(const Environment& one, const Json& values) {
    return {{"directory", one.side + "/" + one.name},
            {"seed", one.seed},
            {"values", values},
            {"train", one.train_digest},
            {"test", one.test_digest}};
}

// Makes the dataset of each environment by generate(), in order, and the lock that lists their values. A dataset that
// is finished already is kept, which makes an interrupted run resumable without a record of its own.
class EnvironmentMaker {
  public:
    EnvironmentMaker(const EnvironmentFamily& family, const EnvironmentsOptions& options)
        : family_(family), options_(options) {}

    EnvironmentsReport run() {
        const std::uint64_t all = options_.environments + options_.adaptations;
        refuse_others(all);
        for (std::uint64_t e = 0; e < all; ++e) make(e);
        Json lock = document_head("cchnn environments", 1);
        lock["family"] = Json::parse(family_.json);
        lock["seed"] = options_.seed;
        lock["parameters"] = json_list(family_.values, [](const EnvironmentFamily::Value& value) {
            Json json{{"name", value.name}, {"pointer", value.pointer}};
            if (!value.unit.empty()) json["unit"] = value.unit;
            return json;
        });
        lock["environments"] = json_list(report_.environments, [](const Environment& one) {
            return environment_json(one,
                                    json_list(one.values, [](const std::string& value) { return Json::parse(value); }));
        });
        write_file_atomically(options_.directory / "environments.json", json_document(lock), true);
        return std::move(report_);
    }

  private:
    const char* side_of(std::uint64_t number) const { return number < options_.environments ? "train" : "adapt"; }
    std::string name_of(std::uint64_t number) const { return family_.name + "_" + with_zeros(number); }

    // Throws if a directory remains from a run with another number of environments: it could be mistaken for one of
    // this run, such as one to train on for one to adapt to.
    void refuse_others(std::uint64_t all) const {
        std::set<std::string> own;
        for (std::uint64_t e = 0; e < all; ++e) own.insert(std::string(side_of(e)) + "/" + name_of(e));
        std::error_code none;
        for (const char* side : {"train", "adapt"})
            for (const fs::directory_entry& entry : fs::directory_iterator(options_.directory / side, none)) {
                const std::string name = entry.path().filename();
                if (!name.starts_with('.') && !own.contains(side + ("/" + name)))
                    throw IoError((options_.directory / side).string(),
                                  "holds '" + name +
                                      "', which this command does not make; choose another directory "
                                      "to write to, or move it away");
            }
    }

    void make(std::uint64_t number) {
        throw_if_stopped();
        const bool adapts = number >= options_.environments;
        Environment one;
        one.side = side_of(number);
        one.name = name_of(number);
        one.seed = options_.seed + 1 + number;
        one.values = family_.draw(options_.seed, number);
        GenerateOptions generating;
        generating.directory = options_.directory / one.side;
        generating.count = {adapts ? options_.few : options_.trajectories, 0, options_.test};
        generating.seed = one.seed;
        generating.dt = options_.dt;
        generating.samples = options_.samples;
        generating.threads = options_.threads;
        generating.overwrite = options_.overwrite;
        generating.resume = !options_.overwrite;
        generating.go_on = GoOn::unasked;
        generating.progress = [this](std::uint64_t done, std::uint64_t) {
            if (options_.progress) options_.progress(before_ + done, total());
        };
        make_directories(generating.directory);
        const GenerateReport made =
            generate(parse_system(family_.member(one.name, one.values), family_.source), generating);
        if (!made.finished_before) ++report_.made;
        before_ += *generating.count[0] + options_.test;
        const LockFile lock = read_lock_file(made.directory / "manifest.json");
        for (const SplitContent& split : lock.splits)
            (split.split == "train" ? one.train_digest : one.test_digest) = split.truth_digest;
        report_.environments.push_back(std::move(one));
    }

    std::uint64_t total() const {
        return options_.environments * (options_.trajectories + options_.test) +
               options_.adaptations * (options_.few + options_.test);
    }

    const EnvironmentFamily& family_;
    const EnvironmentsOptions& options_;
    EnvironmentsReport report_;
    std::uint64_t before_ = 0;  // trajectories of finished environments
};

}  // namespace

std::vector<Problem> EnvironmentsOptions::check() const {
    std::vector<Problem> problems;
    const auto require = [&](bool holds, const char* where, const std::string& what) {
        if (!holds) problems.push_back({option(where), what});
    };
    const auto count = [&](const char* where, std::uint64_t number, std::uint64_t least, std::uint64_t most) {
        require(number >= least && number <= most, where,
                "must be " + std::to_string(least) + " .. " + std::to_string(most) + ", got " + std::to_string(number));
    };
    require(!directory.empty(), "output", "name a directory");
    count("environments", environments, 1, 10000);
    count("adapt", adaptations, 0, 10000);
    count("trajectories", trajectories, 1, 1'000'000);
    count("few", few, 1, 1'000'000);
    count("test", test, 1, 1'000'000);
    require(threads >= 1 && threads <= 1024, "threads", "must be 1 .. 1024, got " + std::to_string(threads));
    return problems;
}

std::string EnvironmentFamily::member(const std::string& own_name, const std::vector<std::string>& own) const {
    Json system = Json::parse(json);
    system["name"] = own_name;
    for (std::size_t i = 0; i < own.size(); ++i) system[Json::json_pointer(values[i].pointer)] = Json::parse(own[i]);
    return system.dump(2);
}

EnvironmentFamily environment_family(const std::string& name) {
    const bool is_path = name.find('/') != std::string::npos || name.ends_with(".json");
    if (is_path) {
        const std::string text = read_named_file(name, "a system or a prior, a JSON file");
        if (has_format(text, "cchnn prior")) return family_of(parse_prior(text, name));
    }
    return family_of(load_system(name));
}

EnvironmentsReport make_environments(const EnvironmentFamily& family, const EnvironmentsOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    try {
        return EnvironmentMaker(family, options).run();
    } catch (Stopped& stopped) {
        stopped.set_resume_hint("finished environments are kept; rerun the same command to resume");
        throw;
    }
}

std::vector<std::string> environments_json(const EnvironmentFamily& family, const EnvironmentsReport& report) {
    std::vector<std::string> items;
    for (const Environment& one : report.environments) {
        Json values = Json::object();
        for (std::size_t i = 0; i < one.values.size(); ++i) values[family.values[i].name] = Json::parse(one.values[i]);
        items.push_back(environment_json(one, values).dump());
    }
    return items;
}

}  // namespace cchnn
