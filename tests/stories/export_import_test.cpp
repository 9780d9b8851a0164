#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "contains_text.hpp"
#include "files/numpy/npz_file.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/exchange/import_arrays.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;

namespace {

fs::path make_dataset(const ScratchDirectory& scratch, const std::string& system = "chain_pendulum_2",
                      bool bound = false) {
    GenerateOptions options = small(scratch / "d", 7, 0, 4);
    options.bound = bound;
    options.protocol = default_protocol();
    return generate(load_system(system), options).directory;
}

std::vector<ExportReport> exported(const fs::path& source, const fs::path& output, ExportLayout layout, int length = 0,
                                   bool hdf5 = false) {
    ExportOptions options;
    options.source = source;
    options.output = output;
    options.layout = layout;
    options.length = length;
    if (hdf5) options.format = ExportFormat::h5;
    return export_arrays(options);
}

ImportReport imported(const ScratchDirectory& scratch, const fs::path& test,
                      const std::string& system = "chain_pendulum_2", double tolerance = 0.01) {
    ImportOptions options;
    options.directory = scratch / "i";
    options.arrays[2] = test;
    options.tolerance = tolerance;
    options.overwrite = true;
    return import_arrays(load_system(system), options);
}

// x, v, t of a trajectory set as an archive, with one number changed.
void save(const fs::path& path, const Arrays& a, const Shape& shape, double change_x = 0, double late = 0) {
    const auto rows = [](std::vector<double> values, std::uint64_t width) {
        return [values = std::move(values), width](std::uint64_t first, std::uint64_t count) {
            std::vector<char> bytes(count * width * sizeof(double));
            std::memcpy(bytes.data(), values.data() + first * width, bytes.size());
            return bytes;
        };
    };
    std::vector<double> x = a.x, t;
    x[3 * 44 + 5 * 4] += change_x;
    for (std::uint64_t k = 0; k < shape[1]; ++k) t.push_back(2 + 0.03 * static_cast<double>(k));
    t.back() += late;
    NpzWriter writer(path, true);
    writer.add("x", float64, shape, rows(x, 44));
    writer.add("v", float64, shape, rows(a.v, 44));
    writer.add("t", float64, {shape[1]}, rows(t, 1));
    writer.finish();
}

// What follows from states is more than energy: losses, parameters of curves, coordinates, counted angles.
constexpr const char* completed[] = {"damped_pendulum", "roller_coaster", "gyroscope", "gear_train"};

}  // namespace

TEST_CASE("export: arrays as they stand in the file, texts too") {
    const ScratchDirectory scratch;
    const fs::path data = make_dataset(scratch);
    const auto reports = exported(data, scratch / "npz", ExportLayout::arrays);
    CHECK(names_in(scratch / "npz") == std::vector<std::string>{"test.npz", "train.npz"});
    CHECK(reports.size() == 2);
    const NpzFile npz(scratch / "npz/train.npz");
    const Arrays stored = arrays_of(data / "train.h5", 0, 7);
    CHECK((npz.read("x").values == stored.x));
    CHECK((npz.read("v").values == stored.v));
    CHECK(npz.read("system/mass_matrix").shape == Shape{2, 2});
    const TrajectoryFile file(data / "train.h5");
    CHECK(npz.read_text("system/json") == file.info().description.system_json);
    CHECK(npz.read_text("content_digest") == file.info().content_digest);
}

TEST_CASE("export: rows have equal first axes, t in each, in .npz and in HDF5") {
    const ScratchDirectory scratch;
    const fs::path data = make_dataset(scratch);
    const auto reports = exported(data / "train.h5", scratch / "rows.npz", ExportLayout::rows);
    for (const auto& array : reports[0].arrays) CHECK_MESSAGE(array.shape[0] == 7, array.name);
    const NpyArray t = NpzFile(scratch / "rows.npz").read("t");
    CHECK(t.shape == Shape{7, 11});
    CHECK(t.values[6 * 11 + 10] == 10 * 0.03);
    exported(data, scratch / "h5", ExportLayout::rows, 0, true);
    const Hdf5File file = Hdf5File::open(scratch / "h5/train.h5");
    std::vector<double> x(7 * 44);
    file.read_doubles("/x", {0, 0, 0, 0}, {7, 11, 2, 2}, x.data());
    CHECK((x == arrays_of(data / "train.h5", 0, 7).x));
    for (const Entry& entry : file.entries()) CHECK(file.array(entry.path).shape[0] == 7);
    CHECK(complaint([&] { exported(data / "train.h5", scratch / "a.h5", ExportLayout::arrays); }) ==
          "usage: --layout: arrays in HDF5 would repeat the dataset itself; choose rows or chunks, or .npz");
    CHECK(contains_text(complaint([&] { exported(data / "train.h5", scratch / "a.txt", ExportLayout::rows); }),
                        "usage: --output: must end in .npz, .h5 or .jsonl"));
}

TEST_CASE("export: chunks are those of the file, or every piece of a length") {
    const ScratchDirectory scratch;
    const fs::path data = make_dataset(scratch);
    exported(data / "train.h5", scratch / "drawn.npz", ExportLayout::chunks);
    const NpzFile drawn(scratch / "drawn.npz");
    CHECK(drawn.read("x").shape == Shape{7, 5, 2, 2});
    const auto start = [&](const NpyArray& t, std::size_t i) {
        return static_cast<int>(std::lround(t.values[i * 5] / 0.03));
    };
    const Arrays stored = arrays_of(data / "train.h5", 0, 7);
    const NpyArray x = drawn.read("x"), t = drawn.read("t");
    for (std::size_t i = 0; i < 7; ++i)
        for (std::size_t k = 0; k < 20; ++k)
            CHECK(x.values[i * 20 + k] == stored.x[i * 44 + static_cast<std::size_t>(start(t, i)) * 4 + k]);
    exported(data / "test.h5", scratch / "pieces.npz", ExportLayout::chunks, 3);
    const NpyArray pieces = NpzFile(scratch / "pieces.npz").read("v");
    CHECK(pieces.shape == Shape{12, 3, 2, 2});  // 4 trajectories of 11 samples: 3 pieces of 3 each
    const Arrays test = arrays_of(data / "test.h5", 0, 4);
    for (std::size_t k = 0; k < 12; ++k)
        CHECK(pieces.values[5 * 12 + k] == test.v[44 + 2 * 12 + k]);  // trajectory 1, samples 6, 7, 8
    CHECK(contains_text(complaint([&] { exported(data / "test.h5", scratch / "a.npz", ExportLayout::chunks); }),
                        "usage: --layout: chunks: "));
    CHECK(contains_text(complaint([&] { exported(data / "test.h5", scratch / "a.npz", ExportLayout::chunks, 12); }),
                        "but a trajectory has 11 samples"));
}

TEST_CASE("import: what was exported comes back with the same numbers, a card that says so, and can be verified") {
    const ScratchDirectory scratch;
    const fs::path data = make_dataset(scratch, "chain_pendulum_2", true);
    exported(data / "test.h5", scratch / "test.npz", ExportLayout::arrays);
    const ImportReport report = imported(scratch, scratch / "test.npz");
    CHECK(report.splits.size() == 1);
    CHECK(report.splits[0].motion.value < 1e-12);
    const Arrays a = arrays_of(data / "test.h5", 0, 4), b = arrays_of(report.directory / "test.h5", 0, 4);
    CHECK((a.x == b.x));
    CHECK((a.v == b.v));
    const TrajectoryFile file(report.directory / "test.h5");
    CHECK(!file.info().description.bounded);
    std::vector<double> before, after;
    before = TrajectoryFile(data / "test.h5").rows("/energy", 0, 4);
    after = file.rows("/energy", 0, 4);
    CHECK((before == after));
    CHECK(contains_text(bytes_of(report.directory / "README.md"), "made elsewhere and imported"));
    const Verification found = verify_directory(report.directory, {});
    CHECK(found.passed());
    for (const VerifiedItem& item : found.items) CHECK(item.judged == !item.measured);  // nothing is promised
    ScoringOptions scoring;
    scoring.choices.resamples = 0;
    const auto remarks_on = [&](const fs::path& truth) {
        const Scores scores = evaluate({truth, {truth}, scoring});
        std::string all;
        for (const std::string& remark : scores.submissions.front().remarks) all += remark + "\n";
        return all;
    };
    CHECK(contains_text(remarks_on(report.directory / "test.h5"), "made elsewhere and imported"));
    CHECK_FALSE(contains_text(remarks_on(data / "test.h5"), "its accuracy is unknown"));
}

TEST_CASE("import: damping, curves, counted angles and coordinates are completed from the states") {
    const ScratchDirectory scratch;
    for (const char* system : completed) {
        CAPTURE(system);
        GenerateOptions options = small(scratch / system, 0, 0, 3);
        options.protocol = default_protocol();
        const fs::path data = generate(load_system(system), options).directory;
        const ImportReport report = imported(scratch, data / "test.h5", system, 1e-9);
        CHECK(report.splits[0].states.drift.value < 1e-9);
        std::vector<double> q, qdot, again, againdot;
        const TrajectoryFile a(data / "test.h5"), b(report.directory / "test.h5");
        if (a.info().coordinates > 0) {
            a.read_coordinates(0, 3, q, qdot);
            b.read_coordinates(0, 3, again, againdot);
            CHECK((q == again));
        }
    }
}

// Writes arrays of a test set of 3 trajectories under the names that another program gives them.
void save_as(const fs::path& path, const fs::path& data,
             const std::vector<std::pair<std::string, std::string>>& names) {
    const TrajectoryFile file(data);
    NpzWriter writer(path, true);
    for (const auto& [array, name] : names) {
        const std::vector<double> values = file.rows(array, 0, 3);
        const std::uint64_t samples = file.info().samples, width = values.size() / 3 / samples,
                            nodes = file.info().nodes;
        Shape shape{3, samples, width};
        if (array == "/x" || array == "/momentum") shape = {3, samples, nodes, width / nodes};
        writer.add(name, float64, shape, [values, row = values.size() / 3](std::uint64_t first, std::uint64_t count) {
            std::vector<char> bytes(count * row * sizeof(double));
            std::memcpy(bytes.data(), values.data() + first * row, bytes.size());
            return bytes;
        });
    }
    writer.finish();
}
double furthest(const fs::path& a, const fs::path& b, const char* array) {
    const std::vector<double> x = TrajectoryFile(a).rows(array, 0, 3), y = TrajectoryFile(b).rows(array, 0, 3);
    REQUIRE(x.size() == y.size());
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
    return most;
}
ImportReport imported_every(const ScratchDirectory& scratch, const fs::path& test, const std::string& system) {
    ImportOptions options;
    options.directory = scratch / "i";
    options.arrays[2] = test;
    options.tolerance = 1e-9;
    options.dt = load_system(system).sampling.dt;
    options.overwrite = true;
    return import_arrays(load_system(system), options);
}

TEST_CASE("import: momenta of nodes and of coordinates give the velocities that they belong to") {
    const ScratchDirectory scratch;
    for (const char* system : {"chain_pendulum_3", "gyroscope", "cart_pole"}) {
        CAPTURE(system);
        GenerateOptions options = small(scratch / system, 0, 0, 3);
        options.protocol = default_protocol();
        options.with.momentum = true;
        const fs::path data = generate(load_system(system), options).directory / "test.h5";
        const bool driven = TrajectoryFile(data).info().inputs > 0;
        for (const auto& [position, momentum] :
             {std::pair("x", "/momentum"), std::pair("q", "/generalised_momentum")}) {
            std::vector<std::pair<std::string, std::string>> names{{std::string("/") + position, position},
                                                                   {momentum, "p"}};
            if (driven) names.emplace_back("/u", "u");
            save_as(scratch / "p.npz", data, names);
            const fs::path made = imported_every(scratch, scratch / "p.npz", system).directory / "test.h5";
            CHECK(furthest(made, data, "/v") < 1e-12);
            CHECK(furthest(made, data, "/x") < 1e-12);
        }
    }
}

TEST_CASE("import: states of a driven system come with their inputs, whose work follows from them") {
    const ScratchDirectory scratch;
    for (const char* system : {"pendulum_torque", "forced_duffing"}) {
        CAPTURE(system);
        GenerateOptions options = small(scratch / system, 0, 0, 3);
        options.protocol = default_protocol();
        const fs::path data = generate(load_system(system), options).directory / "test.h5";
        const ImportReport report = imported(scratch, data, system, 1e-9);
        CHECK(verify_directory(report.directory, {}).passed());
        for (const char* array : {"/u", "/work", "/dissipated"})
            CHECK(furthest(report.directory / "test.h5", data, array) < 1e-12);
    }
    const fs::path data = scratch / "pendulum_torque/pendulum_torque/test.h5";
    save_as(scratch / "none.npz", data, {{"/q", "q"}, {"/qdot", "qdot"}});
    CHECK(contains_text(complaint([&] { imported_every(scratch, scratch / "none.npz", "pendulum_torque"); }),
                        "none.npz:u: is missing; pendulum_torque is driven: give the values of "));
    CHECK(contains_text(complaint([&] { imported(scratch, data, "kapitza_pendulum"); }), "has Origins that move"));
}

TEST_CASE("import: states in float32 lie off what they are held to, and are no forgery") {
    const ScratchDirectory scratch;
    for (const char* system : completed) {
        CAPTURE(system);
        GenerateOptions options = small(scratch / system, 0, 0, 3);
        options.protocol = default_protocol();
        options.samples = 60;  // carts reach the loop: the flat part before it has y = 0, which float32 rounds to 0
        ExportOptions narrow;
        narrow.source = generate(load_system(system), options).directory / "test.h5";
        narrow.output = scratch / (std::string(system) + ".npz");
        narrow.float32 = true;
        export_arrays(narrow);
        const Verification found = verify_directory(imported(scratch, narrow.output, system).directory, {});
        for (const VerifiedItem& item : found.items) CHECK_MESSAGE((item.passed || !item.judged), item.detail);
    }
}

TEST_CASE("import: arrays that are none of the system's are refused by name, and nothing is left") {
    const ScratchDirectory scratch;
    const fs::path data = make_dataset(scratch);
    const Arrays a = arrays_of(data / "test.h5", 0, 4);
    const Shape shape{4, 11, 2, 2};
    save(scratch / "off.npz", a, shape, 0.2);
    const std::string off = complaint([&] { imported(scratch, scratch / "off.npz"); });
    CHECK(contains_text(off, "invalid input: " + (scratch / "off.npz").string() + ": Phi is off by "));
    CHECK(
        contains_text(off, " of the length of its constraint in trajectory 3 at sample 5, at most 0.01 (--tolerance)"));
    CHECK(contains_text(off, ": dPhi/dt is off by "));
    CHECK(!fs::exists(scratch / "i"));
    save(scratch / "uneven.npz", a, shape, 0, 0.01);
    CHECK(contains_text(complaint([&] { imported(scratch, scratch / "uneven.npz"); }),
                        "uneven.npz:t: must be in equal steps of "));
    save(scratch / "nan.npz", a, shape, NAN);
    CHECK(contains_text(complaint([&] { imported(scratch, scratch / "nan.npz"); }),
                        "nan.npz:x: is not finite in trajectory 3"));
    save(scratch / "fine.npz", a, shape);
    CHECK(contains_text(complaint([&] { imported(scratch, scratch / "fine.npz", "chain_pendulum_3"); }),
                        "holds 2 nodes in 2 dimensions, chain_pendulum_3 has 3 nodes in 2"));
    CHECK(!fs::exists(scratch / "i"));
    // The right shape and constraints, other masses: only the motion tells.
    std::string other = load_system("chain_pendulum_2").json;
    other.replace(other.find("\"name\": \"chain_pendulum_2\""), 26, "\"name\": \"other\"");
    const std::size_t mass = other.find("\"mass\": ") + 8;
    other.replace(mass, other.find_first_of(",\n }", mass) - mass, "5.0");
    write_text(scratch / "other.json", other);
    const std::string differs =
        complaint([&] { imported(scratch, scratch / "fine.npz", (scratch / "other.json").string(), 1e-4); });
    CHECK(contains_text(differs, "the motion to the next sample is off by "));
    CHECK(contains_text(differs, " of the state in trajectory "));
    CHECK(contains_text(differs, ": energy is off by "));
    CHECK(contains_text(differs, " of the largest kinetic energy in trajectory "));
    CHECK(imported(scratch, scratch / "fine.npz").splits[0].dt == doctest::Approx(0.03));  // times from 2 s on
}
