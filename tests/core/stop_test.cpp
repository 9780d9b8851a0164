#include "core/stop.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include "core/parallel_for.hpp"
#include "core/sha256.hpp"
#include "integrate/integrate.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;

namespace {

// As if a signal had been heard, to the end of the scope.
struct Heard {
    explicit Heard(int signal) { stop_signal = signal; }
    ~Heard() { stop_signal = 0; }
};

}  // namespace

TEST_CASE("Stopped: the exit code is 128 and the signal, the sentence says what is left") {
    CHECK_NOTHROW(throw_if_stopped());
    const Heard heard(SIGTERM);
    try {
        throw_if_stopped();
        FAIL("no signal was seen");
    } catch (Stopped& stopped) {
        CHECK(stopped.exit_code() == 143);
        CHECK(stopped.sentence() == "stopped by SIGTERM; every file is complete; rerun the same command");
        stopped.set_resume_hint("7 are kept");
        CHECK(stopped.sentence() == "stopped by SIGTERM; 7 are kept");
    }
    CHECK(Stopped(SIGINT).exit_code() == 130);
    CHECK(Stopped(SIGHUP).exit_code() == 129);
}

TEST_CASE("parallel_for: a signal ends the loop, however many threads there are") {
    for (int threads : {1, 4}) {
        std::atomic<int> done{0};
        CHECK_THROWS_AS(parallel_for(1000, threads,
                                     [&](std::size_t i) {
                                         if (i == 10) stop_signal = SIGINT;
                                         ++done;
                                     }),
                        Stopped);
        stop_signal = 0;
        CHECK(done < 1000);
    }
}

TEST_CASE("sha256_of_file: a signal ends it") {
    const cchnn_test::ScratchDirectory scratch;
    const std::filesystem::path file = scratch / "a";
    cchnn_test::write_text(file, "abc");
    CHECK(sha256_of_file(file).starts_with("ba7816bf"));  // FIPS 180, B.1
    const Heard heard(SIGINT);
    CHECK_THROWS_AS((void)sha256_of_file(file), Stopped);
}

TEST_CASE("integrate: a signal ends it within a step, with every kind of driver") {
    const CompiledSystem compiled(load_system("chain_pendulum_1"));
    SampleKey key{0, Split::test, 0, 0};
    const InitialState state = compiled.sampler.draw(key);
    Protocol refinement = default_protocol();
    refinement.method = Method::extrapolation20;
    const Heard heard(SIGINT);
    for (const Protocol& protocol : {default_protocol(), fixed_step_protocol(Method::rattle4), refinement})
        CHECK_THROWS_AS(integrate(compiled.system, {state}, {0.03, 3}, protocol), Stopped);
}
