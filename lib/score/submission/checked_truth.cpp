#include "score/submission/checked_truth.hpp"

#include <map>
#include <string>
#include <utility>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/stored_bounds.hpp"
#include "score/submission/submission.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

constexpr std::size_t ids_in_messages = 5;

// What one pass over the states of a test set says.
class StatesOfTruth {
  public:
    explicit StatesOfTruth(const TrajectoryFile& truth)
        : span_(truth.info().description.times.dt * (truth.info().samples - 1)),
          as_stored_(truth.reads_as_stored()),
          tally_(to_size(truth.info().nodes) * truth.info().dimension) {
        const std::size_t state = to_size(truth.info().nodes) * truth.info().dimension;
        Sha256 x, v;
        for_each_trajectory_block(truth, trajectories_per_block(truth.info()), [&](const TrajectoryBlock& block) {
            not_finite_.add(block, truth.info().samples, ids_in_messages, 0);
            for (std::size_t at = 0; at < block.x.size(); at += state) tally_.add(&block.x[at], &block.v[at]);
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
