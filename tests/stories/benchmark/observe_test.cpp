#include "stories/benchmark/observe.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "dataset/changed_number.hpp"
#include "dataset/reader/view_file.hpp"
#include "dataset/view_description.hpp"
#include "files/hdf5_file.hpp"
#include "report/tables/file_reports.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/exchange/file_info.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

struct Truth {
    Truth(const std::string& system = "chain_pendulum_2") {
        generate(load_system(system), small(scratch.path(), 5, 0, 4));
        directory = scratch / system;
    }
    ObserveOptions options(const std::string& view) const { return {directory, scratch / view, {}}; }
    ScratchDirectory scratch;
    fs::path directory;
};

ObserveOptions everything_at_once(const Truth& truth, const std::string& view) {
    ObserveOptions options = truth.options(view);
    options.recipe.noise = 0.01;
    options.recipe.dropout = 0.2;
    options.recipe.times = 0.5;
    options.recipe.hide = {"bob1"};
    options.recipe.velocities = false;
    options.recipe.float32 = true;
    options.recipe.camera = {1, 2};
    options.recipe.seed = 18446744073709551615u;
    return options;
}

// A view's file with one thing changed.
void change(const fs::path& file, const std::string& path, const std::vector<std::int64_t>& values) {
    std::string bytes = bytes_of(file);
    (void)bytes;
    Hdf5File old = Hdf5File::open(file);
    Hdf5File made = Hdf5File::create(file.string() + ".new", file);
    for (const Entry& entry : old.entries()) {
        const ArrayInfo info = old.array(entry.path);
        if (is_text(info.element)) {
            if (info.shape.empty()) made.write_text(entry.path, old.read_texts(entry.path).front());
            else made.write_texts(entry.path, old.read_texts(entry.path));
            continue;
        }
        const Shape start(info.shape.size(), 0);
        made.make_array(entry.path, info.element, info.shape, {});
        std::vector<char> data = old.read_bytes(entry.path, start, info.shape);
        if (entry.path == path)
            std::copy_n(reinterpret_cast<const char*>(values.data()), values.size() * 8, data.begin());
        made.write(entry.path, start, info.shape, data.data());
    }
    made.set_attribute("/", "kind", std::string("view"));
    made.close();
    fs::rename(file.string() + ".new", file);
}

}  // namespace

TEST_CASE("a view without a recipe is the truth, links to it by its digest and leaves it as it was") {
    const Truth truth;
    const auto before = content_of(truth.directory);
    const ViewLock lock = observe(truth.options("view"));
    CHECK(content_of(truth.directory) == before);
    REQUIRE(lock.splits.size() == 2);
    const ViewFile file(truth.scratch / "view/test.h5");
    CHECK(file.info().truth_digest == TrajectoryFile(truth.directory / "test.h5").truth_digest());
    CHECK(lock.splits[1].content_digest == file.content_digest());
    CHECK(file.info().content_digest == file.content_digest());
    const Arrays arrays = arrays_of(truth.directory / "test.h5", 2, 1);
    const ObservedTrajectory seen = file.read(2, 1).front();
    CHECK(seen.x == arrays.x);
    CHECK(seen.v == arrays.v);
}

TEST_CASE("several degradations at once are in the file as the recipe says") {
    const Truth truth;
    observe(everything_at_once(truth, "view"));
    const ViewFile file(truth.scratch / "view/train.h5");
    const ViewDescription& said = file.info();
    CHECK(said.samples == 6);
    CHECK(said.truth_samples == 11);
    CHECK(said.nodes == 1);
    CHECK(said.axes == 1);
    CHECK(said.seen == std::vector<int>{1});
    CHECK(said.recipe.seed == 18446744073709551615u);
    const auto all = file.read(0, 5);
    for (const ObservedTrajectory& one : all) {
        CHECK(one.v.empty());
        for (std::size_t i = 0; i < one.x.size(); ++i) {
            CHECK(std::isnan(one.x[i]) == !one.observed[i]);
            if (one.observed[i]) CHECK(one.x[i] == static_cast<double>(static_cast<float>(one.x[i])));
        }
    }
    CHECK(Hdf5File::open(truth.scratch / "view/train.h5").array("/x").element.bytes == 4);
    for (const char* named : {"view/train.h5", "view"}) {
        const std::string info = file_info(truth.scratch / named);
        CHECK(contains_text(info, R"("kind":"view")"));
        CHECK(schema_problems(nlohmann::ordered_json::parse(file_info_json({info})), "", "file_info").empty());
    }
    CHECK(contains_text(file_info(truth.scratch / "view"), R"("command":"cchnn-gen observe --noise 0.01)"));
}

TEST_CASE("view.json and the truth make the same view again, another truth, recipe or number is noticed") {
    const Truth truth;
    observe(everything_at_once(truth, "view"));
    const fs::path view = truth.scratch / "view";
    CHECK(verify_view(view, truth.directory).passed());
    CHECK(verify_view(view / "view.json", truth.directory).regenerated);
    CHECK(verify_view(view, {}).passed());
    CHECK(verify_view(view, {}).remarks.size() == 1);

    std::string lock = bytes_of(view / "view.json");
    const std::size_t at = lock.find("\"noise\": 0.01");
    write_text(view / "view.json", lock.substr(0, at) + "\"noise\": 0.02" + lock.substr(at + 13));
    CHECK(!verify_view(view, truth.directory).passed());
    write_text(view / "view.json", lock);

    Truth other;
    GenerateOptions options = small(other.scratch.path(), 5, 0, 4);
    options.seed = 1;
    options.overwrite = true;
    generate(load_system("chain_pendulum_2"), options);
    CHECK(!verify_view(view, other.directory).passed());

    change(view / "test.h5", "/sample", {0, 1});
    CHECK(!verify_view(view, {}).passed());
    fs::remove(view / "train.h5");
    fs::remove(view / "test.h5");
    CHECK(!verify_view(view, truth.directory).passed());
    CHECK(verify_view(view / "view.json", truth.directory).passed());
    CHECK(contains_text(complaint([&] { verify_view(view / "view.json", {}); }), "usage: --truth: is needed"));
}

TEST_CASE("a view is compared with all that view.json says of it, and with the sets that it names") {
    const Truth truth;
    observe(everything_at_once(truth, "view"));
    const fs::path view = truth.scratch / "view";
    const std::string lock = bytes_of(view / "view.json");
    const auto failed = [&](const std::string& from, const std::string& to) {
        std::string text = lock;
        text.replace(text.find(from), from.size(), to);
        write_text(view / "view.json", text);
        std::string told;
        for (const VerifiedItem& item : verify_view(view, {}).items)
            if (!item.passed) told += item.file + " " + item.what + ": " + item.detail + "\n";
        write_text(view / "view.json", lock);
        return told;
    };
    CHECK(contains_text(failed("\"trajectories\": 5", "\"trajectories\": 6"),
                        "train.h5 facts: number of trajectories is 5, expected 6"));
    CHECK(contains_text(failed("\"system\": \"chain_pendulum_2\"", "\"system\": \"chain_pendulum_3\""),
                        "facts: system is chain_pendulum_2, expected chain_pendulum_3"));
    CHECK(contains_text(failed("\"noise\": 0.01", "\"noise\": 0.02"), "test.h5 facts: recipe is "));
    fs::copy_file(view / "test.h5", view / "valid.h5");
    CHECK(contains_text(failed("cchnn view", "cchnn view"), "valid.h5 facts: exists, but view.json does not name it"));
    fs::remove(view / "valid.h5");
    fs::remove(view / "test.h5");
    CHECK(contains_text(failed("cchnn view", "cchnn view"), "test.h5 content digest: is missing, view.json names it"));
    const std::vector<std::string> remarks = verify_view(view / "view.json", {}).remarks;
    CHECK(std::count(remarks.begin(), remarks.end(), "test.h5 is not beside view.json, and was not compared") == 1);
}

TEST_CASE("a truth whose numbers are no longer those of its digest is not observed") {
    const Truth truth;
    cchnn_test::set_number(truth.directory / "train.h5", "/x", {1, 3, 0, 0}, 0.25);
    CHECK(contains_text(complaint([&] { observe(everything_at_once(truth, "view")); }),
                        "reference solution differs from its digest"));
}

TEST_CASE("one file of a dataset has a view of its own, the same as in the view of all") {
    const Truth truth;
    ObserveOptions options = everything_at_once(truth, "one");
    options.source = truth.directory / "test.h5";
    const ViewLock one = observe(options), all = observe(everything_at_once(truth, "all"));
    REQUIRE(one.splits.size() == 1);
    CHECK(one.splits[0].content_digest == all.splits[1].content_digest);
}

TEST_CASE("a view is refused where it would lie in the way, of what is no truth, and of bodies that are not there") {
    const Truth truth;
    ObserveOptions options = truth.options("view");
    options.recipe.hide = {"bob3"};
    CHECK(contains_text(complaint([&] { observe(options); }), "is called 'bob3', did you mean 'bob"));
    options.recipe.hide = {"bob1", "bob2"};
    CHECK(contains_text(complaint([&] { observe(options); }), "hides every body"));
    options = truth.options("view");
    options.directory = truth.directory;
    options.overwrite = true;
    CHECK(contains_text(complaint([&] { observe(options); }), "usage: "));
    options = truth.options("view");
    observe(options);
    CHECK(contains_text(complaint([&] { observe(options); }), "io: "));
    options.source = truth.scratch / "view";
    options.directory = truth.scratch / "again";
    CHECK(contains_text(complaint([&] { observe(options); }), "invalid input: "));
}

TEST_CASE("a view that is stopped leaves no directory that was not there") {
    const Truth truth;
    ObserveOptions options = truth.options("deep/view");
    options.progress = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("stop"); };
    CHECK_THROWS(observe(options));
    CHECK(!fs::exists(truth.scratch / "deep"));
}

TEST_CASE("views of strangers are refused with a reason") {
    const Truth truth;
    observe(truth.options("view"));
    const fs::path file = truth.scratch / "view/test.h5";
    for (const std::vector<std::int64_t>& samples :
         {std::vector<std::int64_t>{1, 0}, {-1, 1}, {0, 1000}, {0, std::int64_t{1} << 62}}) {
        change(file, "/sample", samples);
        CHECK(contains_text(complaint([&] { ViewFile(file).read(0, 1); }), "must increase and be below 11"));
    }
    change(file, "/node", {-5});
    CHECK(contains_text(complaint([&] { ViewFile(file).read(0, 1); }), "must be numbers of nodes"));
    CHECK(complaint([&] { ViewFile(truth.directory / "test.h5"); }).find("invalid input") == 0);
    CHECK(complaint([&] { TrajectoryFile{file}; }).find("invalid input") == 0);

    const fs::path lock = truth.scratch / "view/view.json";
    const std::string good = bytes_of(lock);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        write_text(lock, text);
        return complaint([&] { read_view_lock(lock); });
    };
    CHECK(with("\"test.h5\"", "\"../test.h5\"") != "");
    CHECK(with("\"times\": 1.0", "\"times\": 2") != "");
    CHECK(with("\"seed\": 0", "\"seed\": -1") != "");
    CHECK(with("\"float32\": false", "\"float32\": 0") != "");
    CHECK(with("\"system\": \"", "\"system\": \"../") != "");
    CHECK(with("\"recipe\"", "\"recipes\"") != "");
    write_text(lock, good);
    CHECK(complaint([&] { read_view_lock(lock); }) == "");
    CHECK(complaint([&] { read_view_header("{}", "x"); }) != "");
}
