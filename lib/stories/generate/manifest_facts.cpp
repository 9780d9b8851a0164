#include "stories/generate/manifest_facts.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/sha256.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

// The outcomes in words, with their numbers.
std::string outcomes_text(const std::map<std::string, std::uint64_t>& outcomes) {
    if (outcomes.empty()) return "none";
    return joined(outcomes, ", ", [](const auto& one) { return std::to_string(one.second) + " " + one.first; });
}

std::string yes_no(bool value) { return value ? "yes" : "no"; }

// Collects the differences of one set; borrows all it compares.
class Facts {
  public:
    Facts(const LockFile& lock, const SplitContent& said, const TrajectoryFile& file, const ContentDigest& digests)
        : lock_(lock), said_(said), file_(file), digests_(digests) {}

    // Compares facts before digests: a user learns more from "seed is 1" than from two digests that differ.
    std::vector<std::string> compare(ManifestIs place) {
        const TrajectoryFileInfo& info = file_.info();
        const DatasetDescription& d = info.description;
        same("system", info.system_name, lock_.system_name);
        same("SHA-256 of the system", sha256_of_text(d.system_json), lock_.system_sha256);
        same("split", d.split, said_.split);
        same("seed", std::to_string(d.seed), std::to_string(lock_.seed));
        if (json_object_in(d.protocol_json) != json_object_in(lock_.protocol_json))
            differing_.push_back(said_.file +
                                 ": /system/protocol differs from the integration settings in the manifest");
        same("count", std::to_string(info.count), std::to_string(said_.count));
        same("steps", std::to_string(info.samples), std::to_string(said_.samples));
        same("dt", number_text(d.times.dt), number_text(said_.dt));
        same("chunk_length", std::to_string(d.chunks ? d.chunk_length : 0), std::to_string(said_.chunk_length));
        same("outcomes", outcomes_text(file_.outcome_counts()), outcomes_text(said_.outcomes));
        compare_choices();
        compare_digests_of_all(place);
        return std::move(differing_);
    }

  private:
    void same(const std::string& what, const std::string& found, const std::string& said) {
        if (found != said)
            differing_.push_back(said_.file + ": " + what + " is " + found + ", the manifest says " + said);
    }

    // What a dataset has on request, which the manifest states and the file shows by having it.
    void compare_choices() {
        same("lyapunov", yes_no(file_.info().description.lyapunov.has_value()), yes_no(lock_.lyapunov));
        const auto held = [&](const char* array) { return !digest_of(digests_, array).empty(); };
        same("/acceleration", yes_no(held("/acceleration")), yes_no(lock_.with.acceleration));
        same("/momentum", yes_no(held("/momentum")), yes_no(lock_.with.momentum));
        same("/multipliers", yes_no(held("/multipliers")), yes_no(lock_.with.multipliers));
        same("/sensitivity", yes_no(held("/sensitivity/start")), yes_no(lock_.with.sensitivities));
    }

    // The SHA-256 of the file is compared only where the manifest lies beside it: elsewhere the same content
    // may have other bytes.
    void compare_digests_of_all(ManifestIs place) {
        same("content digest", digests_.content, said_.content_digest);
        if (!said_.truth_digest.empty()) same("truth digest", digests_.truth, said_.truth_digest);  // of before 0.2.0
        if (place == ManifestIs::beside) same("SHA-256 of the file", sha256_of_file(file_.path()), said_.file_sha256);
    }

    const LockFile& lock_;
    const SplitContent& said_;
    const TrajectoryFile& file_;
    const ContentDigest& digests_;
    std::vector<std::string> differing_;
};

}  // namespace

std::vector<std::string> differing_facts(const LockFile& lock, const SplitContent& said, const TrajectoryFile& file,
                                         const ContentDigest& digests, ManifestIs place) {
    return Facts(lock, said, file, digests).compare(place);
}

// Files in the directory of the manifest that it does not name.
std::vector<std::string> unknown_sets(const LockFile& lock, const std::vector<std::filesystem::path>& files) {
    std::vector<std::string> unknown;
    for (const std::filesystem::path& path : files) {
        const std::string name = path.filename().string();
        const auto names_it = [&](const SplitContent& split) { return split.file == name; };
        if (std::ranges::none_of(lock.splits, names_it))
            unknown.push_back(name + " exists, but the manifest does not name it");
    }
    return unknown;
}

}  // namespace cchnn
