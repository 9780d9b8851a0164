#include "stories/exchange/document_info.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "dataset/documents/challenge_round.hpp"
#include "dataset/documents/suite_lock.hpp"
#include "spec/challenge_prior.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The facts of a suite that its file and its lock have in common.
void add_suite(Json& info, const SuiteSpec& suite) {
    info["suite"] = suite.name;
    info["title"] = suite.title;
    info["seed"] = suite.seed;
    info["sizes"] = {{"train", suite.train}, {"valid", suite.valid}, {"test", suite.test}};
    for (const SuiteTask& task : suite.tasks) {
        Json& said = info["tasks"][task.name];
        for (const SuiteSplit& split : task.splits) said["splits"].push_back(split.name);
        if (!task.training_sizes.empty()) said["training_sizes"] = task.training_sizes;
        if (!task.noise.empty()) said["noise"] = task.noise;
    }
}

void suite(Json& info, const fs::path& path, const std::string& text) {
    add_suite(info, parse_suite(text, path.string()));
}

void suite_lock(Json& info, const fs::path& path, const std::string&) {
    const SuiteLock lock = read_suite_lock(path);
    add_suite(info, parse_suite(lock.suite_json, path.string()));
    if (lock.most > 0) info["most"] = lock.most;
    for (const SuitePart& part : lock.parts)
        for (const SuitePart::File& file : part.files)
            info["files"][part.path + "/" + file.split] = {{"truth_digest", file.truth_digest},
                                                           {"content_digest", file.content_digest}};
}

// The facts of a prior. It names the pointers to hidden values; only the secret has the values.
void add_prior(Json& info, const ChallengePrior& prior) {
    info["system"] = prior.name;
    info["title"] = prior.title;
    info["sizes"] = {{"train", prior.train}, {"test", prior.test}};
    for (const HiddenValue& value : prior.hidden) info["hidden"].push_back(value.pointer);
}

void prior(Json& info, const fs::path& path, const std::string& text) {
    add_prior(info, parse_prior(text, path.string()));
}

void round(Json& info, const fs::path& path, const std::string& text) {
    const ChallengeRound said = read_round(path);
    add_prior(info, parse_prior(said.prior_json, path.string()));
    for (const auto& [file, digest] : said.files) info["files"][file] = {{"sha256", digest}};
    info["commitment"] = said.commitment;
    info["sha256"] = sha256_of_text(text);  // what verify --sealed takes
}

// Shows digests and the commitment, and never the hidden values.
void secret(Json& info, const fs::path& path, const std::string& text) {
    const ChallengeSecret said = read_secret(path);
    info["files"] = {{"train", {{"truth_digest", said.train_digest}}}, {"test", {{"truth_digest", said.test_digest}}}};
    info["commitment"] = sha256_of_text(text);
}

// For documents of a board, which only their schema defines.
Json checked(const fs::path& path, const std::string& text, const char* schema) {
    return parse_by_schema(text, path.string(), schema, bounds_of_reports);
}

void board(Json& info, const fs::path& path, const std::string& text) {
    const Json said = checked(path, text, "board");
    for (const char* key : {"title", "preset", "systems"})
        if (said.contains(key)) info[key] = said[key];
}

void board_entry(Json& info, const fs::path& path, const std::string& text) {
    const Json said = checked(path, text, "board_entry");
    for (const char* key : {"model", "date", "knows", "seeds", "reference", "notes"})
        if (said.contains(key)) info[key] = said[key];
    for (const auto& [system, answers] : said["answers"].items()) info["systems"].push_back(system);
}

void board_lock(Json& info, const fs::path& path, const std::string& text) {
    info["files"] = checked(path, text, "board_lock")["systems"];
}

void environments(Json& info, const fs::path& path, const std::string& text) {
    const Json said = checked(path, text, "environments");
    info["system"] = said["family"].value("name", "");
    info["seed"] = said["seed"];
    for (const Json& parameter : said["parameters"]) info["parameters"].push_back(parameter["name"]);
    for (const Json& one : said["environments"])
        info["files"][one["directory"].get<std::string>()] = {
            {"values", one["values"]}, {"train", one["train"]}, {"test", one["test"]}};
}

// A kind of document by the text of its "format"; `add` reads it as the program would, so that a damaged
// document is an error here too, and adds its facts.
struct Kind {
    const char* name;
    void (*add)(Json&, const fs::path&, const std::string&);
};

const std::map<std::string, Kind> kinds{{"cchnn suite", {"suite", suite}},
                                        {"cchnn suite lock", {"suite lock", suite_lock}},
                                        {"cchnn prior", {"prior", prior}},
                                        {"cchnn round", {"round", round}},
                                        {"cchnn round secret", {"secret", secret}},
                                        {"cchnn board", {"board", board}},
                                        {"cchnn board entry", {"board entry", board_entry}},
                                        {"cchnn board lock", {"board lock", board_lock}},
                                        {"cchnn environments", {"environments", environments}}};

}  // namespace

// The facts of a document as JSON; "" if it is none of this program, so that the caller may look for another
// meaning. Reports of commands are described by their verdict.
std::string document_info(const fs::path& path, const std::string& text) {
    const Json json = json_object_in(text);
    if (!json.is_object() || !json.contains("format") || !json["format"].is_string()) return "";
    const std::string format = json["format"];
    Json info{{"path", path.string()}};
    if (const auto known = kinds.find(format); known != kinds.end()) {
        info["kind"] = known->second.name;
        known->second.add(info, path, text);
    } else if (format.starts_with("cchnn-") && json.contains("verdict")) {
        info["kind"] = "result";
        info["of"] = format;
        for (const char* key : {"verdict", "exit_code"}) info[key] = json.value(key, Json());
    } else {
        return "";
    }
    for (const auto& [theirs, ours] :
         {std::pair{"format_version", "format_version"}, {"tool_version", "written_by_version"}})
        if (json.contains(theirs)) info[ours] = json[theirs];
    return json_line(info);
}

}  // namespace cchnn
