// /system/bodies and /system/edges of written datasets, against energies, states and rows: by a second road, in Python,
// from the formulas of schemas/system/ (tests/dataset/rebuild_from_edges.py).

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "elements/example_of_each_kind.hpp"
#include "elements/kinds.hpp"
#include "places.hpp"
#include "sample/shared_draws.hpp"
#include "spec/read_system.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Every built-in system, families, and one of each kind.
std::vector<SystemSpec> all_systems() {
    std::vector<SystemSpec> systems;
    for (const std::string& name : builtin_system_names()) systems.push_back(load_system(name));
    for (const auto& entry :
         std::filesystem::directory_iterator(cchnn_test::source_dir() + "/tests/regression/families"))
        systems.push_back(load_system(entry.path().string()));
    for (const auto& [kind, text] : cchnn_test::example_of_each_kind()) {
        systems.push_back(parse_system(text, kind));
        systems.back().name = "example_" + std::to_string(systems.size());
    }
    return systems;
}

}  // namespace

TEST_CASE("energy, motion and Phi of every system follow from the table of its edges") {
    if (std::system("/usr/bin/python3 -c 'import h5py' >/dev/null 2>&1") != 0) {
        MESSAGE("skipped: /usr/bin/python3 cannot import h5py");
        return;
    }
    const ScratchDirectory scratch;
    std::string files;
    for (const SystemSpec& spec : all_systems()) {
        CAPTURE(spec.name);
        GenerateOptions options = small(scratch / "data", 0, 0, 2);
        if (const auto* given = std::get_if<std::vector<GivenState>>(&spec.initial_conditions))
            options.count[2] = given->size();
        if (const long listed = listed_count(spec); listed >= 0)
            options.count[2] = static_cast<std::uint64_t>(std::min(2L, listed));
        options.samples = 9;
        options.bound = false;
        if (!spec.damping.empty()) options.dt = spec.sampling.dt / 4;  // Simpson's rule sums what is lost
        if (spec.name == "a05_flyball") options.dt = 1e-6;             // whose stiff dampers lose it within 1e-4 s
        files += " '" + (generate(spec, options).directory / "test.h5").string() + "'";
    }
    const std::string script = cchnn_test::source_dir() + "/tests/dataset/rebuild_from_edges.py";
    const std::string output = (scratch / "output.txt").string();
    const int code = std::system(("/usr/bin/python3 '" + script + "'" + files + " > '" + output + "' 2>&1").c_str());
    const std::string said = bytes_of(output);
    CHECK_MESSAGE(code == 0, said);
    std::set<std::string> kinds{"Rigid"};
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) { kinds.insert(K::type); });
    for (const std::string& kind : kinds) CHECK_MESSAGE(said.find(' ' + kind) != std::string::npos, kind);
}
