#include "stories/generate/shard_directory.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/read_file.hpp"
#include "core/text_pattern.hpp"
#include "dataset/resume/job.hpp"
#include "files/atomic_file.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/system_name.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// A directory with this name and a job.json; whether it is finished is another question.
bool is_shard(const fs::path& directory) {
    return fs::exists(directory / "job.json") && directory.filename().string().starts_with("shard-");
}

// The matching subdirectories, sorted.
std::vector<fs::path> directories_in(const fs::path& directory, const TextPattern& pattern) {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory))
        if (entry.is_directory() && pattern.matches(entry.path().filename().string())) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

// A user may name a shard, a directory of shards, or the output directory above it.
std::vector<fs::path> shards_in(const fs::path& directory) {
    static const TextPattern shard("shard-[0-9]+-of-[0-9]+"), shards(".*\\.shards");
    require_directory(directory);
    if (is_shard(directory)) return {directory};
    std::vector<fs::path> found = directories_in(directory, shard);
    for (const fs::path& inside : directories_in(directory, shards))
        for (fs::path& one : directories_in(inside, shard)) found.push_back(std::move(one));
    if (found.empty())
        throw IoError(directory.string(),
                      "has no shards; give the output directory (-o) of generate " + option("shard"));
    return found;
}

// Throws for a negative number, which JSON also has as an integer.
std::uint64_t whole_number(const Json& object, const char* key) {
    if (!object.at(key).is_number_unsigned()) throw std::invalid_argument(std::string(key) + " must be a number >= 0");
    return object.at(key);
}

// The job without its shard number: it is equal for all shards of a dataset, and compared as text.
FoundShard read_shard(const fs::path& directory) {
    const fs::path file = directory / "job.json";
    try {
        Json job = parse_json(read_file(file, "a job"), file.string());
        const Shard shard{whole_number(job.at("shard"), "number"), whole_number(job.at("shard"), "of")};
        const std::string system = job.at("system").at("name");
        if (shard.number < 1 || shard.number > shard.of || shard.of > most_shards)
            throw std::invalid_argument("shard out of range");
        if (!is_system_name(system))  // a directory is named after it
            throw std::invalid_argument("system name must be 1 to 64 lower-case letters, digits and '_', got " +
                                        job.at("system").at("name").dump());
        job.erase("shard");
        return {directory, system, job.dump(2) + "\n", shard, fs::exists(directory / "finished.json")};
    } catch (const SpecError& error) {  // no JSON: it says where
        throw DataError(error.problems());
    } catch (const IoError&) {
        throw;
    } catch (const nlohmann::json::exception&) {
        throw changed_job(directory);
    } catch (const std::exception& error) {
        throw DataError(file.string(), std::string("cannot be read: ") + error.what());
    }
}

// The job, including the number of shards, that most shards belong to; the first of several such.
// Shards of a wrong job are usually few, so that the job of the majority is taken as the one that was meant.
std::pair<std::string, std::uint64_t> usual_job(const std::vector<FoundShard>& found) {
    std::map<std::pair<std::string, std::uint64_t>, std::size_t> votes;
    for (const FoundShard& one : found) ++votes[{one.job, one.shard.of}];
    const FoundShard* best = &found.front();
    for (const FoundShard& one : found)
        if (votes[{one.job, one.shard.of}] > votes[{best->job, best->shard.of}]) best = &one;
    return {best->job, best->shard.of};
}

std::string ordinal(Shard shard) { return "shard " + std::to_string(shard.number) + "/" + std::to_string(shard.of); }

}  // namespace

DataError changed_job(const fs::path& directory) {
    return DataError((directory / "job.json").string(),
                     "is not a job description of this program: it was changed; remove " + directory.string() +
                         " and generate that shard again");
}

fs::path shard_directory(const fs::path& output, const std::string& system, Shard shard) {
    const std::string of = std::to_string(shard.of), number = std::to_string(shard.number);
    const std::string zeros(of.size() - number.size(), '0');
    return output / (system + ".shards") / ("shard-" + zeros + number + "-of-" + of);
}

// Throws UsageError for a finished shard of another job, which would be lost if it were made anew.
bool is_finished_shard(const fs::path& directory, const std::string& job) {
    if (!fs::exists(directory / "finished.json")) return false;
    const auto differences = job_differences(read_file(directory / "job.json", "a job"), job);
    std::vector<Problem> problems;
    for (const std::string& difference : differences) problems.push_back({directory.string(), difference});
    if (problems.empty()) return true;
    problems.push_back(
        {directory.string(), "has a finished shard of another job; " + option("overwrite") + " discards it"});
    throw UsageError(std::move(problems));
}

// Journals are synced first and finished.json is written last: a shard that says it is finished is on the disk.
void finish_shard(UnfinishedDirectory& directory, const DatasetPlan& plan, const std::vector<SplitReport>& splits) {
    Json counts = Json::object();
    for (const SplitReport& split : splits) {
        sync_path(split.file);
        counts[name(split.split)] = split.count;
    }
    write_file_atomically(directory.path() / "system.json", plan.compiled.spec.json, true);
    write_file_atomically(directory.path() / "finished.json", Json{{"trajectories", counts}}.dump(2) + "\n", true);
}

// A shard that is reached by two of the given paths counts once.
std::vector<FoundShard> find_shards(const std::vector<fs::path>& directories) {
    std::vector<fs::path> paths;
    for (const fs::path& directory : directories)
        for (const fs::path& shard : shards_in(directory))
            if (std::ranges::none_of(paths, [&](const fs::path& known) { return fs::equivalent(known, shard); }))
                paths.push_back(shard);
    std::vector<FoundShard> found;
    for (const fs::path& path : paths) found.push_back(read_shard(path));
    return found;
}

// Reports every shard that is of another job, twice there, unfinished or missing, and returns the complete set
// in order.
std::vector<FoundShard> complete_set(const std::vector<FoundShard>& found) {
    const auto [job, of] = usual_job(found);
    std::map<std::uint64_t, const FoundShard*> set;
    std::vector<Problem> problems;
    for (const FoundShard& one : found) {
        std::vector<std::string> differences = job_differences(one.job, job);
        if (one.shard.of != of)
            differences.push_back("is one of " + std::to_string(one.shard.of) + " shards, most are of " +
                                  std::to_string(of));
        for (const std::string& difference : differences)
            problems.push_back({one.directory.string(), "another job, " + difference + " (here: most shards)"});
        if (!differences.empty()) continue;
        const auto [known, is_new] = set.emplace(one.shard.number, &one);
        if (!is_new)
            problems.push_back({one.directory.string(),
                                ordinal(one.shard) + " exists twice, also in " + known->second->directory.string()});
        else if (!one.finished)
            problems.push_back({one.directory.string(), "is unfinished, with " +
                                                            trajectories_text(kept_trajectories(one.directory)) +
                                                            "; run it again with " + option("resume")});
    }
    for (std::uint64_t number = 1; number <= of; ++number)
        if (!set.contains(number)) problems.push_back({found.front().system, ordinal({number, of}) + " is missing"});
    if (!problems.empty()) throw DataError(std::move(problems));
    std::vector<FoundShard> complete;
    for (const auto& [number, one] : set) complete.push_back(*one);
    return complete;
}

}  // namespace cchnn
