#include "integrate/protocol/protocol.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "elements/example_of_each_kind.hpp"
#include "integrate/integrate_fixture.hpp"

using namespace cchnn_test;

namespace {

Protocol stepping(double step) {
    Protocol protocol = fixed_step_protocol(Method::rattle4);
    protocol.step = step;
    return protocol;
}

std::string complaint(double step, double dt) {
    try {
        with_substeps(stepping(step), dt);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a protocol is written into files in these lines, to the byte") {
    CHECK(to_json(paper_protocol()) == R"({
  "name": "paper",
  "method": "dopri5",
  "rtol": 1e-07,
  "atol": 1e-09,
  "project": true,
  "max_steps": 100000
})");
}

TEST_CASE("protocol: presets are valid, and say in JSON what their method knows") {
    for (const Protocol& protocol : {default_protocol(), paper_protocol(), fixed_step_protocol(Method::rattle2),
                                     fixed_step_protocol(Method::rattle8)})
        CHECK(protocol.check().empty());
    const auto json = nlohmann::json::parse(to_json(fixed_step_protocol(Method::rattle6)));
    CHECK(json == nlohmann::json{{"name", "symplectic"}, {"method", "rattle6"}, {"substeps", 20}});
    const auto classical = nlohmann::json::parse(to_json(fixed_step_protocol(Method::rk4)));
    CHECK(classical == nlohmann::json{{"name", "custom"}, {"method", "rk4"}, {"substeps", 50}, {"project", true}});
    const auto paper = nlohmann::json::parse(to_json(paper_protocol()));
    CHECK(paper["method"] == "dopri5");
    CHECK(paper["rtol"] == 1e-7);
    CHECK_FALSE(paper.contains("substeps"));
}

TEST_CASE("protocol: methods have names and orders, and the symplectic ones are told apart") {
    for (Method method : all_methods()) {
        const std::string text = name(method);
        CHECK(symplectic(method) == text.starts_with("rattle"));
        if (symplectic(method)) CHECK(text == "rattle" + std::to_string(order(method)));
    }
    CHECK(all_methods().size() == 7);
}

TEST_CASE("protocol: a step that divides dt becomes substeps, however it is typed") {
    CHECK(with_substeps(stepping(0.001), 0.03).substeps == 30);
    CHECK(with_substeps(stepping(0.03 / 7), 0.03).substeps == 7);
    CHECK(with_substeps(stepping(0.03), 0.03).substeps == 1);
    CHECK_FALSE(with_substeps(stepping(0.001), 0.03).step.has_value());
    CHECK(with_substeps(default_protocol(), 0.03).method == Method::verner87);
}

TEST_CASE("protocol: a step that does not divide dt is refused with the nearest that do") {
    CHECK(complaint(0.02, 0.05) ==
          "--step: must divide dt = 0.05 s into 1 .. 10^9 equal steps, got 0.02; nearest are 0.025 and "
          "0.016666666666666666, or give --substeps");
    CHECK(contains_text(complaint(0.1, 0.05), "nearest are 0.05 and 0.05"));
}

TEST_CASE("protocol: rules of the symplectic methods are checked by flag") {
    Protocol protocol = fixed_step_protocol(Method::rattle2);
    protocol.substeps = 0;
    CHECK(to_text(protocol.check()) == "--substeps: must be 1 .. 10^9, got 0");
    CHECK(to_text(stepping(-1).check()) == "--step: must be > 0 s, got -1.0");
}

TEST_CASE("protocol: flags say the same as the protocol") {
    CHECK(to_flags(default_protocol()) == "--protocol default");
    CHECK(to_flags(paper_protocol()) == "--protocol paper");
    CHECK(to_flags(fixed_step_protocol(Method::rattle4)) == "--integrator rattle4 --substeps 50");
    Protocol classical = fixed_step_protocol(Method::rk4);
    CHECK(to_flags(classical) == "--integrator rk4 --substeps 50");
    classical.project = false;
    CHECK(to_flags(classical) == "--integrator rk4 --substeps 50 --projection off");
    Protocol loose = default_protocol();
    loose.name = "custom";
    loose.rtol = 1e-6;
    CHECK(to_flags(loose) == "--protocol default --rtol 1e-06 --atol 1e-13 --max-steps 100000 --projection on");
}

TEST_CASE("protocol: forces that depend on velocities are refused to symplectic methods by name, to no other") {
    const Compiled damped("damped_pendulum"), free("chain_pendulum_2");
    CHECK(to_text(refusals(fixed_step_protocol(Method::rattle4), damped.system)) ==
          "--integrator: rattle4 cannot compute forces that depend on velocities, and damped_pendulum has them: "
          "Damping; use verner87");
    CHECK(refusals(default_protocol(), damped.system).empty());
    const Compiled charged(cchnn_test::example_of_each_kind().at("MagneticField"));
    CHECK(
        to_text(refusals(fixed_step_protocol(Method::rattle2), charged.system)) ==
        "--integrator: rattle2 cannot compute forces that depend on velocities, and one_kind has them: MagneticField; "
        "use verner87");
    CHECK(refusals(fixed_step_protocol(Method::rk4), charged.system).empty());
    for (const char* name : {"damped_pendulum", "rolling_disk", "roller_coaster"})
        CHECK(refusals(fixed_step_protocol(Method::rk4), Compiled(name).system).empty());
    CHECK(refusals(fixed_step_protocol(Method::rattle4), free.system).empty());
}
