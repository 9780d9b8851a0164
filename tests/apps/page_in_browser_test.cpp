#include <doctest/doctest.h>
#include <sys/wait.h>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "places.hpp"
#include "score/rollout_fixture.hpp"

// Pages as Chromium shows them (report/look_at_page.py): no error, nothing loaded, tables sort, charts say their
// values, files are saved, the animation plays, stops, scrubs, zooms and turns; light and dark, wide and narrow,
// printed; contrast.

using namespace cchnn_test;
using cchnn_test::Ran;

namespace {

const std::string hostile =
    "</script><script>window.hacked=1</script><img src=x onerror=\\\"window.hacked=1\\\"> <b>net</b>";

struct Looked {
    int code;
    std::string complaints;
};

// {}: what the shell would take apart stays whole, inside single quotes.
Looked look_at(const RolloutFiles& files, const std::string& page) {
    const std::string out = (files / "complaints").string();
    const std::string script = cchnn_test::source_dir() + "/tests/report/look_at_page.py";
    const int status = std::system(
        ("timeout 200 python3 '" + script + "' '" + (files / page).string() + "' > '" + out + "' 2>&1").c_str());
    return {WEXITSTATUS(status), cchnn_test::bytes_of(out)};
}

std::filesystem::path submit_hostile(const RolloutFiles& files) {
    return files.submit(
        "hostile.h5",
        [](TrajectoryBatch& b) {
            for (int i = 0; i < b.count; ++i)
                for (int k = 1; k < b.samples; ++k) {
                    entry(b.v, b, i, k) += 0.05 * k * (i + 1);
                    entry(b.x, b, i, k) += 0.01 * k;
                }
            for (int k = 15; k < b.samples; ++k)
                entry(b.x, b, 2, k) = NAN;  // a motion that ends early is drawn as far as it goes
        },
        [](DatasetDescription& d) { d.model = hostile; });
}

void check_page(const RolloutFiles& files, const std::string& arguments) {
    const Ran made = cchnn_test::run_program("cchnn-eval", arguments + " --bootstrap 100 --html page.html", files / "");
    REQUIRE_MESSAGE(made.code == 0, made.err);
    const Looked looked = look_at(files, "page.html");
    if (looked.code == 77) {
        MESSAGE("not looked at: ", looked.complaints);
        return;
    }
    CHECK_MESSAGE(looked.code == 0, looked.complaints);
}

}  // namespace

TEST_CASE("a page of scores works in a browser, in the plane and in space, whatever a model is called") {
    for (const char* system : {"chain_pendulum_2", "gyroscope"}) {
        CAPTURE(system);
        const RolloutFiles files(system, 6, 21);  // intervals begin at five trajectories
        submit_hostile(files);
        files.submit_perturbed("perturbed.h5", 1e-2);
        check_page(files, "score test.h5 hostile.h5 perturbed.h5");
    }
}

TEST_CASE("a page of a comparison works in a browser") {
    const RolloutFiles files("spring_pendulum", 6, 21);
    submit_hostile(files);
    files.submit_perturbed("perturbed.h5", 1e-2);
    check_page(files, "compare test.h5:hostile.h5 test.h5:perturbed.h5");
}

TEST_CASE("a page of a gate works in a browser") {
    const RolloutFiles files("chain_pendulum_2", 4, 21);
    submit_hostile(files);
    const Ran made = cchnn_test::run_program(
        "cchnn-eval", "gate test.h5 hostile.h5 --max relative_error=1e-9 --bootstrap 100 --html page.html", files / "");
    REQUIRE_MESSAGE(made.code == 1, made.err);
    const Looked looked = look_at(files, "page.html");
    if (looked.code != 77) CHECK_MESSAGE(looked.code == 0, looked.complaints);
}

TEST_CASE("a page needs no other program: without any it is the same bytes") {
    const RolloutFiles files("chain_pendulum_2", 2, 8);
    files.submit_perturbed("a.h5", 1e-3);
    const auto page_with = [&](const std::string& before) {
        const std::string page = (files / "page.html").string();
        const int status =
            std::system((before + cchnn_test::bin_dir() + "/cchnn-eval score '" + files.test().string() + "' '" +
                         (files / "a.h5").string() + "' --bootstrap 0 --html '" + page + "' > /dev/null")
                            .c_str());
        CHECK(WEXITSTATUS(status) == 0);
        return cchnn_test::bytes_of(page);
    };
    const std::string html = page_with("PATH=/nonexistent ");
    CHECK(contains_text(html, "class=\"figure chart\""));
    CHECK(contains_text(html, "class=\"player\""));
    CHECK((html == page_with("")));
}
