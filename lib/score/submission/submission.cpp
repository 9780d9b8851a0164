#include "score/submission/submission.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/stored_bounds.hpp"
#include "elements/terms.hpp"
#include "graph/body_graph.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "score/metrics/modulo_turns.hpp"
#include "score/parameter_scores.hpp"
#include "score/submission/compared_starts.hpp"
#include "score/trajectory_blocks.hpp"
#include "spec/read_system.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

SystemSpec system_of(const TrajectoryFile& truth) {
    return parse_system(truth.info().description.system_json, truth.path().string() + ":/system/json");
}

// One run of check_submission(): a_ is the test set, b_ the submission. Collects all problems before anything is
// scored.
class PairCheck {
  public:
    PairCheck(const TrajectoryFile& truth, const TrajectoryFile& submission, std::size_t most_ids, StartOf start,
              int context)
        : truth_(truth),
          submission_(submission),
          most_ids_(most_ids),
          start_(start),
          context_(context),
          a_(truth.info()),
          b_(submission.info()) {}

    SubmissionCheck run() {
        check_identity();
        if (!b_.description.protocol_json.empty() && !is_reference(submission_))
            result_.remarks.push_back(
                "/system/protocol does not describe integration settings of this program: scored as a model");
        if (b_.in_coordinates && !check_coordinates()) return result_;
        if (!b_.in_coordinates && b_.coordinates > 0 && b_.description.kind == "submission")
            result_.remarks.push_back("has x, v and q, qdot: x and v are scored");
        if (b_.nodes != a_.nodes || b_.dimension != a_.dimension || b_.count > a_.count || b_.samples > a_.samples) {
            TrajectoryFileInfo expected = a_;
            expected.members = b_.members;
            add("/x",
                "shape is " + shape_text(b_) + ", expected " + shape_text(expected) + " from " + file_name(truth_));
        } else if (b_.count == 0) {
            add("/x", "has no trajectories, expected " + std::to_string(a_.count) + " from " + file_name(truth_));
        } else {
            remark_missing();
            check_parameters();
            check_times();
            if (start_ != StartOf::estimate) check_context();
            if (b_.members > 0) remark_ensemble();
            else if (start_ == StartOf::truth && context_ == 1) check_starts();
        }
        return result_;
    }

  private:
    void add(const std::string& where, const std::string& what) {
        result_.problems.push_back({submission_.path().string() + (where.empty() ? "" : ":" + where), what});
    }

    void remark_missing() {
        if (b_.count < a_.count)
            result_.remarks.push_back("holds " + std::to_string(b_.count) + " of " + trajectories_text(a_.count) +
                                      "; missing ones count as the worst value");
        if (b_.samples < a_.samples)
            result_.remarks.push_back("holds " + std::to_string(b_.samples) + " of " + std::to_string(a_.samples) +
                                      " samples of each trajectory; missing ones count as the worst value");
    }

    // Members may start apart, where they are about an observed state.
    void remark_ensemble() {
        result_.remarks.push_back(
            "ensemble of " + counted(b_.members, "member") +
            ": CRPS and energy score are of its members, energies, constraints, momenta, distributions and "
            "long-term statistics the mean of those of each member, all other metrics of the mean of the members");
        const auto& spread = b_.description.start_spread;
        if (is_reference(submission_) && spread)
            result_.remarks.push_back("reference ensemble: an observed start, off by N(0, " + short_number(*spread) +
                                      ") in every entry, and members as far about it");
    }

    // A submission names its test set by the digest of the truth, or, made before 0.2.0, by that of the whole file.
    void check_identity() {
        if (!b_.system_name.empty() && b_.system_name != a_.system_name)
            add("",
                "is of system '" + b_.system_name + "', expected '" + a_.system_name + "' from " + file_name(truth_));
        const std::string &answers = b_.description.answers_truth, &content = b_.description.answers_content;
        const std::string digest = truth_.truth_digest();
        if (!answers.empty()) {
            if (answers != digest)
                add("", "was made for the test set with truth digest " + answers.substr(0, 12) + ", but " +
                            file_name(truth_) + " has " + digest.substr(0, 12) +
                            "; score it against the test set it was made for");
        } else if (!content.empty()) {
            check_content(content, digest);
        } else if (b_.content_digest == a_.content_digest) {
            result_.remarks.push_back("is the test set itself");
        } else {
            result_.remarks.push_back("does not name its test set");
        }
    }

    // A submission that was given more samples than the context would be scored on samples that it has seen.
    void check_context() {
        const int made_from = b_.description.context;
        if (made_from >= a_.samples)
            add("/@context", "is " + std::to_string(made_from) + " samples, but " + file_name(truth_) + " has " +
                                 std::to_string(a_.samples) + "; at least one has to be left to predict");
        else if (made_from > context_)
            add("", "was made from a context of " + std::to_string(made_from) + " samples; score it with " +
                        option("context") + " " + std::to_string(made_from));
        else if (made_from > 1 && made_from < context_)
            result_.remarks.push_back("was made from a context of " + std::to_string(made_from) +
                                      " samples, and is scored with " + std::to_string(context_));
    }

    void check_parameters() {
        if (b_.estimates.empty()) return;
        for (const Problem& problem : check_estimates(b_.estimates, system_of(truth_), a_.count))
            add(problem.where, problem.what);
    }

    // Submissions of before 0.2.0 name the content of the file, which additions to a file change.
    void check_content(const std::string& content, const std::string& digest) {
        if (content != a_.content_digest && content != digest)
            add("", "was made for the test set with content digest " + content.substr(0, 12) +
                        " (answers_digest), but " + file_name(truth_) + " has " + a_.content_digest.substr(0, 12) +
                        "; score it against the file it was made for, or if that file only gained arrays or "
                        "attributes, set answers_truth = " +
                        digest);
        else
            result_.remarks.push_back(
                "names its test set by answers_digest, of the whole file; since 0.2.0 answers_truth names the part "
                "that is scored");
    }

    // Whether q can be turned into x.
    bool check_coordinates() {
        const GeneralisedCoordinates coordinates = coordinates_of(truth_);
        const std::string why_not = why_not_from_q(system_of(truth_), coordinates);
        const auto text = [](const TrajectoryFileInfo& info, int m) {
            const std::string members = info.members > 0 ? std::to_string(info.members) + ", " : "";
            return "(" + std::to_string(info.count) + ", " + members + std::to_string(info.samples) + ", " +
                   std::to_string(m) + ")";
        };
        const std::string given = text(b_, b_.coordinates), expected = text(a_, coordinates.count());
        const bool fits = b_.coordinates == coordinates.count() && b_.count <= a_.count && b_.samples <= a_.samples;
        if (!why_not.empty()) add("/q", a_.system_name + " " + why_not + "; give /x and /v");
        else if (!fits)
            add("/q", "shape is " + given + ", expected " + expected + " from " + file_name(truth_) +
                          ": trajectory, time, coordinate");
        else result_.remarks.push_back("in q and qdot, scored as x and v");
        return why_not.empty() && fits;
    }

    void check_times() {
        const double allowed = copy_tolerance * std::abs(a_.times.back());
        for (std::size_t k = 0; k < a_.times.size() && k < b_.times.size(); ++k) {
            if (std::abs(a_.times[k] - b_.times[k]) <= allowed) continue;
            add("/t", "time " + std::to_string(k) + " is " + short_number(b_.times[k], 3) + " s, expected " +
                          short_number(a_.times[k], 3) + " s from " + file_name(truth_));
            return;
        }
    }

    void check_starts() {
        const SubmissionCheck found = compare_starts(truth_, submission_, most_ids_);
        for (const Problem& problem : found.problems) result_.problems.push_back(problem);
        for (const std::string& remark : found.remarks) result_.remarks.push_back(remark);
    }

    const TrajectoryFile& truth_;
    const TrajectoryFile& submission_;
    std::size_t most_ids_;
    StartOf start_;
    int context_;
    const TrajectoryFileInfo& a_;
    const TrajectoryFileInfo& b_;
    SubmissionCheck result_;
};

std::uint64_t not_finite(const double* values, std::size_t size) {
    return static_cast<std::uint64_t>(
        std::count_if(values, values + size, [](double value) { return !std::isfinite(value); }));
}

}  // namespace

std::string file_name(const TrajectoryFile& file) { return file.path().filename().string(); }

std::string shape_text(const TrajectoryFileInfo& info) {
    const std::string members = info.members > 0 ? std::to_string(info.members) + ", " : "";
    return "(" + std::to_string(info.count) + ", " + members + std::to_string(info.samples) + ", " +
           std::to_string(info.nodes) + ", " + std::to_string(info.dimension) + ")";
}

std::string list_ids(const std::vector<std::uint64_t>& ids, std::uint64_t total) {
    return joined(ids) + (ids.size() < total ? ", ..." : "");
}

void NotFinite::add(const TrajectoryBlock& block, int all_samples, std::size_t most_ids, int first) {
    const std::size_t size = block.x.size() / block.count,
                      skipped = size / to_size(all_samples) * to_size(std::min(first, all_samples)),
                      rest = size - skipped;
    for (std::uint64_t i = 0; i < block.count; ++i) {
        const std::size_t at = i * size + skipped;
        const std::uint64_t found = rest > 0 ? not_finite(&block.x[at], rest) + not_finite(&block.v[at], rest) : 0;
        if (found == 0) continue;
        values += found;
        ++trajectories;
        if (ids.size() < most_ids) ids.push_back(block.first + i);
    }
}

NotFinite count_not_finite(const TrajectoryFile& file, std::size_t most_ids, int first) {
    NotFinite result;
    for_each_trajectory_block(file, trajectories_per_block(file.info()), [&](const TrajectoryBlock& block) {
        result.add(block, file.info().samples, most_ids, first);
    });
    return result;
}

bool is_reference(const TrajectoryFile& submission) {
    const std::string& text = submission.info().description.protocol_json;
    if (text.empty()) return false;
    try {
        const Protocol protocol = read_protocol(text, submission.path().string());
        return protocol.check().empty();
    } catch (const Error&) {
        return false;
    }
}

GeneralisedCoordinates coordinates_of(const TrajectoryFile& truth) {
    return GeneralisedCoordinates(BodyGraph(system_of(truth)));
}

std::string why_not_from_q(const SystemSpec& spec, const GeneralisedCoordinates& coordinates) {
    if (!coordinates.exist()) return "has no generalised coordinates: " + coordinates.why_none();
    for (const VariedProperty& property : spec.varied)
        if ((property.pointer.starts_with("/constraints/") && property.pointer.ends_with("/length")) ||
            draws_places({property}))
            return "draws " + property.name + " for each trajectory, which q does not determine";
    return "";
}

SubmissionCheck check_submission(const TrajectoryFile& truth, const TrajectoryFile& submission, std::size_t most_ids,
                                 StartOf start, int context) {
    return PairCheck(truth, submission, most_ids, start, context).run();
}

namespace {

constexpr std::size_t ids_in_messages = 5;

// Those coordinates of a Lagrangian that count modulo turns. Other systems, which have none, are not read again.
std::vector<int> angles_of(const TrajectoryFile& truth) {
    if (truth.info().description.system_json.find("\"Lagrangian\"") == std::string::npos) return {};
    const std::vector<bool> are_angles = angle_coordinates_of(BodyGraph(system_of(truth)).terms());
    std::vector<int> angles;
    for (std::size_t i = 0; i < are_angles.size(); ++i)
        if (are_angles[i]) angles.push_back(static_cast<int>(i));
    return angles;
}

// What one pass over the states of a test set says.
class StatesOfTruth {
  public:
    explicit StatesOfTruth(const TrajectoryFile& truth)
        : span_(truth.info().description.times.dt * (truth.info().samples - 1)),
          as_stored_(truth.reads_as_stored()),
          tally_(to_size(truth.info().nodes) * truth.info().dimension) {
        const std::size_t state = to_size(truth.info().nodes) * truth.info().dimension;
        const std::vector<int> angles = angles_of(truth);
        std::vector<double> place;
        Sha256 x, v;
        for_each_trajectory_block(truth, trajectories_per_block(truth.info()), [&](const TrajectoryBlock& block) {
            not_finite_.add(block, truth.info().samples, ids_in_messages, 0);
            for (std::size_t at = 0; at < block.x.size(); at += state) {
                place.assign(&block.x[at], &block.x[at] + state);
                take_turns_off(angles, place.data());
                tally_.add(place.data(), &block.v[at]);
            }
            if (!as_stored_) return;
            x.add(block.x.data(), block.x.size() * sizeof(double));
            v.add(block.v.data(), block.v.size() * sizeof(double));
        });
        if (as_stored_) digests_ = {{"/x", x.hex()}, {"/v", v.hex()}};
    }

    const NotFinite& not_finite() const { return not_finite_; }
    CoordinateSpread spread() const { return tally_.finish(span_); }
    // Of x and v, if what is read is what is stored.
    const std::map<std::string, std::string>& digests() const { return digests_; }

  private:
    const double span_;  // s
    const bool as_stored_;
    SpreadTally tally_;
    NotFinite not_finite_;
    std::map<std::string, std::string> digests_;
};

}  // namespace

CheckedTruth check_truth(const TrajectoryFile& truth) {
    const TrajectoryFileInfo& info = truth.info();
    const std::string path = truth.path().string();
    if (info.description.kind != "dataset")
        throw DataError(path, "is a submission, expected a test set; give the test set first, then submissions");
    if (info.count == 0 || info.samples < 2)
        throw DataError(path + ":/x",
                        "shape is " + shape_text(info) + "; a test set needs a trajectory and two samples");
    const StatesOfTruth states(truth);
    if (const NotFinite& bad = states.not_finite(); bad.values > 0)
        throw DataError(path + ":/x", trajectories_text(bad.trajectories) +
                                          one_or_many(bad.trajectories, " is", " are") + " not finite (ids " +
                                          list_ids(bad.ids, bad.trajectories) + "); a test set must be complete");
    require_possible_bounds(truth);
    ContentDigest found = truth.digests(states.digests());
    const std::string advice = "; the file was changed or damaged, fetch or generate it again";
    if (found.content != info.content_digest)
        throw DataError(path, "content differs from its digest " + info.content_digest.substr(0, 12) + advice);
    if (!info.truth_digest.empty() && found.truth != info.truth_digest)
        throw DataError(path, "reference solution differs from its digest " + info.truth_digest.substr(0, 12) + advice);
    return {std::move(found), states.spread()};
}

}  // namespace cchnn
