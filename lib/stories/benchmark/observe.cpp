#include "stories/benchmark/observe.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "core/joined.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/input_files.hpp"
#include "core/paths/read_file.hpp"
#include "core/paths/temporary_directory.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/reader/view_file.hpp"
#include "dataset/view_description.hpp"
#include "dataset/writer/view_writer.hpp"
#include "files/atomic_file.hpp"
#include "sample/sampler.hpp"
#include "score/trajectory_blocks.hpp"
#include "spec/read_system.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

Split split_named(const TrajectoryFile& file) {
    for (const Split split : all_splits)
        if (file.info().description.split == name(split)) return split;
    throw DataError(file.path().string() + ":/@split", "must be train, valid or test, got '" +
                                                           file.info().description.split + "'; a view is of a dataset");
}

// The files to be observed: the given file, or those of a dataset's directory.
std::vector<fs::path> truths_in(const fs::path& source) {
    if (!fs::is_directory(source)) return {source};
    std::vector<fs::path> paths;
    for (const Split split : all_splits)
        if (const fs::path path = source / (std::string(name(split)) + ".h5"); fs::exists(path)) paths.push_back(path);
    if (paths.empty()) throw IoError(source.string(), "has no dataset to observe: no train.h5, valid.h5 or test.h5");
    return paths;
}

// The nodes that stay visible. Throws if a body to hide does not exist, or if none would be left.
std::vector<int> seen_nodes(const TrajectoryFile& truth, const std::vector<std::string>& hide) {
    const std::vector<NodeLabel>& labels = truth.info().description.nodes;
    std::vector<std::string> bodies;
    for (const NodeLabel& label : labels)
        if (label.index_in_body == 0) bodies.push_back(label.body);
    std::vector<Problem> problems;
    for (const std::string& body : hide)
        if (std::ranges::find(bodies, body) == bodies.end())
            problems.push_back({option("hide"), "no body of " + truth.info().system_name + " that moves is called '" +
                                                    body + "'" + suggestion(body, bodies)});
    if (!problems.empty()) throw UsageError(std::move(problems));
    std::vector<int> seen;
    for (std::size_t node = 0; node < labels.size(); ++node)
        if (std::ranges::find(hide, labels[node].body) == hide.end()) seen.push_back(static_cast<int>(node));
    if (seen.empty()) throw UsageError(option("hide"), "hides every body; leave at least one visible");
    return seen;
}

// The view of one file. The constructor reads the whole file once, because relative noise needs the spread over
// all trajectories; write() reads it again, block by block, and writes the view.
class SplitObservation {
  public:
    SplitObservation(const fs::path& path, const ObservationRecipe& recipe)
        : truth_(path),
          split_(split_named(truth_)),
          seen_(seen_nodes(truth_, recipe.hide)),
          observer_(recipe, split_, truth_.info().samples, truth_.info().nodes, truth_.info().dimension, seen_) {
        if (truth_.info().description.kind != "dataset")
            throw DataError(path.string(), "is not a dataset; a view needs the train, valid or test set of a dataset");
        for_each_trajectory_block(truth_, trajectories_per_block(truth_.info()), [&](const TrajectoryBlock& block) {
            const std::size_t size = block.x.size() / block.count;
            for (std::size_t i = 0; i < block.count; ++i) {
                throw_if_stopped();
                observer_.add_to_spread(&block.x[i * size], &block.v[i * size]);
            }
        });
        if (!std::isfinite(observer_.spread_x()) || !std::isfinite(observer_.spread_v()))
            throw DataError(path.string(),
                            "has numbers that are not finite; only a complete reference solution can be observed");
        description_ = describe(recipe);
    }

    Split split() const { return split_; }
    std::uint64_t count() const { return truth_.info().count; }

    // Writes the view of all trajectories and returns what view.json says of the file. The file gets its name
    // at the end.
    ViewSplit write(const fs::path& path, bool overwrite, const std::function<void(std::uint64_t)>& done) const {
        ViewWriter writer(path, description_, overwrite);
        std::vector<double> u;
        for_each_trajectory_block(truth_, trajectories_per_block(truth_.info()), [&](const TrajectoryBlock& block) {
            const std::size_t size = block.x.size() / block.count;
            u = truth_.rows("/u", block.first, block.count);
            for (std::size_t i = 0; i < block.count; ++i) {
                throw_if_stopped();
                writer.append(observer_.observe(block.first + i, &block.x[i * size], &block.v[i * size]),
                              truth_.info().times,
                              std::span(u).subspan(i * (u.size() / block.count), u.size() / block.count));
            }
            if (done) done(block.first + block.count);
        });
        return {description_.split, path.filename().string(), description_.truth_digest,
                writer.finish(),    description_.count,       description_.samples};
    }

    const ViewDescription& description() const { return description_; }

  private:
    // What the view says of itself. It names the digest of the reference solution, so that scores can check
    // later that both belong together.
    ViewDescription describe(const ObservationRecipe& recipe) const {
        const TrajectoryFileInfo& info = truth_.info();
        ViewDescription d;
        d.system = info.system_name;
        d.split = info.description.split;
        d.truth_digest = truth_.checked_truth_digest();
        d.recipe = recipe;
        d.count = info.count;
        d.truth_samples = info.samples;
        d.inputs = info.inputs;
        d.samples = observer_.kept_samples();
        d.nodes = count_of(seen_);
        d.axes = observer_.axes();
        d.spread_x = observer_.spread_x();
        d.spread_v = observer_.spread_v();
        d.seen = seen_;
        for (const int node : seen_) d.bodies.push_back(info.description.nodes[node].body);
        const Units units = parse_system(info.description.system_json, truth_.path().string() + ":/system/json").units;
        d.length_unit = units.length;
        d.time_unit = units.time;
        return d;
    }

    TrajectoryFile truth_;
    Split split_;
    std::vector<int> seen_;
    Observer observer_;
    ViewDescription description_;
};

// The options of a recipe as a command line, for view.json; those with default values are left out.
std::string flag_text(const ObservationRecipe& r) {
    std::string text;
    const auto add = [&](bool is_given, const std::string& flag) {
        if (is_given) text += " " + flag;
    };
    add(r.noise > 0, "--noise " + number_text(r.noise));
    add(r.noise_absolute > 0, "--noise-absolute " + number_text(r.noise_absolute));
    add(r.dropout > 0, "--dropout " + number_text(r.dropout));
    add(r.times < 1, "--times " + number_text(r.times));
    for (const std::string& body : r.hide) add(true, "--hide " + body);
    add(!r.velocities, "--hide-velocities");
    add(!r.camera.empty(), "--camera " + joined(r.camera, ",", [](double c) { return number_text(c); }));
    add(r.float32, "--float32");
    add(r.seed > 0, "--seed " + std::to_string(r.seed));
    return text;
}

// One line of a verification: a digest that was computed against the one that is expected. Twelve digits of
// each are shown.
VerifiedItem checked(const std::string& file, const std::string& what, const std::string& expected,
                     const std::string& found) {
    VerifiedItem item;
    item.file = file;
    item.what = what;
    item.passed = expected == found;
    item.detail = item.passed ? found.substr(0, 12) : found.substr(0, 12) + ", expected " + expected.substr(0, 12);
    return item;
}

// A view is named by its directory or by its view.json.
fs::path lock_of(const fs::path& target) { return fs::is_directory(target) ? target / "view.json" : target; }

// How the file differs from what view.json says of it; "" if it does not.
std::string differing_facts(const ViewLock& lock, const ViewSplit& said, const ViewDescription& found,
                            const std::string& content_digest) {
    std::string text;
    const auto same = [&](const std::string& what, const std::string& here, const std::string& there) {
        if (here != there) text += (text.empty() ? "" : "; ") + what + " is " + here + ", expected " + there;
    };
    same("system", found.system, lock.system);
    same("split", found.split, said.split);
    same("number of trajectories", std::to_string(found.count), std::to_string(said.count));
    same("number of samples", std::to_string(found.samples), std::to_string(said.samples));
    same("recipe", recipe_json(found.recipe), recipe_json(lock.recipe));
    same("content_digest in the file", found.content_digest, content_digest);
    return text;
}

// Compares one file of a view with view.json: its content, the reference solution that it names, and what it
// says of itself.
void check_file(const fs::path& path, const ViewLock& lock, const ViewSplit& said, Verification& result) {
    const ViewFile file(path);
    const std::string content = file.content_digest();
    result.items.push_back(checked(said.file, "content digest", said.content_digest, content));
    result.items.push_back(
        checked(said.file, "truth digest that it names", said.truth_digest, file.info().truth_digest));
    VerifiedItem facts;
    facts.file = said.file;
    facts.what = "facts";
    facts.detail = differing_facts(lock, said, file.info(), content);
    facts.passed = facts.detail.empty();
    if (facts.passed) facts.detail = "what view.json says of it";
    result.items.push_back(facts);
}

VerifiedItem failed(const std::string& file, const std::string& what, const std::string& detail) {
    VerifiedItem item;
    item.file = file;
    item.what = what;
    item.passed = false;
    item.detail = detail;
    return item;
}

// Checks the files beside view.json. With a directory as the target all of them must exist; with a view.json
// alone, missing files are only mentioned.
void check_files(const fs::path& directory, const ViewLock& lock, bool whole, Verification& result) {
    for (const ViewSplit& said : lock.splits)
        if (fs::exists(directory / said.file)) check_file(directory / said.file, lock, said, result);
        else if (whole) result.items.push_back(failed(said.file, "content digest", "is missing, view.json names it"));
        else result.remarks.push_back(said.file + " is not beside view.json, and was not compared");
    for (const Split split : all_splits) {
        const std::string file = std::string(name(split)) + ".h5";
        const auto names_it = [&](const ViewSplit& said) { return said.file == file; };
        if (whole && fs::exists(directory / file) && std::ranges::none_of(lock.splits, names_it))
            result.items.push_back(failed(file, "facts", "exists, but view.json does not name it"));
    }
}

// Whether the given dataset is the one that every file of the view was made from.
bool has_truths(const ViewLock& lock, const fs::path& truth, Verification& result) {
    std::map<std::string, std::string> digests;
    for (const fs::path& path : truths_in(truth)) {
        const TrajectoryFile file(path);
        digests[file.info().description.split] = file.truth_digest();
    }
    bool all = true;
    for (const ViewSplit& split : lock.splits) {
        const std::string found = digests.contains(split.split) ? digests[split.split] : "none";
        result.items.push_back(checked(split.file, "truth digest", split.truth_digest, found));
        all = all && result.items.back().passed;
    }
    return all;
}

// Makes the view again in a temporary directory and compares contents. Possible only with the dataset that it
// was made from.
void check_again(const ViewLock& lock, const fs::path& truth, Verification& result) {
    if (!has_truths(lock, truth, result)) return;
    const TemporaryDirectory scratch("view");
    const ViewLock again = observe({truth, scratch.path() / "view", lock.recipe});
    result.regenerated = true;
    for (const ViewSplit& split : lock.splits)
        for (const ViewSplit& made : again.splits)
            if (made.split == split.split)
                result.items.push_back(checked(split.file, "made again", split.content_digest, made.content_digest));
}

}  // namespace

// All files are opened, and their places checked, before the first view is written. view.json is written last.
ViewLock observe(const ObserveOptions& options) {
    if (auto problems = options.recipe.check(); !problems.empty()) throw UsageError(std::move(problems));
    std::vector<SplitObservation> splits;
    std::uint64_t total = 0, before = 0;
    for (const fs::path& path : truths_in(options.source)) {
        splits.emplace_back(path, options.recipe);
        total += splits.back().count();
    }
    const RemovedIfEmpty unless_observed(options.directory);
    make_directories(options.directory);
    const fs::path lock_path = options.directory / "view.json";
    for (const SplitObservation& split : splits)
        refuse_inputs(options.directory / (split.description().split + ".h5"), truths_in(options.source));
    ViewLock lock{tool_version,
                  "cchnn-gen observe" + flag_text(options.recipe),
                  splits.front().description().system,
                  options.recipe,
                  {}};
    for (const SplitObservation& split : splits) {
        const auto done = [&](std::uint64_t count) {
            if (options.progress) options.progress(before + count, total);
        };
        lock.splits.push_back(
            split.write(options.directory / (split.description().split + ".h5"), options.overwrite, done));
        before += split.count();
    }
    write_file_atomically(lock_path, view_lock_json(lock), options.overwrite);
    return lock;
}

// Whether `verify` is asked about a view and not about a dataset.
bool is_view_target(const fs::path& target) {
    const fs::path lock = lock_of(target);
    return fs::is_regular_file(lock) && is_view_lock(read_file(lock, "a view.json or a manifest.json"));
}

// Compares the files with view.json, and with the dataset at hand makes the view again. Throws UsageError if
// there is nothing to compare at all.
Verification verify_view(const fs::path& target, const fs::path& truth) {
    const fs::path lock_path = lock_of(target);
    const ViewLock lock = read_view_lock(lock_path);
    Verification result;
    result.target = target.string();
    result.system = lock.system;
    check_files(lock_path.parent_path(), lock, fs::is_directory(target), result);
    if (!truth.empty()) check_again(lock, truth, result);
    else
        result.remarks.push_back("not regenerated: its reference solution was not given (" + option("truth") +
                                 " DATASET)");
    if (result.items.empty())
        throw UsageError(option("truth"), "is needed: no file of the view is beside " + lock_path.string());
    return result;
}

}  // namespace cchnn
