#include "stories/evaluate/rollout.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "contains_text.hpp"
#include "dataset/changed_number.hpp"
#include "files/hdf5_file.hpp"
#include "files/numpy/zip_archive.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// A test set of the two-link chain, 12 trajectories of 21 samples, made with the default protocol.
class TestSet {
  public:
    TestSet() : spec(load_system("chain_pendulum_2")) {
        GenerateOptions options = small(scratch.path(), 0, 0, 12);
        options.samples = 21;
        options.protocol = default_protocol();
        const GenerateReport report = generate(spec, options);
        file = report.splits.front().file;
        digest = report.splits.front().truth_digest;
    }
    RolloutOptions options(const std::string& output) const {
        RolloutOptions o;
        o.test_set = file;
        o.output = scratch / output;
        return o;
    }
    RolloutOptions from_states(const fs::path& states, const std::string& output) const {
        RolloutOptions o;
        o.states = states;
        o.output = scratch / output;
        return o;
    }
    ScratchDirectory scratch;
    SystemSpec spec;
    fs::path file;
    std::string digest;
};

// Distance of trajectory i at sample k in (x, v).
double distance(const Arrays& a, const Arrays& b, std::size_t samples, std::size_t i, std::size_t k) {
    const std::size_t width = 4, at = (i * samples + k) * width;
    double sum = 0;
    for (std::size_t j = at; j < at + width; ++j) sum += std::pow(a.x[j] - b.x[j], 2) + std::pow(a.v[j] - b.v[j], 2);
    return std::sqrt(sum);
}

std::string npy(const std::string& shape, const std::vector<double>& values) {
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    header += std::string(64 - (10 + header.size() + 1) % 64, ' ') + "\n";
    std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    bytes += header;
    return bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
}

fs::path write_npz(const fs::path& file, const std::string& shape, const std::vector<double>& x,
                   const std::vector<double>& v) {
    write_zip(file, {{"x.npy", npy(shape, x)}, {"v.npy", npy(shape, v)}}, deflated);
    return file;
}

fs::path write_hdf5(const fs::path& file, const Shape& shape, const std::vector<double>& x,
                    const std::vector<double>& v) {
    Hdf5File hdf5 = Hdf5File::create(file, file);
    for (const auto& [path, values] : {std::pair{"/x", &x}, std::pair{"/v", &v}}) {
        hdf5.make_array(path, float64, shape, {});
        hdf5.write(path, Shape(shape.size(), 0), shape, values->data());
    }
    hdf5.close();
    return file;
}

// Initial states of the first `count` trajectories of a test set.
Arrays starts(const fs::path& test_set, std::uint64_t count) {
    Arrays a;
    TrajectoryFile(test_set).read_initial(0, count, a.x, a.v);
    return a;
}

}  // namespace

TEST_CASE("rollout: without perturbation and with the same protocol it is the test set, bit for bit") {
    const TestSet set;
    const RolloutReport report = rollout(set.spec, set.options("same.h5"));
    CHECK(report.count == 12);
    CHECK(report.samples == 21);
    CHECK(report.dt == 0.03);
    CHECK(report.ended_early.empty());
    const Arrays truth = arrays_of(set.file, 0, 12), same = arrays_of(set.scratch / "same.h5", 0, 12);
    CHECK((truth.x == same.x));
    CHECK((truth.v == same.v));
    const TrajectoryFile file(set.scratch / "same.h5");
    CHECK(file.info().description.kind == "submission");
    CHECK(file.info().description.answers_truth == set.digest);
    CHECK(file.info().description.model == "reference");
    CHECK(file.info().content_digest == report.content_digest);
}

TEST_CASE("rollout: progress counts up to all trajectories") {
    const TestSet set;
    RolloutOptions options = set.options("out.h5");
    std::uint64_t last = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
        CHECK(total == 12);
        CHECK(done > last);
        last = done;
    };
    rollout(set.spec, options);
    CHECK(last == 12);
}

TEST_CASE("rollout: small perturbations grow in proportion to epsilon") {
    const TestSet set;
    const Arrays truth = arrays_of(set.file, 0, 12);
    const auto perturbed = [&](double epsilon) {
        RolloutOptions options = set.options("p" + std::to_string(epsilon * 1e9) + ".h5");
        options.epsilon_length = epsilon;
        rollout(set.spec, options);
        return arrays_of(options.output, 0, 12);
    };
    const Arrays small_move = perturbed(1e-7), large_move = perturbed(1e-6);
    for (std::size_t i = 0; i < 12; ++i) {
        CAPTURE(i);
        // Projection takes a part of the move away, never adds to first order.
        const double start = distance(truth, small_move, 21, i, 0);
        CHECK(start <= 1.001e-7);
        CHECK(start > 1e-9);
        for (std::size_t k : {std::size_t{0}, std::size_t{7}, std::size_t{20}})
            // The next order is epsilon times a curvature of order 10: 1e-5 relative. 1e-3 leaves room for chaos.
            CHECK(distance(truth, large_move, 21, i, k) / distance(truth, small_move, 21, i, k) ==
                  doctest::Approx(10).epsilon(1e-3));
    }
}

TEST_CASE("rollout: the perturbation depends on its seed and on nothing else") {
    const TestSet set;
    RolloutOptions options = set.options("a.h5");
    options.epsilon = 1e-5;
    rollout(set.spec, options);
    options.output = set.scratch / "b.h5";
    options.threads = 3;
    rollout(set.spec, options);
    options.output = set.scratch / "c.h5";
    options.seed = 1;
    rollout(set.spec, options);
    CHECK((bytes_of(set.scratch / "a.h5") == bytes_of(set.scratch / "b.h5")));
    CHECK((arrays_of(set.scratch / "a.h5", 0, 12).x != arrays_of(set.scratch / "c.h5", 0, 12).x));
}

TEST_CASE("rollout: a looser tolerance is worse, and says so in its name") {
    const TestSet set;
    const Arrays truth = arrays_of(set.file, 0, 12);
    double last = 0;
    for (double rtol : {1e-10, 1e-7, 1e-4}) {
        RolloutOptions options = set.options("loose.h5");
        options.overwrite = true;
        options.protocol = paper_protocol();
        options.protocol.rtol = rtol;
        options.protocol.atol = 1e-2 * rtol;
        rollout(set.spec, options);
        const Arrays loose = arrays_of(options.output, 0, 12);
        double off = 0;
        for (std::size_t i = 0; i < 12; ++i) off += distance(truth, loose, 21, i, 20);
        CAPTURE(rtol);
        CHECK(off > 10 * last);
        last = off;
    }
    CHECK(TrajectoryFile(set.scratch / "loose.h5").info().description.model == "reference, dopri5 rtol 0.0001");
}

TEST_CASE("rollout: other times than the test set's answer no test set") {
    const TestSet set;
    RolloutOptions options = set.options("fine.h5");
    options.dt = 0.015;
    options.samples = 41;
    const RolloutReport report = rollout(set.spec, options);
    CHECK(report.samples == 41);
    const Arrays fine = arrays_of(options.output, 0, 12), truth = arrays_of(set.file, 0, 12);
    double worst = 0;
    for (std::size_t i = 0; i < 12; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            worst = std::max(worst, std::fabs(fine.x[(i * 41 + 40) * 4 + j] - truth.x[(i * 21 + 20) * 4 + j]));
    CHECK(worst < 1e-11);  // local errors of 1e-13, some 100 steps
    CHECK(TrajectoryFile(options.output).info().description.answers_truth.empty());
}

TEST_CASE("rollout: states from .npz and from HDF5 give the same, for any dt and steps") {
    const TestSet set;
    const Arrays start = starts(set.file, 3);
    RolloutOptions npz = set.from_states(write_npz(set.scratch / "s.npz", "(3, 2, 2)", start.x, start.v), "npz.h5");
    RolloutOptions hdf5 = set.from_states(write_hdf5(set.scratch / "s.h5", {3, 2, 2}, start.x, start.v), "hdf5.h5");
    npz.samples = hdf5.samples = 21;
    CHECK(rollout(set.spec, npz).count == 3);
    CHECK(rollout(set.spec, hdf5).count == 3);
    CHECK((bytes_of(npz.output) == bytes_of(hdf5.output)));
    const Arrays own = arrays_of(npz.output, 0, 3), truth = arrays_of(set.file, 0, 3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 21; ++k)
            CHECK(distance(own, truth, 21, i, k) < 1e-11);  // projected once more: rounding, grown

    npz.output = set.scratch / "long.h5";
    npz.dt = 0.01;
    npz.samples = 301;
    const RolloutReport report = rollout(set.spec, npz);
    CHECK(report.samples == 301);
    CHECK(report.dt == 0.01);
    CHECK(TrajectoryFile(npz.output).info().times.back() == 3.0);
}

TEST_CASE("rollout: explicit states of the JSON, and none at all") {
    const ScratchDirectory scratch;
    RolloutOptions options;
    options.output = scratch / "thrown.h5";
    CHECK(rollout(parse_system(thrown_ball(three_throws), "ball.json"), options).count == 3);
    CHECK(arrays_of(options.output, 2, 1).x.front() == 3.0);
    options.output = scratch / "none.h5";
    CHECK(complaint([&] { rollout(load_system("chain_pendulum_2"), options); }) ==
          "usage: needs initial states: give --from TEST, --states FILE, or explicit states in the JSON");
    CHECK_FALSE(fs::exists(options.output));
}

TEST_CASE("rollout: states of the wrong shape, not finite, or off the constraints are refused by name") {
    const TestSet set;
    Arrays start = starts(set.file, 2);
    const std::string npz = (set.scratch / "s.npz").string();
    const auto refused = [&](const std::string& shape) {
        return complaint(
            [&] { rollout(set.spec, set.from_states(write_npz(npz, shape, start.x, start.v), "out.h5")); });
    };
    CHECK(refused("(4, 1, 2)") ==
          "invalid input: " + npz + ":x: shape is (4, 1, 2), expected (N, 2, 2) with N >= 1: trajectory, node, axis\n" +
              npz + ":v: shape is (4, 1, 2), expected (N, 2, 2) with N >= 1: trajectory, node, axis");
    Arrays good = start;
    start.v[6] = std::numeric_limits<double>::quiet_NaN();
    CHECK(refused("(2, 2, 2)") == "invalid input: " + npz + ":v: must be finite, got nan at [1, 1, 0]");
    start = good;
    for (double& x : start.x) x *= 1.5;
    const std::string off = refused("(2, 2, 2)");
    CAPTURE(off);
    CHECK(off.starts_with("invalid input: " + npz +
                          ":/x: Link pivot-bob1 is 1.55386 m long in state 0, its length is 1.03591 m\n"));
    CHECK(contains_text(off, "in state 1"));
    CHECK_FALSE(fs::exists(set.scratch / "out.h5"));
    start = good;
    for (double& x : start.x) x *= 1.0001;  // digits left out: projected
    CHECK(refused("(2, 2, 2)") == "");
}

TEST_CASE("rollout: a test set of another system is refused") {
    const TestSet set;
    CHECK(complaint([&] { rollout(load_system("chain_pendulum_3"), set.options("out.h5")); }) ==
          "invalid input: " + set.file.string() +
              ":/x: holds 2 nodes in 2 dimensions, chain_pendulum_3 has 3 nodes in 2 dimensions");
    // Of the same shape, but with other lengths.
    std::string json = set.spec.json;
    const std::size_t at = json.find("1.0359065463975174");
    REQUIRE(at != std::string::npos);
    json.replace(at, 18, "1.2000000000000000");
    const std::string text = complaint([&] { rollout(parse_system(json, "longer.json"), set.options("out.h5")); });
    CAPTURE(text);
    CHECK(text.starts_with("invalid input: " + set.file.string() + ":/x: Link "));
    CHECK(contains_text(text, "its length is 1.2 m"));
    CHECK_FALSE(fs::exists(set.scratch / "out.h5"));
}

TEST_CASE("rollout: a trajectory that ends early is NaN from there on and counted") {
    const ScratchDirectory scratch;
    RolloutOptions options;
    options.output = scratch / "short.h5";
    options.protocol.max_steps = 1;
    options.dt = 0.5;
    const SystemSpec spec = load_system("chain_pendulum_2");
    const TestSet set;
    options.test_set = set.file;
    const RolloutReport report = rollout(spec, options);
    CHECK(report.ended_early == std::map<std::string, std::uint64_t>{{"too many steps between two output times", 12}});
    const Arrays a = arrays_of(options.output, 0, 12);
    CHECK(std::isfinite(a.x[0]));
    CHECK(std::isnan(a.x[4]));
}

// Past a body of 1e-13 at a distance of 1e-12: a hundred steps of 0.1 m do not see it, and once nobody said so.
TEST_CASE("rollout: what steps of fixed length pass unseen is told") {
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(R"({"name": "flyby", "dimension": 2,
      "bodies": [{"id": "sun", "type": "Origin", "mass": 1e-13}, {"id": "fast", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "fast"]}],
      "initial_conditions": {"states": [{"position": {"fast": [-4.31, 1e-12]}, "velocity": {"fast": [10, 0]}}]},
      "sampling": {"dt": 0.1, "steps": 11}})",
                                         "flyby.json");
    RolloutOptions options;
    options.output = scratch / "chosen.h5";
    CHECK(rollout(spec, options).passed_centres == "");  // verner87
    options.protocol = fixed_step_protocol(Method::rattle8);
    options.output = scratch / "fixed.h5";
    CHECK(
        rollout(spec, options).passed_centres.starts_with("1 trajectory passes the centre of a force within one step"));
    GenerateOptions generating = small(scratch.path(), 0, 0, 1);
    generating.protocol = options.protocol;
    CHECK(generate(spec, generating).splits[0].passed_centres.find("give more --substeps than 10") !=
          std::string::npos);
}

TEST_CASE("rollout: an existing file is refused, and replaced when asked") {
    const TestSet set;
    RolloutOptions options = set.options("out.h5");
    write_text(options.output, "precious");
    CHECK(complaint([&] { rollout(set.spec, options); }) ==
          "io: " + options.output.string() + ": exists already; give --force to replace it");
    CHECK(bytes_of(options.output) == "precious");
    options.overwrite = true;
    rollout(set.spec, options);
    CHECK(TrajectoryFile(options.output).info().count == 12);
}

TEST_CASE("rollout: every violated rule of the options is told at once") {
    RolloutOptions options;
    options.test_set = "a.h5";
    options.states = "b.npz";
    options.epsilon = -1;
    options.dt = 0;
    options.samples = 1;
    options.threads = 2000;
    options.protocol.rtol = 0;
    CHECK(complaint([&] { rollout(load_system("chain_pendulum_2"), options); }) ==
          "usage: --rtol: must be between 1e-15 and 1, got 0.0\n"
          "--output: name a file to write to\n"
          "--states: cannot be combined with --from\n"
          "--epsilon: must be >= 0, got -1\n"
          "--dt: must be > 0 s, got 0\n"
          "--steps: must be at least 2, got 1\n"
          "--threads: must be 1 .. 1024, got 2000");
}

TEST_CASE("rollout: a time is of one integration, and is refused beside bounds") {
    RolloutOptions options;
    options.output = "a.h5";
    options.threads = 1;
    options.timed = true;
    CHECK(options.check().empty());
    options.bound = true;
    REQUIRE(options.check().size() == 1);
    CHECK(options.check()[0].where == "--timed");
}

TEST_CASE("a test set whose numbers are no longer those of its digest is neither answered nor exported under it") {
    const TestSet set;
    cchnn_test::set_number(set.file, "/v", {1, 3, 0, 0}, 0.25);
    CHECK(contains_text(complaint([&] { rollout(set.spec, set.options("out.h5")); }),
                        "reference solution differs from its digest"));
    ExportOptions exported;
    exported.source = set.file;
    exported.output = set.scratch / "out.npz";
    CHECK(contains_text(complaint([&] { export_arrays(exported); }), "reference solution differs from its digest"));
    CHECK(!fs::exists(set.scratch / "out.h5"));
    CHECK(!fs::exists(set.scratch / "out.npz"));
}
