#include "spec/suite_spec.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "core/embedded_files.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "spec/builtin_system.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/read_system.hpp"
#include "spec/system_family.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const std::string suite_folder = "systems/suites/";

SystemFamily family_of(const std::string& name, int size) {
    if (name == "chain") return ChainFamily{.count = size};
    if (name == "coupled") return CoupledFamily{.count = size};
    if (name == "beam-chain") return BeamChainFamily{.count = size};
    return RingFamily{.count = size};
}

// Reads a document that satisfies the schema, and collects problems of names, sizes and systems.
class SuiteReader {
  public:
    SuiteReader(const Json& json, std::string source) : json_(json), source_(std::move(source)) {}

    SuiteSpec read() {
        SuiteSpec suite;
        suite.name = json_.at("name");
        suite.title = json_.at("title");
        suite.description = json_.value("description", "");
        suite.rank_by = json_.value("rank_by", suite.rank_by);
        suite.members = json_.value("members", suite.members);
        suite.seed = count("/seed", json_.value("seed", Json(0u)));
        suite.train = count("/train", json_.value("train", Json(800u)));
        suite.valid = count("/valid", json_.value("valid", Json(100u)));
        suite.test = count("/test", json_.value("test", Json(100u)));
        if (suite.train == 0 || suite.test == 0) add("", "needs training and test trajectories");
        const Json& tasks = json_.at("tasks");
        for (std::size_t i = 0; i < tasks.size(); ++i) add_task(suite, tasks[i], "/tasks/" + std::to_string(i));
        if (!problems_.empty()) throw SpecError(std::move(problems_));
        return suite;
    }

  private:
    void add(const std::string& pointer, const std::string& what) {
        problems_.push_back({source_ + "#" + pointer, what});
    }

    // Counts are bounded to keep sums of them in range; the seed may be any number of 64 bits. A problem
    // returns 1, with which reading continues.
    std::uint64_t count(const std::string& pointer, const Json& json) {
        constexpr std::uint64_t most = 1'000'000'000;
        if (json.is_number_unsigned() && (pointer == "/seed" || json.get<std::uint64_t>() <= most)) return json;
        add(pointer, "must be a whole number from 0 to 10^9, got " + json.dump());
        return 1;
    }

    // The first split of every task has the system of training itself. Others change it, or have a system of
    // their own.
    void add_task(SuiteSpec& suite, const Json& json, const std::string& pointer) {
        SuiteTask task;
        task.name = json.at("name");
        if (!tasks_.insert(task.name).second) add(pointer + "/name", "is the name of another task: " + task.name);
        const std::optional<std::string> base = system_of(json, pointer);
        std::set<std::string> names{in_distribution};
        Json in{{"name", in_distribution}};
        if (json.contains("steps")) in["steps"] = json.at("steps");
        add_split(task, base, in, pointer, "");
        const Json& splits = json.value("splits", Json::array());
        for (std::size_t i = 0; i < splits.size(); ++i) {
            const std::string split_pointer = pointer + "/splits/" + std::to_string(i);
            const std::string name = splits[i].at("name");
            if (!names.insert(name).second) add(split_pointer + "/name", "is the name of another split: " + name);
            const bool own = splits[i].contains("system") || splits[i].contains("family");
            Json split = splits[i];
            if (json.contains("steps") && !split.contains("steps")) split["steps"] = json.at("steps");
            add_split(task, own ? system_of(splits[i], split_pointer) : base, split, split_pointer, name);
        }
        read_context(json, pointer, task);
        read_sizes(suite, json, pointer, task);
        suite.tasks.push_back(std::move(task));
    }

    // The context is what a model is shown of each test motion, so at least one sample must be left to predict.
    // With noise it gets a directory, whose name no split may have.
    void read_context(const Json& json, const std::string& pointer, SuiteTask& task) {
        task.context = json.value("context", 1);
        if (json.contains("context_noise")) task.context_noise = json.at("context_noise").get<double>();
        for (const SuiteSplit& split : task.splits) {
            const int samples = split.steps.value_or(split.own_steps);
            if (samples > 0 && task.context >= samples)  // 0: not a valid system, which is a problem of its own
                add(pointer + "/context", "must leave a sample to predict: split " + split.name + " has " +
                                              std::to_string(samples) + " samples, got " +
                                              std::to_string(task.context));
            for (const SuiteSplit& other : task.splits)
                if (task.context_noise && other.name == context_directory(split.name))
                    add(pointer + "/splits",
                        other.name + " is the directory of the context of " + split.name + "; choose another name");
        }
    }

    // Training sizes and noise levels become directories too (size_N, noise_S) beside those of the splits, so
    // none may have their names.
    void read_sizes(const SuiteSpec& suite, const Json& json, const std::string& pointer, SuiteTask& task) {
        for (const Json& size : json.value("training_sizes", Json::array()))
            task.training_sizes.push_back(count(pointer + "/training_sizes", size));
        for (const Json& level : json.value("noise", Json::array())) task.noise.push_back(level);
        const auto increases = [](const auto& all) {
            return std::ranges::adjacent_find(all, std::greater_equal<>()) == all.end();
        };
        if (!increases(task.training_sizes) || (!task.training_sizes.empty() && task.training_sizes.front() == 0) ||
            (!task.training_sizes.empty() && task.training_sizes.back() >= suite.train))
            add(pointer + "/training_sizes", "must increase from 1 and be below train, " + std::to_string(suite.train));
        if (!increases(task.noise)) add(pointer + "/noise", "must increase");
        const Json& splits = json.value("splits", Json::array());
        for (std::size_t i = 0; i < splits.size(); ++i) {
            const std::string name = splits[i].at("name"),
                              name_pointer = pointer + "/splits/" + std::to_string(i) + "/name";
            const auto taken = [&](const std::string& directory, const std::string& by) {
                if (name == directory) add(name_pointer, "is the directory of the " + by + "; choose another name");
            };
            for (const std::uint64_t size : task.training_sizes)
                taken("size_" + std::to_string(size), "training size " + std::to_string(size));
            for (const double level : task.noise)
                taken("noise_" + number_text(level), "noise level " + number_text(level));
        }
    }

    // The text of a system given by a built-in name, as an object, or as a member of a family; nothing if it
    // has a problem.
    std::optional<std::string> system_of(const Json& json, const std::string& pointer) {
        try {
            if (json.contains("family")) {
                const int size = json.at("size");
                return system_text(family_of(json.at("family"), size), {});
            }
            const Json& system = json.at("system");
            return system.is_object() ? system.dump(2) : builtin_system(system, pointer).json;
        } catch (const Error& error) {
            for (const Problem& problem : error.problems()) add(pointer + "/system", problem.what);
            return std::nullopt;
        }
    }

    // Each system is parsed here, so that a suite is rejected before anything is made, and to know how many
    // samples it has.
    void add_split(SuiteTask& task, const std::optional<std::string>& base, const Json& json,
                   const std::string& pointer, const std::string& name) {
        SuiteSplit split{json.at("name"), json.value("why", ""), "", {}, 0};
        if (json.contains("steps")) split.steps = json.at("steps").get<int>();
        if (!base) return;
        split.system_json = json.contains("change") ? changed(*base, task.name + "_" + name, json, pointer) : *base;
        try {
            split.own_steps = parse_system(split.system_json, source_ + "#" + pointer).sampling.steps;
        } catch (const Error& error) {
            for (const Problem& problem : error.problems()) problems_.push_back(problem);
        }
        task.splits.push_back(std::move(split));
    }

    // The system of a split: that of the task with some values replaced, under a name of its own.
    std::string changed(const std::string& base, const std::string& name, const Json& json,
                        const std::string& pointer) {
        Json system = parse_json(base, source_, bounds_of_systems);
        system["name"] = name;
        for (const auto& [target, value] : json.at("change").items())
            change(system, target, value, pointer + "/change");
        return system.dump(2);
    }

    // Replaces the value at a pointer. The pointer must exist, because a misspelt one would change nothing.
    void change(Json& system, const std::string& target, const Json& value, const std::string& pointer) {
        try {
            const Json::json_pointer place(target);
            if (system.contains(place) && !target.empty()) system[place] = value;
            else add(pointer, "the system has nothing at " + target);
        } catch (const nlohmann::json::exception&) {
            add(pointer, "'" + target + "' is not a JSON pointer, such as /bodies/1/mass");
        }
    }

    const Json& json_;
    std::string source_;
    std::set<std::string> tasks_;
    std::vector<Problem> problems_;
};

bool is_suite_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".json"); }

}  // namespace

std::string context_directory(const std::string& split) { return "context_" + split; }

std::vector<std::string> builtin_suite_names() {
    std::vector<std::string> names;
    for (const auto& [file, text] : embedded_files())
        if (file.starts_with(suite_folder)) names.push_back(std::filesystem::path(file).stem());
    return names;
}

SuiteSpec load_suite(const std::string& name) {
    if (is_suite_path(name)) return parse_suite(read_named_file(name, "a suite, a JSON file"), name);
    const auto found = embedded_files().find(suite_folder + name + ".json");
    if (found == embedded_files().end())
        throw UsageError("", "unknown suite '" + name + "'" + suggestion(name, builtin_suite_names()) +
                                 " (a file of your own is named with a '/' or ends in .json)");
    return parse_suite(found->second, "built-in:" + name);
}

SuiteSpec parse_suite(const std::string& text, const std::string& source) {
    const Json json = parse_by_schema(text, source, "suite");
    SuiteSpec suite = SuiteReader(json, source).read();
    suite.json = json.dump(2);
    return suite;
}

SuiteSpec with_members(const SuiteSpec& suite, int members) {
    if (members < 2 || members > 10000)
        throw UsageError(option("members"), "must be 2 .. 10000, got " + std::to_string(members));
    Json json = Json::parse(suite.json);
    json["members"] = members;
    return parse_suite(json.dump(), option("members"));
}

}  // namespace cchnn
