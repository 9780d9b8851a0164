#include "dataset/writer/dataset_writer.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <stdexcept>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "files/hdf5_file.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::vector<double> doubles(const Hdf5File& file, const std::string& path) {
    const Shape shape = file.array(path).shape;
    std::vector<double> values(byte_count(shape, 1));
    file.read_doubles(path, Shape(shape.size(), 0), shape, values.data());
    return values;
}

// Runs `work` in a child process, with all that an ordinary exit runs; what it returns is the exit code, 255 when a
// signal ended the child.
template <class Work>
int in_child(const Work& work) {
    std::cout.flush();
    std::fflush(nullptr);  // or the child would print it again
    const pid_t child = fork();
    if (child == 0) exit(work());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

}  // namespace

TEST_CASE("a dataset reads back bit for bit, in pieces of any size") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    const int samples = 100;  // 4800 bytes a trajectory: 40 in a chunk of the file, so 100 need three
    f.write(scratch / "test.h5", f.dataset(100, samples), 8);
    const TrajectoryFile file(scratch / "test.h5");
    const TrajectoryBatch all = f.batch(0, 100, samples);
    std::vector<double> x, v, energy;
    file.read(0, 100, x, v);
    CHECK(x == all.x);
    CHECK(v == all.v);
    const TrajectoryBatch part = f.batch(37, 13, samples);
    file.read(37, 13, x, v);
    CHECK(x == part.x);
    CHECK(v == part.v);
    energy = file.rows("/energy", 37, 13);
    CHECK(energy == part.energy);
    file.read_initial(37, 2, x, v);
    const auto size = static_cast<std::ptrdiff_t>(f.system.state_size()), row = size * samples;
    CHECK(std::equal(x.begin(), x.begin() + size, part.x.begin()));
    CHECK(std::equal(v.begin() + size, v.end(), part.v.begin() + row, part.v.begin() + row + size));
}

TEST_CASE("a file says of itself what it was told") {
    const ScratchDirectory scratch;
    const Fixture f("coupled_pendulum_3");
    DatasetDescription d = f.dataset(6, 20, "train");
    d.chunks = true;
    d.chunk_length = 4;
    const std::string digest = f.write(scratch / "train.h5", d, 6);
    const TrajectoryFileInfo info = TrajectoryFile(scratch / "train.h5").info();
    CHECK(info.format_version == 1);
    CHECK(info.description.kind == "dataset");
    CHECK(info.description.split == "train");
    CHECK(info.description.seed == 18446744073709551557U);
    CHECK(info.description.times.dt == 0.03);
    CHECK(info.description.times.samples == 20);
    CHECK(info.description.system_json == f.spec.json);
    CHECK(info.description.protocol_json == d.protocol_json);
    CHECK(info.description.nodes == node_labels(f.graph));
    CHECK(info.description.nodes.size() == 3);
    CHECK(info.description.chunks);
    CHECK(info.description.chunk_length == 4);
    CHECK(info.system_name == "coupled_pendulum_3");
    CHECK(info.content_digest == digest);
    CHECK(info.count == 6);
    CHECK(info.nodes == 3);
    CHECK(info.dimension == 3);
    REQUIRE(info.times.size() == 20);
    for (int k = 0; k < 20; ++k) CHECK(info.times[static_cast<std::size_t>(k)] == d.times.time(k));
}

TEST_CASE("a submission keeps model, notes and the digest it answers, and needs no system") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_2");
    TrajectoryBatch batch = f.batch(0, 3, 10);
    batch.energy.clear();
    batch.outcomes.clear();
    {
        DatasetWriter writer(scratch / "s.h5", f.submission(3, 10), f.system, false);
        writer.append(batch);
        writer.finish();
    }
    const TrajectoryFile file(scratch / "s.h5");
    CHECK(file.info().description.kind == "submission");
    CHECK(file.info().description.model == "a model");
    CHECK(file.info().description.notes == "two lines\nof notes");
    CHECK(file.info().description.answers_truth == std::string(64, 'a'));
    CHECK(file.info().description.system_json.empty());
    CHECK(file.outcome_counts().empty());
    std::vector<double> x, v;
    file.read(0, 3, x, v);
    CHECK(x == batch.x);
}

TEST_CASE("a submission says how long it took, as HDF5 and as .npz, where that was measured") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    for (const char* name : {"s.h5", "s.npz"}) {
        SubmissionWriter timed(scratch / name, f.submission(2, 4), f.system, true);
        timed.append(f.batch(0, 2, 4));
        timed.set_rollout_time({0.1, "a core"});
        timed.finish();
        const TrajectoryFile file(scratch / name);
        CHECK(file.info().description.rollout_time.value().seconds == 0.1);
        CHECK(file.info().description.rollout_time.value().hardware == "a core");
        SubmissionWriter untimed(scratch / name, f.submission(2, 4), f.system, true);
        untimed.append(f.batch(0, 2, 4));
        untimed.finish();
        CHECK(!TrajectoryFile(scratch / name).info().description.rollout_time);
    }
}

TEST_CASE("a time of a submission that is none is a problem") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    const auto problem = [&](double seconds) {
        DatasetDescription d = f.submission(2, 4);
        d.rollout_time = {seconds, "a core"};
        std::filesystem::remove(scratch / "s.h5");
        f.write(scratch / "s.h5", d, 2);
        return error_text([&] { TrajectoryFile file(scratch / "s.h5"); });
    };
    for (const double bad : {0.0, -1.0, double(NAN), double(INFINITY)})
        CHECK(contains_text(problem(bad), "s.h5:/@rollout_seconds: must be a finite number > 0, got "));
    CHECK(contains_text(problem(-1e-9), "must be a finite number > 0, got -1e-09"));
    CHECK(problem(2.5) == "");
}

TEST_CASE("the bytes of a file do not depend on how trajectories are batched") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    DatasetDescription d = f.dataset(90, 100, "train");
    d.chunks = true;
    f.write(scratch / "a.h5", d, 1);
    f.write(scratch / "b.h5", d, 7);
    f.write(scratch / "c.h5", d, 90);
    const std::string bytes = read_all(scratch / "a.h5");
    CHECK(bytes.size() > 90 * 100 * 6 * 8 * 2);
    CHECK((bytes == read_all(scratch / "b.h5")));
    CHECK((bytes == read_all(scratch / "c.h5")));
}

TEST_CASE("outcomes are counted by name") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    f.write(scratch / "test.h5", f.dataset(23, 5), 4);  // the fixture ends trajectories 4, 9, 14, 19 early
    const auto counts = TrajectoryFile(scratch / "test.h5").outcome_counts();
    CHECK(counts == std::map<std::string, std::uint64_t>{{"completed", 19}, {"too_many_steps", 4}});
}

TEST_CASE("every NaN is stored as the same bits") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    TrajectoryBatch batch = f.batch(0, 1, 4);
    batch.x[3] = std::bit_cast<double>(std::uint64_t{0xfff8000000001234});
    batch.v[5] = std::bit_cast<double>(std::uint64_t{0xfff8000000000000});
    {
        DatasetWriter writer(scratch / "t.h5", f.dataset(1, 4), f.system, false);
        writer.append(batch);
        writer.finish();
    }
    std::vector<double> x, v;
    TrajectoryFile(scratch / "t.h5").read(0, 1, x, v);
    CHECK(std::bit_cast<std::uint64_t>(x[3]) == 0x7ff8000000000000);
    CHECK(std::bit_cast<std::uint64_t>(v[5]) == 0x7ff8000000000000);
    CHECK(x[2] == batch.x[2]);
}

TEST_CASE("an array of NaN is a valid file, as a template for submissions") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    TrajectoryBatch batch = f.batch(0, 2, 4);
    std::fill(batch.x.begin(), batch.x.end(), std::nan(""));
    std::fill(batch.v.begin(), batch.v.end(), std::nan(""));
    {
        DatasetWriter writer(scratch / "t.h5", f.submission(2, 4), f.system, false);
        writer.append(batch);
        writer.finish();
    }
    std::vector<double> x, v;
    TrajectoryFile(scratch / "t.h5").read(0, 2, x, v);
    CHECK(std::all_of(x.begin(), x.end(), [](double value) { return std::isnan(value); }));
}

TEST_CASE("a trajectory longer than a chunk of the file is cut along time and reads back bit for bit") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    const int samples = 12000;  // 576,000 bytes a trajectory
    f.write(scratch / "t.h5", f.dataset(2, samples), 1);
    std::vector<double> x, v;
    TrajectoryFile(scratch / "t.h5").read(1, 1, x, v);
    CHECK((x == f.batch(1, 1, samples).x));
    CHECK(Hdf5File::open(scratch / "t.h5").array("/x").chunk == Shape{1, 4000, 3, 2});  // three of them, below 192 KiB
}

TEST_CASE("chunks of the file are whole trajectories of 64 to 256 KiB, with checksums and without compression") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    f.write(scratch / "t.h5", f.dataset(100, 100), 50);
    const ArrayInfo x = Hdf5File::open(scratch / "t.h5").array("/x");
    CHECK(x.chunk ==
          Shape{25, 100, 3, 2});  // 120,000 bytes, four of them: of 40, the most, a third would be half empty
    CHECK(x.filters == std::vector<std::string>{"fletcher32"});
}

TEST_CASE("training chunks are pieces of their trajectory that do not overlap, drawn by trajectory number alone") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_2");
    DatasetDescription d = f.dataset(60, 23, "train");  // floor(23/5) = 4 pieces
    d.chunks = true;
    f.write(scratch / "train.h5", d, 7);
    d.count = 30;
    f.write(scratch / "fewer.h5", d, 30);
    const Hdf5File file = Hdf5File::open(scratch / "train.h5");
    const std::vector<double> start = doubles(file, "/chunks/start"), x = doubles(file, "/x"), v = doubles(file, "/v"),
                              t = doubles(file, "/t"), chunk_x = doubles(file, "/chunks/x"),
                              chunk_v = doubles(file, "/chunks/v"), chunk_t = doubles(file, "/chunks/t");
    const std::size_t state = 4;
    for (std::size_t i = 0; i < 60; ++i) {
        const auto s = static_cast<std::size_t>(start[i]);
        for (std::size_t k = 0; k < 5; ++k) {
            CHECK(chunk_t[i * 5 + k] == t[s + k]);
            for (std::size_t j = 0; j < state; ++j) {
                CHECK(chunk_x[(i * 5 + k) * state + j] == x[(i * 23 + s + k) * state + j]);
                CHECK(chunk_v[(i * 5 + k) * state + j] == v[(i * 23 + s + k) * state + j]);
            }
        }
    }
    CHECK(std::set<double>(start.begin(), start.end()) == std::set<double>{0, 5, 10, 15});
    const std::vector<double> fewer = doubles(Hdf5File::open(scratch / "fewer.h5"), "/chunks/start");
    CHECK(std::equal(fewer.begin(), fewer.end(), start.begin()));
}

TEST_CASE("chunks longer than a trajectory are refused, with what to do") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    DatasetDescription d = f.dataset(2, 4, "train");
    d.chunks = true;
    const std::string text = error_text([&] { DatasetWriter(scratch / "t.h5", d, f.system, false); });
    CHECK(text ==
          "windows of 5 samples cannot be cut from trajectories of 4 samples; ask for windows of 1 to 4 samples, for "
          "longer trajectories, or for no windows");
    CHECK(scratch.file_count() == 0);
}

TEST_CASE("the system's tables give Phi and M without reading JSON") {
    const ScratchDirectory scratch;
    for (const char* name : {"chain_pendulum_3", "coupled_pendulum_3"}) {
        const Fixture f(name);
        const std::string path = scratch / (std::string(name) + ".h5");
        f.write(path, f.dataset(1, 3), 1);
        const Hdf5File file = Hdf5File::open(path);
        const std::string group = "/system/constraints/";
        const std::vector<double> weights = doubles(file, group + "weights"), offset = doubles(file, group + "offset"),
                                  length = doubles(file, group + "length"),
                                  independent = doubles(file, group + "independent");
        const std::vector<double> x = f.batch(0, 1, 1).x;
        const auto n = static_cast<std::size_t>(f.system.node_count()),
                   d = static_cast<std::size_t>(f.system.dimension());
        std::vector<double> phi(f.system.rows().size());
        f.system.phi(x.data(), phi.data());
        REQUIRE(length.size() == phi.size());
        for (std::size_t row = 0; row < phi.size(); ++row) {
            double square = 0;
            for (std::size_t axis = 0; axis < d; ++axis) {
                double r = offset[row * d + axis];
                for (std::size_t i = 0; i < n; ++i) r += weights[row * n + i] * x[i * d + axis];
                square += r * r;
            }
            CHECK(square - length[row] * length[row] ==
                  doctest::Approx(phi[row]).epsilon(1e-14));  // other order of sums
            CHECK(independent[row] == 1);
        }
        CHECK(doubles(file, "/system/mass_matrix") == f.system.mass_matrix());
        CHECK(doubles(file, "/system/inverse_mass_matrix") == f.system.inverse_mass_matrix());
        CHECK(file.read_texts(group + "name")[0] == f.system.rows()[0].name);
        CHECK(file.read_texts(group + "kind")[0] == "distance");
    }
}

TEST_CASE("an existing file is kept unless told otherwise, and the message names --force") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    const auto path = scratch / "t.h5";
    f.write(path, f.dataset(2, 4), 2);
    const std::string before = read_all(path);
    CHECK(error_text([&] { DatasetWriter(path, f.dataset(3, 4), f.system, false); }) ==
          path.string() + ": exists already; give --force to replace it");
    CHECK((read_all(path) == before));
    DatasetWriter writer(path, f.dataset(3, 4), f.system, true);
    writer.append(f.batch(0, 3, 4));
    CHECK((read_all(path) == before));  // until it is finished
    writer.finish();
    CHECK(TrajectoryFile(path).info().count == 3);
    CHECK(scratch.file_count() == 1);
}

TEST_CASE("a missing directory is named") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    const auto path = scratch / "nowhere" / "t.h5";
    CHECK_THROWS_AS(DatasetWriter(path, f.dataset(3, 4), f.system, false), IoError);
    CHECK(error_text([&] { DatasetWriter(path, f.dataset(3, 4), f.system, false); }) ==
          path.string() + ": cannot be created: " + (scratch / "nowhere").string() + " is not a directory");
}

TEST_CASE("without finish() nothing is left behind") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    {
        DatasetWriter writer(scratch / "t.h5", f.dataset(3, 4), f.system, false);
        writer.append(f.batch(0, 2, 4));
        CHECK(scratch.file_count() == 1);  // the temporary one
        CHECK(!std::filesystem::exists(scratch / "t.h5"));
    }
    CHECK(scratch.file_count() == 0);
}

TEST_CASE("a process killed while it writes leaves nothing under the final name") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    const int code = in_child([&]() -> int {
        DatasetWriter writer(scratch / "t.h5", f.dataset(3, 4), f.system, false);
        writer.append(f.batch(0, 2, 4));
        raise(SIGKILL);
        return 0;
    });
    CHECK(code == 255);
    CHECK(!std::filesystem::exists(scratch / "t.h5"));
}

TEST_CASE("trajectories that are missing, too many or out of order are refused") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    DatasetWriter writer(scratch / "t.h5", f.dataset(3, 4), f.system, false);
    CHECK(error_text([&] { writer.append(f.batch(1, 1, 4)); }) == "dataset writer: batch starts at 1, expected 0");
    CHECK(error_text([&] { writer.append(f.batch(0, 4, 4)); }) == "dataset writer: more trajectories than announced");
    CHECK(error_text([&] { writer.append(f.batch(0, 1, 5)); }) ==
          "dataset writer: batch has other times than the file");
    writer.append(f.batch(0, 2, 4));
    CHECK_THROWS_AS(writer.finish(), std::invalid_argument);
    CHECK(error_text([&] { writer.finish(); }) == "dataset writer: only 2 of 3 trajectories were appended");
    CHECK(!std::filesystem::exists(scratch / "t.h5"));
}

// A limit on the size of files stands for a full disk: the same calls fail, with another reason.
TEST_CASE("a full disk is an IoError with path and reason, and leaves nothing behind") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_3");
    const auto path = scratch / "t.h5";
    for (const rlim_t limit : {rlim_t{0}, rlim_t{20000}, rlim_t{150000}, rlim_t{300000}, rlim_t{900000}}) {
        CAPTURE(limit);
        const int code = in_child([&] {
            signal(SIGXFSZ, SIG_IGN);
            const rlimit size{limit, limit};
            setrlimit(RLIMIT_FSIZE, &size);
            try {
                f.write(path, f.dataset(100, 100), 8);
            } catch (const IoError& error) {
                const std::string text = error.what();
                return text.starts_with(path.string() + ": ") && contains_text(text, "File too large") ? 7 : 8;
            }
            return 9;
        });
        CHECK(code == 7);
        CHECK(scratch.file_count() == 0);
    }
}

TEST_CASE("notes beyond what an attribute can hold are refused") {
    const ScratchDirectory scratch;
    const Fixture f("chain_pendulum_1");
    DatasetDescription d = f.submission(1, 4);
    d.notes = std::string(40000, 'n');
    CHECK(error_text([&] { DatasetWriter(scratch / "t.h5", d, f.system, false); }) ==
          "a model name may have 1000 bytes and notes 32 KiB, got 7 and 40000 bytes");
    d.notes = "";
    d.model = std::string(1001, 'm');
    CHECK(error_text([&] { DatasetWriter(scratch / "t.h5", d, f.system, false); }) ==
          "a model name may have 1000 bytes and notes 32 KiB, got 1001 and 0 bytes");
}
