// The same arrays, as HDF5 and as numpy.savez writes them, have the same scores to the last digit.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "dataset/writer/submission_writer.hpp"
#include "integrate/batch_coordinates.hpp"
#include "score/rollout_fixture.hpp"
#include "score/submission/submission.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// SUB.h5 -> SUB.npz with the named arrays and texts.
std::filesystem::path as_npz(const std::filesystem::path& submission, const std::string& arrays) {
    std::filesystem::path archive = submission;
    archive.replace_extension(".npz");
    const std::string script =
        "import sys, h5py, numpy\nf = h5py.File(sys.argv[1])\n"
        "numpy.savez(sys.argv[2], model=f.attrs['model'], answers_truth=f.attrs['answers_truth'], **{k: f[k][:] for "
        "k in sys.argv[3].split()})";
    const int status = std::system(("/usr/bin/python3 -c \"" + script + "\" '" + submission.string() + "' '" +
                                    archive.string() + "' '" + arrays + "'")
                                       .c_str());
    REQUIRE(WEXITSTATUS(status) == 0);
    return archive;
}

// Debian's, for which tests/run.sh installs h5py.
bool has_h5py() {
    const bool has = std::system("/usr/bin/python3 -c 'import h5py, numpy' 2>/dev/null") == 0;
    if (!has) MESSAGE("skipped: /usr/bin/python3 cannot import h5py");
    return has;
}

void check_same_scores(const RolloutFiles& files, const std::filesystem::path& submission, const std::string& arrays) {
    ScoringOptions options;
    options.choices.resamples = 200;
    const auto archive = as_npz(submission, arrays);
    const Scores scores = evaluate({files.test(), {submission, archive}, options});
    const SubmissionScores &a = scores.submissions[0], &b = scores.submissions[1];
    CHECK(b.path == archive.string());
    const std::string copy = "has the same predictions as " + a.label + ", number for number: they count once";
    std::vector<std::string> expected = a.remarks;
    expected.push_back(copy);
    CHECK(b.remarks == expected);
    CHECK(a.values == b.values);
    CHECK(a.error_over_time.mean == b.error_over_time.mean);
    CHECK(a.relative_error.front() > 1e-8);
    for (std::size_t m = 0; m < a.metrics.size(); ++m) {
        CHECK(a.metrics[m].summary.mean == b.metrics[m].summary.mean);
        const auto &of_a = a.metrics[m].summary.geometric_mean_ci95, &of_b = b.metrics[m].summary.geometric_mean_ci95;
        CHECK(of_a.has_value() == of_b.has_value());
        if (of_a) CHECK(of_a->low == of_b->low);
        if (of_a) CHECK(of_a->high == of_b->high);
    }
}

}  // namespace

TEST_CASE("an .npz of x and v scores as the HDF5 file of the same arrays, to the last digit") {
    if (!has_h5py()) return;
    const RolloutFiles files("gyroscope", 5, 12);
    check_same_scores(files,
                      files.submit("net.h5",
                                   [](TrajectoryBatch& b) {
                                       for (int i = 0; i < b.count; ++i)
                                           for (int k = 1; k < b.samples; ++k) entry(b.v, b, i, k) += 1e-3 / (1 + i);
                                   }),
                      "x v");
}

TEST_CASE("an .npz of q and qdot scores as the HDF5 file of the same arrays, to the last digit") {
    if (!has_h5py()) return;
    const RolloutFiles files("chain_pendulum_3", 5, 12);
    const GeneralisedCoordinates c = coordinates_of(TrajectoryFile(files.test()));
    check_same_scores(files,
                      files.submit(
                          "net.h5",
                          [&](TrajectoryBatch& b) {
                              add_coordinates(c, 0.03, b);
                              const auto m = static_cast<std::size_t>(c.count());
                              for (std::size_t k = 0; k < b.q.size() / m; ++k)
                                  if (k % 12 > 0) b.q[k * m] += 1e-4 * static_cast<double>(1 + k);
                          },
                          [&](DatasetDescription& d) { d.coordinates = c.table(); }),
                      "q qdot");
}

TEST_CASE("a submission that is written as .npz is one, and has the scores of its HDF5 to the last digit") {
    const RolloutFiles files("chain_pendulum_3", 5, 12);
    const SystemSpec spec = load_system("chain_pendulum_3");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    DatasetDescription d;
    d.kind = "submission";
    d.split = "test";
    d.count = 5;
    d.times = {0.03, 12};
    d.model = "a net";
    d.notes = "two\nlines";
    d.answers_truth = files.digest();
    d.system_json = spec.json;
    d.nodes = node_labels(graph);
    d.protocol_json = to_json(paper_protocol());
    const Sampler sampler(spec, graph, system);
    std::vector<InitialState> states;
    for (std::uint64_t i = 0; i < 5; ++i) {
        SampleKey key{1, Split::test, i, 0};
        states.push_back(sampler.perturb(sampler.draw(key), 1e-3, 0, i));
    }
    TrajectoryBatch batch = integrate(system, states, d.times, paper_protocol());
    SUBCASE("x and v") {}
    SUBCASE("q and qdot") {
        const GeneralisedCoordinates coordinates(graph);
        add_coordinates(coordinates, 0.03, batch);
        d.coordinates = coordinates.table();
    }
    std::vector<std::string> digests;
    for (const char* name : {"net.h5", "net.npz"}) {
        SubmissionWriter writer(files / name, d, system, false);
        writer.append(batch);
        digests.push_back(writer.finish());
    }
    CHECK(digests[0] == digests[1]);
    const Scores scores = evaluate({files.test(), {files / "net.h5", files / "net.npz"}, {}});
    const SubmissionScores &a = scores.submissions[0], &b = scores.submissions[1];
    CHECK(a.values == b.values);
    const std::string copy = "has the same predictions as " + a.label + ", number for number: they count once";
    std::vector<std::string> expected = a.remarks;
    expected.push_back(copy);
    CHECK(b.remarks == expected);
    CHECK(a.model == b.model);
    CHECK(a.notes == b.notes);
    CHECK(b.reference);  // a rollout stays one: it may start elsewhere
    CHECK(a.rtol == b.rtol);
    std::ifstream file(files / "net.npz", std::ios::binary);
    CHECK(file.get() == 'P');
    CHECK(file.get() == 'K');
}

TEST_CASE("a name that promises another format than HDF5 or .npz is refused") {
    CHECK(wrong_suffix("mine.json") == "must end in .h5 (HDF5) or .npz (NumPy), got 'mine.json'");
    for (const char* name : {"a.csv", "a.npy", "a.NPZ", "a.Json", "dir.h5/a.txt"}) CHECK(wrong_suffix(name) != "");
    for (const char* name : {"a.h5", "a.hdf5", "a.npz", "a", "lr0.001", "dir.json/a"}) CHECK(wrong_suffix(name) == "");
}
