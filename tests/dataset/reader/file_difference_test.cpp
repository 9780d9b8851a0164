#include "dataset/reader/file_difference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "contains_text.hpp"
#include "dataset/dataset_fixture.hpp"
#include "dataset/forged_file.hpp"
#include "dataset/reader/trajectory_file.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

struct Files {
    ScratchDirectory scratch;
    Fixture fixture{"chain_pendulum_2"};

    // The same dataset, x of one element moved.
    std::filesystem::path write(const std::string& name, std::size_t element, double by) const {
        return write(name, [&](std::vector<double>& x) { x[element] += by; });
    }
    std::filesystem::path write(const std::string& name, const std::function<void(std::vector<double>&)>& edit) const {
        TrajectoryBatch batch = fixture.batch(0, 3, 5);
        edit(batch.x);
        DatasetWriter writer(scratch / name, fixture.dataset(3, 5), fixture.system, true);
        writer.append(batch);
        writer.finish();
        return scratch / name;
    }
};

const ArrayDifference& array(const FileDifference& difference, const std::string& path) {
    for (const ArrayDifference& a : difference.arrays)
        if (a.path == path) return a;
    throw std::out_of_range(path);
}

// The place in the array of the worst element of x, where the first file has `a` at `at` and the second `b`.
struct Change {
    std::size_t at;
    double a, b;
};
std::size_t worst_of(const Files& files, const std::vector<Change>& changes, Tolerance tolerance) {
    const auto first = files.write("a.h5", [&](std::vector<double>& x) {
        for (const Change& c : changes) x[c.at] = c.a;
    });
    const auto second = files.write("b.h5", [&](std::vector<double>& x) {
        for (const Change& c : changes) x[c.at] = c.b;
    });
    const ArrayDifference found = array(compare_files(first, second, tolerance), "/x");
    CHECK(found.beyond == changes.size());
    const auto& i = found.index;
    return ((i[0] * 5 + i[1]) * 2 + i[2]) * 2 + i[3];
}

}  // namespace

TEST_CASE("a file agrees with itself, and with a difference inside the tolerance") {
    const Files files;
    const auto a = files.write("a.h5", 0, 0), b = files.write("b.h5", 7, 1e-6);
    CHECK(!compare_files(a, a, {}).differs());
    CHECK(!compare_files(a, b, {0, 1.1e-6}).differs());
    CHECK(compare_files(a, b, {0, 0.9e-6}).differs());
    CHECK(compare_files(a, b, {}).differs());
}

TEST_CASE("a relative tolerance is of the larger of two elements, whichever file has it") {
    const Files files;
    const auto a = files.write("a.h5", 0, 0);
    std::vector<double> x, v;
    TrajectoryFile(a).read(0, 1, x, v);
    const auto b = files.write("b.h5", 5, 0.1 * x[5]);
    REQUIRE(std::abs(x[5]) > 1e-3);
    // 1 and 1.1 are 0.1 / 1.1 = 0.0909... of the larger one apart.
    for (const auto& [first, second] : {std::pair{a, b}, {b, a}}) {
        CHECK(!array(compare_files(first, second, {0.0910, 0}), "/x").differs());
        CHECK(array(compare_files(first, second, {0.0908, 0}), "/x").differs());
    }
}

TEST_CASE("the worst element is named with index, trajectory, time, body and axis") {
    const Files files;
    // Element ((1 * 5 + 3) * 2 + 1) * 2 + 1 = 35: trajectory 1, sample 3, node 1, axis 1.
    const FileDifference d = compare_files(files.write("a.h5", 0, 0), files.write("b.h5", 35, 0.25), {0, 1e-3});
    const ArrayDifference& x = array(d, "/x");
    CHECK(x.beyond == 1);
    CHECK(x.elements == 60);
    CHECK(x.index == std::vector<std::uint64_t>{1, 3, 1, 1});
    CHECK(x.place == "trajectory 1, t[3] = 0.09 s, bob2, y");
    CHECK(x.b - x.a == 0.25);
    CHECK(x.times_allowed == doctest::Approx(250).epsilon(1e-12));
    CHECK(!array(d, "/v").differs());
}

TEST_CASE("the worst element of two ensembles is named with its member") {
    const Files files;
    const auto ensemble = [&](const std::string& name, double by) {
        DatasetDescription description = files.fixture.submission(1, 5);
        description.members = 3;
        TrajectoryBatch batch = files.fixture.batch(0, 3, 5);
        batch.x[((2 * 5 + 4) * 2 + 1) * 2] += by;  // member 2, sample 4, node 1, axis 0
        DatasetWriter writer(files.scratch / name, description, files.fixture.system, true);
        writer.append(batch);
        writer.finish();
        return files.scratch / name;
    };
    const FileDifference d = compare_files(ensemble("a.h5", 0), ensemble("b.h5", 0.5), {});
    CHECK(array(d, "/x").index == std::vector<std::uint64_t>{0, 2, 4, 1, 0});
    CHECK(contains_text(array(d, "/x").place, "trajectory 0, member 2, t[4] = 0.12 s, "));
    CHECK(array(d, "/x").place.ends_with(", x"));
}

TEST_CASE("other shapes, arrays of one file alone and another system are differences") {
    const Files files;
    const auto a = files.write("a.h5", 0, 0);
    files.fixture.write(files.scratch / "longer.h5", files.fixture.dataset(4, 5), 4);
    const FileDifference longer = compare_files(a, files.scratch / "longer.h5", {1, 1e9});
    CHECK(contains_text(array(longer, "/x").what, "shape is (3, 5, 2, 2) in "));
    CHECK(longer.differs());
    const Fixture other("chain_pendulum_1");
    other.write(files.scratch / "other.h5", other.dataset(3, 5), 3);
    const FileDifference systems = compare_files(a, files.scratch / "other.h5", {1, 1e9});
    const auto told = [&](const std::string& text) {
        return std::any_of(systems.attributes.begin(), systems.attributes.end(),
                           [&](const std::string& one) { return one.starts_with(text); });
    };
    CHECK(told("/@system is 'chain_pendulum_2' in "));
}

TEST_CASE(
    "attributes of two datasets are compared, floating ones within the tolerance, and digests and versions are not") {
    const Files files;
    const auto a = files.write("a.h5", 0, 0), b = files.write("b.h5", 0, 0);
    const FileDifference same = compare_files(a, b, {});
    CHECK(!same.differs());
    CHECK(same.compared_attributes > 60);  // two of most arrays
    set_attribute(b, "/", "seed", 5);
    set_text_attribute(b, "/v", "units", "km/s");
    set_text_attribute(b, "/", "tool_version", "9.9.9");
    set_text_attribute(b, "/", "content_digest", std::string(64, '0'));
    const FileDifference d = compare_files(a, b, {});
    CHECK(d.differs());
    REQUIRE(d.attributes.size() == 2);
    CHECK(contains_text(d.attributes[0], "/@seed is 18446744073709551557 in "));
    CHECK(contains_text(d.attributes[0], ", 5 in "));
    CHECK(contains_text(d.attributes[1], "/v@units is 'm/s' in "));
    CHECK(contains_text(d.attributes[1], ", 'km/s' in "));
}

TEST_CASE("dt of two datasets is compared within the tolerance, as times are") {
    const Files files;
    const auto a = files.write("a.h5", 0, 0);
    DatasetDescription other = files.fixture.dataset(3, 5);
    other.times.dt *= 1 + 1e-9;
    files.fixture.write(files.scratch / "b.h5", other, 3);
    CHECK(!compare_files(a, files.scratch / "b.h5", {1e-8, 0}).differs());
    CHECK(compare_files(a, files.scratch / "b.h5", {1e-10, 0}).attributes.size() == 1);
}

TEST_CASE(
    "without a tolerance the worst element is the one that is farthest apart, whatever its size, of equals the first") {
    const Files files;
    CHECK(worst_of(files, {{4, 0, 1e-7}, {23, 100, 100.25}, {30, 1e-3, 2e-3}, {41, 3, 3.25}}, {}) == 23);
    CHECK(worst_of(files, {{4, 0, 1e-7}, {23, 100, 100.25}, {30, 1e-3, 2e-3}}, {1e-5, 0}) ==
          4);  // 1e5 times its tolerance
    CHECK(worst_of(files, {{4, 0, 1e-7}, {23, 100, 100.25}, {30, 1e-3, 2e-3}}, {0, 1e-8}) == 23);
}

TEST_CASE("a number that is not finite in one file alone is worse than any difference of finite ones") {
    const Files files;
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const Tolerance& tolerance : {Tolerance{}, Tolerance{1e-9, 1e-9}})
        for (const auto& pair :
             {std::pair{1.0, static_cast<double>(NAN)}, {static_cast<double>(NAN), 1.0}, {inf, 1.0}, {-inf, inf}}) {
            const auto [a, b] = pair;
            CAPTURE(pair.first);
            CAPTURE(pair.second);
            CHECK(worst_of(files, {{4, 1, 2}, {23, 1.5e308, -1.5e308}, {30, a, b}, {41, 0, 3}}, tolerance) == 30);
        }
    CHECK(worst_of(files, {{4, 1, 2}, {23, inf, NAN}, {30, 0, NAN}}, {}) == 23);
    CHECK(worst_of(files, {{4, 1, 2}, {23, 1.5e308, -1.5e308}}, {}) == 23);
}
