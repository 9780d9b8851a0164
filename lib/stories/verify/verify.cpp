#include "stories/verify/verify.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/documents/sha256sums.hpp"
#include "dataset/reader/trajectory_end.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "model/compiled_system.hpp"
#include "sample/random_subset.hpp"
#include "score/stored_physics.hpp"
#include "spec/read_system.hpp"
#include "stories/generate/manifest_facts.hpp"
#include "stories/verify/bounds_again.hpp"
#include "stories/verify/regenerate.hpp"
#include "stories/verify/stored_claims.hpp"
#include "stories/verify/stored_splits.hpp"
#include "stories/verify/stored_tables.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

VerifiedItem verdict_on(const std::string& file, const std::string& what, bool passed, const std::string& detail) {
    return {.file = file, .what = what, .passed = passed, .detail = detail};
}

VerifiedItem measure(const std::string& file, const std::string& what, const Worst& worst, double limit, double dt) {
    VerifiedItem item = verdict_on(file, what, true, "");
    item.measured = true;
    item.value = worst.value;
    item.limit = limit;
    item.seen = worst.trajectory >= 0;
    item.judged = item.seen && std::isfinite(limit);
    item.passed = !item.judged || worst.value <= limit;
    char text[80];
    std::snprintf(text, sizeof text, "trajectory %ld, t = %g", worst.trajectory, worst.sample * dt);
    item.detail = item.seen ? text : "no state";
    return item;
}

// At most ten in full.
std::string listed(const std::vector<std::string>& texts) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) text += (i > 0 ? "; " : "") + texts[i];
    return texts.size() > most ? text + "; and " + std::to_string(texts.size() - most) + " more" : text;
}

// Checks a directory of a dataset: sums of files, digests of contents, the manifest, a lock if one is given, and the
// physics of every file. Each check adds an item to the result; later ones also run where an earlier one failed.
class DirectoryCheck {
  public:
    DirectoryCheck(const fs::path& directory, const VerifyOptions& options)
        : directory_(directory), options_(options) {}

    Verification run() {
        result_.target = directory_.string();
        check_sums();
        std::vector<SplitContent> found;
        for (const char* split : {"train", "valid", "test"})
            if (fs::exists(directory_ / (std::string(split) + ".h5")))
                files_.emplace_back(directory_ / (std::string(split) + ".h5"));
        if (files_.empty()) throw IoError(directory_.string(), "has no dataset: no train.h5, valid.h5 or test.h5");
        for (const TrajectoryFile& file : files_) total_ += file.info().count;
        for (const TrajectoryFile& file : files_) found.push_back(check_digest(file));
        check_manifest(found);
        if (!options_.lock.empty())
            compare(options_.lock.string(), read_lock_file(options_.lock), found, ManifestIs::elsewhere);
        for (const TrajectoryFile& file : files_) check_physics(file);
        return std::move(result_);
    }

  private:
    void add(VerifiedItem item) { result_.items.push_back(std::move(item)); }

    void check_sums() {
        const fs::path path = directory_ / "SHA256SUMS";
        if (!fs::exists(path)) return result_.remarks.push_back("no SHA256SUMS: bytes of files were not compared");
        std::string differing;
        const std::vector<ListedFile> sums = read_sha256sums(path);
        for (const ChangedFile& changed : changed_files(directory_, sums))
            differing +=
                (differing.empty() ? "" : ", ") + changed.file + (changed.missing ? " is missing" : " differs");
        for (const std::string& file : dataset_files())
            if (file != "SHA256SUMS" && fs::exists(directory_ / file) &&
                std::ranges::none_of(sums, [&](const ListedFile& sum) { return sum.file == file; }))
                differing += (differing.empty() ? "" : ", ") + file + " is not listed";
        add(verdict_on("SHA256SUMS", "bytes of files", differing.empty(),
                       differing.empty() ? counted(sums.size(), "file") : differing));
    }

    SplitContent check_digest(const TrajectoryFile& file) {
        const TrajectoryFileInfo& info = file.info();
        const std::string name = file.path().filename().string();
        if (info.description.kind != "dataset")
            throw DataError(file.path().string(), "is a submission; a dataset is verified");
        if (const std::string& split = info.description.split; split != file.path().stem().string())
            throw DataError(file.path().string() + ":/@split",
                            "is '" + split + "', but the file is named as another set");
        const ContentDigest digest = file.digests();
        const auto compare_digest = [&](const char* what, const std::string& found, const std::string& said) {
            const std::string both = "is " + found.substr(0, 12) + ", the file says " + said.substr(0, 12);
            add(verdict_on(name, what, found == said, found == said ? said.substr(0, 12) : both));
        };
        compare_digest("content digest", digest.content, info.content_digest);
        if (!info.truth_digest.empty()) compare_digest("truth digest", digest.truth, info.truth_digest);
        SplitContent content;
        content.split = fs::path(name).stem().string();
        content.truth_digest = digest.truth;
        content.content_digest = digest.content;
        content.array_digests = digest.arrays;
        return content;
    }

    void check_manifest(const std::vector<SplitContent>& found) {
        if (!fs::exists(directory_ / "manifest.json"))
            return result_.remarks.push_back("no manifest.json: digests of arrays were not compared");
        lock_ = read_lock_file(directory_ / "manifest.json");
        compare("manifest.json", *lock_, found, ManifestIs::beside);
    }

    void compare(const std::string& name, const LockFile& lock, const std::vector<SplitContent>& found,
                 ManifestIs place) {
        const std::vector<DigestDifference> differences = compare_digests(lock.splits, found);
        if (differences.empty()) add(verdict_on(name, "array digests", true, compared_digests(lock.splits)));
        for (const DigestDifference& d : differences) add(verdict_on(name, "array digests", false, to_text(d)));
        const std::vector<std::string> differing = facts(lock, found, place);
        add(verdict_on(name, "facts", differing.empty(),
                       differing.empty() ? "facts about " + counted(lock.splits.size(), "set") : listed(differing)));
    }

    std::vector<std::string> facts(const LockFile& lock, const std::vector<SplitContent>& found,
                                   ManifestIs place) const {
        std::vector<fs::path> paths;
        for (const TrajectoryFile& file : files_) paths.push_back(file.path());
        std::vector<std::string> differing = unknown_sets(lock, paths);
        for (const SplitContent& said : lock.splits)
            for (std::size_t i = 0; i < files_.size(); ++i) {
                if (files_[i].path().filename() != said.file) continue;
                const ContentDigest digests{found[i].content_digest, found[i].truth_digest, found[i].array_digests};
                for (std::string& one : differing_facts(lock, said, files_[i], digests, place))
                    differing.push_back(std::move(one));
            }
        for (const SplitContent& said : lock.splits)
            if (!fs::exists(directory_ / said.file)) differing.push_back(said.file + " is missing");
        return differing;
    }

    // All states of one file, in blocks.
    void check_physics(const TrajectoryFile& file) {
        const TrajectoryFileInfo& info = file.info();
        const CompiledSystem compiled(
            parse_system(info.description.system_json, file.path().string() + ":/system/json"));
        const ConstrainedSystem& system = compiled.system;
        result_.system = compiled.spec.name;
        if (info.nodes != system.node_count() || info.dimension != system.dimension())
            throw DataError(file.path().string() + ":/x", "has another shape than its system");
        if (info.tracks != 0 && info.tracks != count_of(system.tracks()))
            throw DataError(file.path().string() + ":/track_parameter", "has another shape than its system");
        if (info.angles != count_of(system.angles()))
            throw DataError(file.path().string() + ":/counted_angle",
                            "has another shape than its system, which counts " +
                                std::to_string(system.angles().size()) + " angles");
        if (info.inputs != count_of(system.inputs()))
            throw DataError(file.path().string() + ":/u", "has another shape than its system, which has " +
                                                              std::to_string(system.inputs().size()) + " inputs");
        const Protocol protocol = protocol_of(file);
        const PhysicsLimits limits = imported(file) ? PhysicsLimits::none() : PhysicsLimits(protocol);
        const ErrorBoundRule rule(protocol);
        const std::set<std::uint64_t> sampled = random_subset(info.count, options_.sample, options_.seed);
        StateMeasures states;
        MotionMeasure motion;
        std::string not_finite;
        const std::uint64_t block =
            std::max<std::uint64_t>(1, (1 << 20) / (to_size(info.samples) * system.state_size()));
        for (std::uint64_t first = 0; first < info.count; first += block) {
            const std::uint64_t count = std::min(block, info.count - first);
            read_block(file, first, count);
            const std::vector<StoredMotion> motions = motions_of(file, first, count);
            not_finite = not_finite.empty() ? first_not_finite(info, motions, first) : not_finite;
            check_block(compiled, motions, first, info.description.times.dt, rule.others.front().protocol, limits,
                        sampled, states, motion);
            done_ += count;
            if (options_.progress) options_.progress(done_, total_);
        }
        if (!not_finite.empty()) add(verdict_on(file.path().filename().string(), "finite numbers", false, not_finite));
        const std::string name = file.path().filename().string();
        check_rest(file, name, compiled);
        check_starts(file, name, compiled, sampled);
        report(file, states, motion, sampled.size(), limits);
        check_bounds_again(file, name, compiled, sampled);
    }

    bool imported(const TrajectoryFile& file) const {
        return (lock_ && lock_->imported) || is_imported(file.info().description.protocol_json);
    }

    // Derived arrays, tables and attributes.
    void check_rest(const TrajectoryFile& file, const std::string& name, const CompiledSystem& compiled) {
        const ClaimsFound claims = check_claims(file, compiled, imported(file), options_.threads);
        add(verdict_on(name, "derived arrays", claims.wrong.empty(),
                       claims.wrong.empty() ? counted(claims.compared.size(), "array") + " made again or compared"
                                            : listed(claims.wrong)));
        const TablesFound tables = check_tables(file, compiled);
        add(verdict_on(name, "tables", tables.wrong.empty(),
                       tables.wrong.empty()
                           ? counted(tables.arrays, "array") + " and " + counted(tables.attributes, "attribute")
                           : listed(tables.wrong)));
        if (!tables.unknown.empty())
            result_.remarks.push_back(name +
                                      " contains arrays that this program does not write and that were not compared: " +
                                      listed(tables.unknown));
    }

    // Where a manifest of this version says that initial states were drawn.
    void check_starts(const TrajectoryFile& file, const std::string& name, const CompiledSystem& compiled,
                      const std::set<std::uint64_t>& sampled) {
        if (imported(file) || !lock_ || lock_->states) return;
        if (lock_->tool_version != tool_version)
            return result_.remarks.push_back(name + ": initial states were not drawn again, version " +
                                             lock_->tool_version + " drew them");
        const std::string other = first_other_start(file, compiled, sampled, !lock_->inputs);
        add(verdict_on(name, "starts", other.empty(),
                       other.empty() ? "those of the seed, of " + trajectories_text(sampled.size()) : other));
    }

    void check_bounds_again(const TrajectoryFile& file, const std::string& name, const CompiledSystem& compiled,
                            const std::set<std::uint64_t>& sampled) {
        BoundsAgain found;
        if (!imported(file)) found = bounds_again(file, compiled, sampled, options_.threads);
        add(measure(name, "bounds, decades off", found.worst, most_decades_off, file.info().description.times.dt));
        const std::string& differs = found.why_not.empty() ? found.other_motion : found.why_not;
        if (lock_ && lock_->tool_version == tool_version && !differs.empty())
            add(verdict_on(name, "made again", false, differs));
        if (!found.other_steps.empty()) add(verdict_on(name, "steps", false, found.other_steps));
        if (!found.why_not.empty())
            result_.remarks.push_back(name + ": error bounds were not made again: " + found.why_not);
    }

    Protocol protocol_of(const TrajectoryFile& file) const {
        if (imported(file)) return default_protocol();  // nothing is promised, see report()
        return read_protocol(file.info().description.protocol_json, file.path().string() + ":/system/protocol");
    }

    void read_block(const TrajectoryFile& file, std::uint64_t first, std::uint64_t count) {
        file.read(first, count, x_, v_);
        energy_ = file.rows("/energy", first, count);
        file.read_losses(first, count, lost_);
        u_ = file.rows("/u", first, count);
        parameters_ = file.rows("/parameters", first, count);
        bound_ = file.rows("/error_bound", first, count);
        file.read_state_parameters(first, count, file.info().samples, track_);
    }

    std::vector<StoredMotion> motions_of(const TrajectoryFile& file, std::uint64_t first, std::uint64_t count) const {
        const TrajectoryFileInfo& info = file.info();
        const std::size_t samples = info.samples, width = to_size(info.nodes) * info.dimension;
        const std::vector<bool> completed = file.read_completed(first, count);
        std::vector<StoredMotion> motions;
        for (std::size_t i = 0; i < count; ++i) {
            StoredMotion m{info.samples,
                           &x_[i * samples * width],
                           &v_[i * samples * width],
                           &energy_[i * samples],
                           lost_.empty() ? nullptr : &lost_[i * samples],
                           u_.empty() ? nullptr : &u_[i * u_.size() / count],
                           bound_.empty() ? nullptr : &bound_[i * samples],
                           track_.empty() ? nullptr : &track_[i * track_.size() / count]};
            m.samples = samples_before_end(completed[i], m.samples, width, m.x, m.v);
            motions.push_back(m);
        }
        return motions;
    }

    // A message on the first number that is not finite before the end of its trajectory; "" if there is none.
    static std::string first_not_finite(const TrajectoryFileInfo& info, const std::vector<StoredMotion>& motions,
                                        std::uint64_t first) {
        const std::size_t width = to_size(info.nodes) * info.dimension, parameters = info.tracks + info.angles;
        for (std::size_t i = 0; i < motions.size(); ++i) {
            const StoredMotion& m = motions[i];
            for (int k = 0; k < m.samples; ++k) {
                const auto broken = [k](const double* values, std::size_t each) {
                    const double* const at = values + k * each;
                    return values && !std::all_of(at, at + each, [](double value) { return std::isfinite(value); });
                };
                const char* const name = broken(m.x, width)                 ? "x"
                                         : broken(m.v, width)               ? "v"
                                         : broken(m.energy, 1)              ? "energy"
                                         : broken(m.lost, 1)                ? "dissipated or work"
                                         : broken(m.bound, 1)               ? "error_bound"
                                         : broken(m.parameters, parameters) ? "track_parameter or counted_angle"
                                                                            : nullptr;
                if (name)
                    return "trajectory " + std::to_string(first + i) + ", t = " + short_number(info.times.at(k), 4) +
                           ": " + name + " is not finite before the end of the trajectory in /outcome";
            }
        }
        return "";
    }

    void check_block(const CompiledSystem& nominal, const std::vector<StoredMotion>& motions, std::uint64_t first,
                     double dt, const Protocol& second, const PhysicsLimits& limits,
                     const std::set<std::uint64_t>& sampled, StateMeasures& states, MotionMeasure& motion) {
        const std::size_t width = nominal.spec.varied.size();
        std::vector<MotionMeasure> residuals(motions.size());
        std::vector<StateMeasures> measures(motions.size());
        parallel_for(motions.size(), options_.threads, [&](std::size_t i) {
            const auto number = static_cast<long>(first + i);
            std::optional<CompiledSystem> member;
            if (width > 0) {
                const auto values = parameters_.begin() + i * width;
                member.emplace(nominal.spec, nominal.system, std::vector<double>(values, values + width));
            }
            const ConstrainedSystem& system = member ? member->system : nominal.system;
            measures[i].add(system, motions[i], dt, number);
            // Of a system with contacts bounds_again() integrates whole trajectories, with their impacts.
            if (sampled.contains(first + i) && !has_contacts(system))
                residuals[i] = motion_residual(system, motions[i], dt, second, number, limits);
        });
        for (std::size_t i = 0; i < motions.size(); ++i) {
            states.merge(measures[i]);
            motion.merge(residuals[i]);
        }
    }

    void report(const TrajectoryFile& file, const StateMeasures& states, const MotionMeasure& motion,
                std::size_t sampled, const PhysicsLimits& limits) {
        const std::string name = file.path().filename().string();
        const double dt = file.info().description.times.dt;
        add(measure(name, "energy", states.energy, limits.energy, dt));
        add(measure(name, "Phi", states.phi, limits.phi, dt));
        add(measure(name, "dPhi/dt", states.phi_rate, limits.phi_rate, dt));
        const bool judged = std::isfinite(limits.motion) || file.info().description.bounded;
        add(measure(name, "motion", motion.worst, judged ? motion.worst.limit : INFINITY, dt));
        result_.items.back().detail += ", of " + trajectories_text(sampled);
        if (motion.undecided > 0)
            result_.remarks.push_back(name + ": the motion of " + counted(motion.undecided, "interval") + " of " +
                                      std::to_string(motion.intervals) +
                                      " is not decided: the rounding of the stored state grows beyond the limit within "
                                      "it; `audit` follows the motion from its start");
        add(measure(name, "energy drift", states.drift, INFINITY, dt));
    }

    fs::path directory_;
    const VerifyOptions& options_;
    Verification result_;
    std::vector<TrajectoryFile> files_;
    std::optional<LockFile> lock_;
    std::uint64_t done_ = 0, total_ = 0;
    std::vector<double> x_, v_, energy_, lost_, u_, bound_, parameters_, track_;  // of one block
};

}  // namespace

std::vector<Problem> VerifyOptions::check() const {
    std::vector<Problem> problems;
    if (sample < 1) problems.push_back({option("sample"), "must be at least 1, got " + std::to_string(sample)});
    if (threads < 1 || threads > 1024)
        problems.push_back({option("threads"), "must be 1 .. 1024, got " + std::to_string(threads)});
    return problems;
}

Verification verify_lock(const fs::path& lock_file, const VerifyOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    const LockFile lock = read_lock_file(lock_file);
    const SystemSpec spec = locked_system(lock, options.system);
    const LockComparison made =
        regenerate(lock, spec, options.threads, options.states, options.inputs, options.progress);
    Verification result;
    result.target = lock_file.string();
    result.system = lock.system_name;
    result.regenerated = true;
    result.remarks = made.remarks;
    for (const SplitContent& split : lock.splits) {
        const auto of_split = [&](const DigestDifference& d) { return d.split == split.split; };
        if (std::ranges::none_of(made.differences, of_split))
            result.items.push_back(verdict_on(split.file, "array digests", true, compared_digests({split})));
        for (const DigestDifference& d : made.differences)
            if (of_split(d)) result.items.push_back(verdict_on(split.file, "array digests", false, to_text(d)));
    }
    return result;
}

Verification verify_directory(const fs::path& directory, const VerifyOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    return DirectoryCheck(directory, options).run();
}

}  // namespace cchnn
