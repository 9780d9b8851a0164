#include "spec/system_parameters.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "spec/read_system.hpp"
#include "spec/varied_values.hpp"

using namespace cchnn;

namespace {

std::vector<std::string> pointers_of(const SystemSpec& spec) {
    std::vector<std::string> pointers;
    for (const VariedProperty& parameter : system_parameters(spec)) pointers.push_back(parameter.pointer);
    return pointers;
}

}  // namespace

TEST_CASE("the parameters of a double pendulum are its masses, lengths, g and where it hangs") {
    const std::vector<std::string> expected{"/bodies/0/position/0", "/bodies/0/position/1",  "/bodies/1/mass",
                                            "/bodies/2/mass",       "/constraints/0/length", "/constraints/1/length",
                                            "/potentials/0/g"};
    CHECK(pointers_of(load_system("chain_pendulum_2")) == expected);
}

TEST_CASE(
    "whatever a built-in system draws for each trajectory is one of its parameters, with the same name and unit") {
    int drawn = 0;
    for (const std::string& name : builtin_system_names()) {
        const SystemSpec spec = load_system(name);
        const std::vector<VariedProperty> parameters = system_parameters(spec);
        for (const VariedProperty& varied : spec.varied) {
            CAPTURE(name);
            CAPTURE(varied.pointer);
            const auto found = std::find_if(parameters.begin(), parameters.end(),
                                            [&](const VariedProperty& p) { return p.pointer == varied.pointer; });
            REQUIRE(found != parameters.end());
            CHECK(found->name == varied.name);
            CHECK(found->unit == varied.unit);
            CHECK((found->range == varied.range));
            ++drawn;
        }
    }
    CHECK(drawn > 5);
}

TEST_CASE("a system varies a parameter instead of what it drew, which has the values of one trajectory") {
    const SystemSpec drawn = load_system("dm_double_pendulum_colors");
    REQUIRE(drawn.varied.size() > 1);
    std::vector<double> values;
    for (std::size_t i = 0; i < drawn.varied.size(); ++i) values.push_back(1.5 + static_cast<double>(i));
    const std::vector<VariedProperty> all = system_parameters(drawn);
    const auto g = std::find_if(all.begin(), all.end(), [](const auto& p) { return p.pointer == "/potentials/0/g"; });
    REQUIRE(g != all.end());
    const SystemSpec changed = with_values(varying_instead(drawn, values, {*g}), {1.625});
    for (const VariedProperty& parameter : system_parameters(changed)) {
        const double value = std::get<Constant>(parameter.distribution).value;
        if (parameter.pointer == "/potentials/0/g") CHECK(value == 1.625);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (parameter.pointer == drawn.varied[i].pointer && parameter.pointer != g->pointer)
                CHECK(value == values[i]);
    }
}
