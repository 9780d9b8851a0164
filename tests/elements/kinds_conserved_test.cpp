// What every kind breaks, and what it leaves conserved, along motions of its examples.

#include <set>

#include "elements/kinds_fixture.hpp"
#include "mechanics/conserved.hpp"

using namespace cchnn_test;

TEST_CASE("what each kind leaves conserved stays along a motion, and energy with what was lost always does") {
    for_every_example(AllKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        const Motion motion(c);
        const auto lost = [&](std::size_t k) {
            return motion.batch.dissipated.empty() ? 0.0 : motion.batch.dissipated[k];
        };
        bool energy = false;
        for (const ConservedQuantity& q : c.system.conserved()) {
            energy = energy || q.kind == ConservedQuantity::Kind::energy;
            const Vector& angles = motion.batch.counted_angle;
            const auto value = [&](std::size_t k) {
                const double* const s = angles.empty() ? nullptr : &angles[k];
                return c.system.conserved_value(q, motion.x[k].data(), motion.v[k].data(), s);
            };
            const double first = value(0);
            for (std::size_t k = 0; k < motion.x.size(); ++k)
                // steps of 1e-12 relative to numbers of size 1 to 10
                CHECK_MESSAGE(std::fabs(value(k) - first) < 1e-10,
                              q.name << " changes: breaks() of the kind does not say so");
        }
        CHECK(energy == motion.batch.dissipated.empty());
        if (K::energy != Energy::by_lagrangian)  // whose examples are with friction and without
            CHECK((K::energy == Energy::dissipates) != motion.batch.dissipated.empty());
        for (std::size_t k = 0; k < motion.x.size(); ++k)
            CHECK(std::fabs(motion.batch.energy[k] + lost(k) - motion.batch.energy[0]) < 1e-10);
    });
}

TEST_CASE("a kind that leaves a momentum free does not say that it breaks it") {
    const auto conserved = [](const std::string& type) {
        std::set<std::string> names;
        const Compiled c(cchnn_test::example_of_each_kind().at(type));
        for (const ConservedQuantity& q : c.system.conserved()) names.insert(q.name);
        return names;
    };
    CHECK(conserved("Gravity").contains("linear_momentum_x"));
    CHECK(!conserved("Gravity").contains("linear_momentum_z"));
    for (const char* about_a_point : {"Link", "Joint", "Spring", "Newtonian"})
        CHECK(conserved(about_a_point) ==
              std::set<std::string>{"energy", "angular_momentum_x", "angular_momentum_y", "angular_momentum_z"});
    for (const char* none : {"Joint+Axis", "Rolling", "Track", "Dipole", "Constraint", "VelocityConstraint"})
        CHECK(conserved(none) == std::set<std::string>{"energy"});
    CHECK(conserved("Damping").empty());
    CHECK(conserved("Dashpot") ==
          std::set<std::string>{"angular_momentum_x", "angular_momentum_y", "angular_momentum_z"});
    CHECK(conserved("TorsionDamper").size() == 6);  // both momenta of two bodies that are free
    // A nut on a screw, both free.
    CHECK(Compiled(cchnn_test::another_example().at("Screw")).system.conserved().size() == 7);
    for (const char* hinged : {"TorsionSpring", "Torque"}) CHECK(conserved(hinged).size() == 7);  // and energy
    CHECK(conserved("Potential") == conserved("Spring"));                                         // distances alone
    CHECK(conserved("Force") == std::set<std::string>{"energy", "linear_momentum_y"});
    CHECK(conserved("MagneticField") == std::set<std::string>{"energy", "linear_momentum_z"});
    CHECK(conserved("RotatingFrame") == std::set<std::string>{"energy", "linear_momentum_z"});
    CHECK(conserved("Drag").empty());
    // A distance alone, and a blade in the plane of x and y.
    CHECK(Compiled(cchnn_test::another_example().at("Constraint")).system.conserved().size() == 7);
    CHECK(Compiled(cchnn_test::another_example().at("VelocityConstraint")).system.conserved().size() == 2);
    CHECK(conserved("Screw") == std::set<std::string>{"energy"});
}

TEST_CASE("each kind breaks a symmetry that one of its examples has without it") {
    std::set<std::string> breaking;
    for_every_example(AllKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        SystemSpec without = c.spec;
        std::erase_if(list_of<K>(without), [](const ItemSpec& item) { return item.as<typename K::Spec>() != nullptr; });
        if (conserved_quantities(BodyGraph(without)).size() > c.system.conserved().size()) breaking.insert(K::type);
    });
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        CHECK_MESSAGE(breaking.contains(K::type), std::string(K::type)
                                                      << ": breaks() is trivial, or no example shows what it breaks");
    });
}
