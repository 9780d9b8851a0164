#pragma once
// A small test set of real rollouts and submissions made from it, in a directory of its own.

#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "graph/body_graph.hpp"
#include "integrate/integrate.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

namespace cchnn_test {

using namespace cchnn;

class RolloutFiles {
  public:
    explicit RolloutFiles(const std::string& system_name = "chain_pendulum_2", int count = 6, int samples = 21,
                          bool at_rest = false)
        : spec_(load_system(system_name)), graph_(spec_), system_(spec_, graph_), samples_(samples) {
        std::string name = (std::filesystem::temp_directory_path() / "cchnn-score-XXXXXX").string();
        directory_ = mkdtemp(name.data());
        const Sampler sampler(spec_, graph_, system_);
        if (sampler.trajectory_count() >= 0) count = std::min(count, static_cast<int>(sampler.trajectory_count()));
        for (int i = 0; i < count; ++i) {
            SampleKey key{1, Split::test, static_cast<std::uint64_t>(i), 0};
            states_.push_back(sampler.draw(key));
            if (at_rest) std::fill(states_.back().v.begin(), states_.back().v.end(), 0.0);
        }
        truth_ = roll_out(states_);
        // Any numbers that grow: whether they are true is not the evaluator's question.
        for (int i = 0; i < count; ++i) {
            for (int k = 0; k < samples; ++k) truth_.error_bound.push_back(1e-15 * (1 + k));
            truth_.valid_until.push_back(spec_.sampling.dt * (samples - 1));
        }
        digest_ = write("test.h5", truth_, "dataset", [](DatasetDescription&) {});
    }
    ~RolloutFiles() { std::filesystem::remove_all(directory_); }
    RolloutFiles(const RolloutFiles&) = delete;
    RolloutFiles& operator=(const RolloutFiles&) = delete;

    const ConstrainedSystem& system() const { return system_; }
    const std::string& digest() const { return digest_; }
    std::filesystem::path operator/(const std::string& name) const { return directory_ / name; }
    std::filesystem::path test() const { return directory_ / "test.h5"; }

    using EditBatch = std::function<void(TrajectoryBatch&)>;
    using EditDescription = std::function<void(DatasetDescription&)>;

    // The truth, edited, as the submission of a model.
    std::filesystem::path submit(
        const std::string& name, const EditBatch& edit,
        const EditDescription& describe = [](DatasetDescription&) {}) const {
        TrajectoryBatch batch = truth_;
        edit(batch);
        write(name, batch, "submission", describe);
        return directory_ / name;
    }

    // A reference rollout from states moved by epsilon.
    std::filesystem::path submit_perturbed(const std::string& name, double epsilon) const {
        const Sampler sampler(spec_, graph_, system_);
        std::vector<InitialState> moved;
        for (std::size_t i = 0; i < states_.size(); ++i) moved.push_back(sampler.perturb(states_[i], epsilon, 0, i));
        write(name, roll_out(moved), "submission", [&](DatasetDescription& d) {
            d.system_json = spec_.json;
            d.nodes = node_labels(graph_);
            d.protocol_json = to_json(default_protocol());
            d.perturbation_length = epsilon;
        });
        return directory_ / name;
    }

  private:
    TrajectoryBatch roll_out(const std::vector<InitialState>& states) const {
        return integrate(system_, states, {spec_.sampling.dt, samples_}, default_protocol());
    }

    std::string write(const std::string& name, const TrajectoryBatch& batch, const std::string& kind,
                      const EditDescription& describe) const {
        DatasetDescription d;
        d.kind = kind;
        d.split = "test";
        d.count = static_cast<std::uint64_t>(batch.count);
        d.times = {spec_.sampling.dt, batch.samples};
        if (kind == "dataset") {
            d.system_json = spec_.json;
            d.nodes = node_labels(graph_);
            d.protocol_json = to_json(default_protocol());
            d.bounded = true;
            d.bound_level = 1e-6;
        } else {
            d.model = std::filesystem::path(name).stem().string();
            d.answers_truth = digest_;
        }
        describe(d);
        DatasetWriter writer(directory_ / name, d, system_, true);
        writer.append(batch);
        writer.finish();
        return writer.content().truth;
    }

    SystemSpec spec_;
    BodyGraph graph_;
    ConstrainedSystem system_;
    int samples_;
    std::filesystem::path directory_;
    std::vector<InitialState> states_;
    TrajectoryBatch truth_;
    std::string digest_;
};

// Entry (trajectory, sample, node, axis) of x or v.
inline double& entry(std::vector<double>& values, const TrajectoryBatch& b, int trajectory, int sample, int node = 0,
                     int axis = 0) {
    const int place = ((trajectory * b.samples + sample) * b.nodes + node) * b.dimension + axis;
    return values[static_cast<std::size_t>(place)];
}

// The first `count` trajectories and the first `samples` samples.
inline void cut(TrajectoryBatch& b, int count, int samples) {
    const auto keep = [&](std::vector<double>& values) {
        std::vector<double> kept;
        for (int i = 0; i < count; ++i) {
            const auto first = values.begin() + i * b.samples * b.nodes * b.dimension;
            kept.insert(kept.end(), first, first + samples * b.nodes * b.dimension);
        }
        values = kept;
    };
    keep(b.x);
    keep(b.v);
    b.count = count;
    b.samples = samples;
    b.energy.clear();
    b.outcomes.clear();
}

}  // namespace cchnn_test
