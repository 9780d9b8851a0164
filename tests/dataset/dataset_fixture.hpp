#pragma once
// Small systems and made-up trajectories for the tests of this room: numbers that differ everywhere, no physics.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "dataset/writer/dataset_writer.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/constrained_system.hpp"
#include "scratch_directory.hpp"
#include "spec/read_system.hpp"

namespace cchnn_test {

struct Fixture {
    explicit Fixture(const std::string& system_name);
    cchnn::SystemSpec spec;
    cchnn::BodyGraph graph;
    cchnn::ConstrainedSystem system;

    cchnn::DatasetDescription dataset(std::uint64_t count, int samples, const std::string& split = "test") const;
    cchnn::DatasetDescription submission(std::uint64_t count, int samples) const;
    // Trajectory i holds the same numbers in every batch.
    cchnn::TrajectoryBatch batch(std::uint64_t first, int count, int samples) const;
    // Writes all of a description in batches of the given size; returns the content digest.
    std::string write(const std::filesystem::path& path, const cchnn::DatasetDescription& d, int batch_size) const;
};

// What the call throws as cchnn::Error; "" when it throws nothing.
template <class Call>
std::string error_text(const Call& call) {
    try {
        call();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}
inline Fixture::Fixture(const std::string& system_name)
    : spec(cchnn::load_system(system_name)), graph(spec), system(spec, graph) {}

inline cchnn::DatasetDescription Fixture::dataset(std::uint64_t count, int samples, const std::string& split) const {
    cchnn::DatasetDescription d;
    d.kind = "dataset";
    d.split = split;
    d.seed = 18446744073709551557U;  // needs all 64 bits
    d.count = count;
    d.times = {0.03, samples};
    d.system_json = spec.json;
    d.protocol_json = R"({"name": "default"})";
    d.nodes = cchnn::node_labels(graph);
    d.graph = cchnn::system_graph(spec, graph);
    return d;
}

inline cchnn::DatasetDescription Fixture::submission(std::uint64_t count, int samples) const {
    cchnn::DatasetDescription d;
    d.kind = "submission";
    d.split = "test";
    d.count = count;
    d.times = {0.03, samples};
    d.model = "a model";
    d.notes = "two lines\nof notes";
    d.answers_truth = std::string(64, 'a');
    return d;
}

inline cchnn::TrajectoryBatch Fixture::batch(std::uint64_t first, int count, int samples) const {
    cchnn::TrajectoryBatch b;
    b.first = first;
    b.count = count;
    b.samples = samples;
    b.nodes = system.node_count();
    b.dimension = system.dimension();
    for (int i = 0; i < count; ++i) {
        const double number = static_cast<double>(first) + i;
        for (int k = 0; k < samples * system.state_size(); ++k) {
            b.x.push_back(number + 1.0 / (3.0 + k));
            b.v.push_back(-number - 1.0 / (7.0 + k));
        }
        for (int k = 0; k < samples * cchnn::GeneralisedCoordinates(graph).count(); ++k) {
            b.q.push_back(number + 1.0 / (5.0 + k));
            b.qdot.push_back(-number - 1.0 / (11.0 + k));
        }
        for (int k = 0; k < samples; ++k) b.energy.push_back(number * 10 + k / 3.0);
        const bool ended = static_cast<int>(number) % 5 == 4;
        b.outcomes.push_back({ended ? cchnn::EndReason::too_many_steps : cchnn::EndReason::completed, samples,
                              number / 7, 100 + static_cast<long>(number), 3});
    }
    return b;
}

inline std::string Fixture::write(const std::filesystem::path& path, const cchnn::DatasetDescription& d,
                                  int batch_size) const {
    cchnn::DatasetWriter writer(path, d, system, false);
    for (std::uint64_t first = 0; first < d.count;) {
        const int count =
            static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(batch_size), d.count - first));
        writer.append(batch(first, count, d.times.samples));
        first += static_cast<std::uint64_t>(count);
    }
    return writer.finish();
}

inline std::string read_all(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace cchnn_test
