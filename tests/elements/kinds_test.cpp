#include "elements/kinds.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "contains_text.hpp"
#include "elements/items.hpp"
#include "elements/kinds_fixture.hpp"
#include "elements/parts/curve/curve_cells.hpp"
#include "elements/parts/formula/formula_gradient.hpp"
#include "elements/tables/tables.hpp"
#include "graph/body_surfaces.hpp"
#include "mechanics/dense_equations.hpp"
#include "mechanics/kernels/passage.hpp"
#include "mechanics/plan/constraint_rows.hpp"
#include "numbers/dual.hpp"
#include "places.hpp"
#include "report/explain/explain_system.hpp"
#include "spec/system_pages.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_properties.hpp"
#include "spec/varied_values.hpp"
#include "stories/story_fixture.hpp"

// Every kind of the list answers truly, as far as one system of it shows: an answer that is missing does not compile,
// one that is trivial or wrong fails here.

using namespace cchnn;
using namespace cchnn_test;
using Json = nlohmann::json;

TEST_CASE("what a kind joins has the bodies of its coupling, and every number that may be drawn") {
    for_each_example(AllKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        std::vector<Edge> edges;
        for (ItemSpec item : list_of<K>(c.spec)) {
            if (!item.as<typename K::Spec>()) continue;
            for (const Edge& edge : edges_of(item, c.graph.parts())) {
                edges.push_back(edge);
                CHECK(edge.body_a >= 0);
                std::set<std::string> names, pointers;
                for (const EdgeNumber& number : edge.numbers) {
                    names.insert(number.name);
                    pointers.insert(number.pointer.empty() ? "/" + number.name : number.pointer);
                }
                CHECK(names.size() == edge.numbers.size());
                for (const ItemNumber& drawn : numbers_of(item))
                    CHECK_MESSAGE(pointers.contains("/" + drawn.key), drawn.key);
            }
        }
        REQUIRE(!edges.empty());
        const auto terms = terms_of<K>(c);
        const Coupling coupling = K::coupling(terms.front());
        if (coupling.a) CHECK(edges.front().body_a == index(coupling.a->body));
        const std::string type = K::type;
        const std::set<std::string> formulas{"Potential", "Constraint", "VelocityConstraint", "Lagrangian"};
        const bool joins =
            !formulas.contains(type) && (coupling.b || type == "Dipole" || type == "Damping");  // an edge a point
        CHECK((edges.back().body_b >= 0) == joins);
    });
}

TEST_CASE("the schema names exactly the kinds of the list") {
    const Json schema = Json::parse(cchnn_test::bytes_of(cchnn_test::source_dir() + "/schemas/system.schema.json"));
    std::set<std::string> in_schema, in_list;
    const auto collect = [&](const auto& self, const Json& node) -> void {
        if (!node.is_structured()) return;
        if (node.is_object() && node.contains("description") && node.contains("enum")) {
            const std::string what = node.at("description");
            for (const char* list : {"Kind of constraint.", "Kind of potential.", "Kind of damping."})
                if (what == list)
                    for (const std::string name : node.at("enum")) in_schema.insert(name);
        }
        for (const Json& inner : node) self(self, inner);
    };
    collect(collect, schema);
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) { in_list.insert(K::type); });
    CHECK(in_schema == in_list);
}

TEST_CASE("the system pages have a heading or table row for each kind") {
    const std::string text = cchnn_test::text_of_system_pages();
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        CAPTURE(std::string(K::type));
        CHECK(contains_text(text, std::string("`") + K::type + "`"));
    });
}

TEST_CASE(
    "each kind checks its item: a body that is not there and a number that is none are found, wherever they stand") {
    using Item = nlohmann::ordered_json;
    for_each_example(AllKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        const BodyTable bodies(c.spec.bodies);
        const auto problems = [&](const Item& item) {
            Findings findings{"test", true};
            Checking checking{bodies, 3, findings};
            check_item(read_item(K::list, item, 3), "/item", checking);
            return findings.problems.size();
        };
        const char* lists[] = {"constraints", "potentials", "damping"};
        const Item document = Item::parse(cchnn_test::example_of_each_kind().at(K::type));
        for (const Item& item : document.at(lists[static_cast<int>(K::list)])) {
            if (item.at("type") != K::type) continue;
            CHECK(problems(item) == 0);
            const Item leaves = item.flatten();
            for (const auto& entry : leaves.items()) {
                const std::string pointer = entry.key();
                const Item& value = entry.value();
                const bool names_body =
                    value.is_string() && std::any_of(c.spec.bodies.begin(), c.spec.bodies.end(),
                                                     [&](const BodySpec& body) { return body.id == value; });
                if (!names_body && !value.is_number_float()) continue;
                Item wrong = item;
                Item& leaf = wrong[Item::json_pointer(pointer)];
                if (names_body) leaf = "nobody";
                else leaf = std::nan("");
                CHECK_MESSAGE(problems(wrong) > 0, pointer << ": check() does not look at it");
            }
        }
    });
}

TEST_CASE("each kind refuses what is wrong for it alone, and says why") {
    struct Wrong {
        std::string patch;  // of an item of its example (JSON merge patch)
        int times;          // how often the item stands in the file
        std::string says;
    };
    const Wrong no_input{R"({"input": "u"})", 1, "'u' is not an input: the file has no 'inputs'"};
    const std::map<std::string, Wrong> wrong{
        {"Link", {"{}", 2, "are already linked by /item"}},
        {"Joint", {"{}", 2, "/item"}},
        {"Joint+Axis", {"{}", 2, "/item"}},
        {"Gear",
         {R"({"second": {"bodies": ["o", "a"], "axis": [[0.6, 0, 0.8], [0, 1, 0]]}})", 1, "is the angle of 'first'"}},
        {"SlideGear",
         {R"({"second": {"between": ["o", {"body": "a", "point": [0.1, 0.4, -0.3]}], "along": [0.6, 0, 0.8]}})", 1,
          "is the slide 'first'"}},
        {"Screw", {R"({"axis": [[2, 0, 0], [1, 0, 0]]})", 1, "unit"}},
        {"Constraint", {R"({"equation": "k - 1"})", 1, "names no coordinate and no distance"}},
        {"VelocityConstraint", {R"({"equation": "k*vx*vy"})", 1, "is not linear in the velocities"}},
        {"Lagrangian", {R"({"kinetic": "ad^3 + bd^2"})", 1, "is not quadratic in the rates"}},
        {"Force", no_input},
        {"Spring", no_input},
        {"Torque", no_input},
        {"TorsionSpring", no_input},
        {"MagneticField", {R"json({"vector_potential": ["y", "0", "x"]})json", 1, "must have exactly one of"}},
        {"RotatingFrame", {"{}", 2, "is a second RotatingFrame beside /item"}}};
    for_each_example(AllKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        const auto found = wrong.find(K::type);
        if (found == wrong.end()) return;
        const auto& [patch, times, says] = found->second;
        const Json document = Json::parse(cchnn_test::example_of_each_kind().at(K::type));
        const char* lists[] = {"constraints", "potentials", "damping"};
        Json item = document.at(lists[static_cast<int>(K::list)]).back();
        REQUIRE(item.at("type") == K::type);
        item.merge_patch(Json::parse(patch));
        const BodyTable bodies(c.spec.bodies);
        Findings findings{"test", true};
        Checking checking{bodies, 3, findings};
        for (int i = 0; i < times; ++i)
            check_item(read_item(K::list, nlohmann::ordered_json(item), 3), "/item", checking);
        REQUIRE(findings.problems.size() == 1);
        const std::string& message = findings.problems.front().what;
        CHECK(contains_text(message, says));
    });
}

TEST_CASE("the force of each potential is -dV/dx by dual numbers, and is not zero") {
    for_each_example(PotentialKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        if constexpr (K::energy == Energy::conserves || HasForces<K>) {
            const Motion motion(c);
            const Vector& x = motion.x.back();
            if constexpr (HasTorques<K>) {
                typename K::template Torques<Exact> exact;
                for (const auto& term : terms_of<K>(c)) exact.add(term, 0);
                const auto table = converted<typename K::template Torques<double>>(exact);
                const Dual<double, double> theta(motion.batch.counted_angle.back(), 1.0);
                Dual<double, double> energy(0.0);
                table.add_energy(&theta, energy);
                double torque = 0;
                table.each_torque(&theta.value, [&](std::size_t angle, double own) {
                    CHECK(angle == 0);
                    torque += own;
                });
                CHECK(std::fabs(torque) > 1e-3);
                CHECK(std::fabs(energy.tangent + torque) <= 1e-14 * (std::fabs(torque) + 1));
            } else if constexpr (HasForces<K>) {
                typename K::template Forces<Exact> exact;
                for (const auto& term : terms_of<K>(c)) exact.add(term, 3);
                const auto table = converted<typename K::template Forces<double>>(exact);
                Vector force(x.size(), 0.0);
                table.template add_force<3>(x.data(), force.data());
                CHECK(largest(force) > 1e-3);
                for (std::size_t i = 0; i < x.size(); ++i) {
                    std::vector<Dual<double, double>> at;
                    for (std::size_t j = 0; j < x.size(); ++j) at.emplace_back(x[j], i == j ? 1.0 : 0.0);
                    Dual<double, double> energy(0.0);
                    table.add_energy(at.data(), 3, energy);
                    // some ten roundings of sums of this size
                    CHECK(std::fabs(energy.tangent + force[i]) <= 1e-14 * (largest(force) + 1));
                }
            } else {
                std::vector<Exact> exact(x.size(), 0.0);
                for (const auto& term : terms_of<K>(c)) K::add_constant_force(term, c.graph.parts(), exact);
                const Vector force = converted<double>(exact);
                CHECK(largest(force) > 1e-3);
                CHECK(c.system.forces().constant == force);
            }
        }
    });
}

TEST_CASE("a force that does no work is at right angles to the velocities, linear in them, and not zero") {
    int found = 0;
    for_every_example(ForceKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        if constexpr (K::energy == Energy::does_no_work) {
            ++found;
            typename K::template GyroscopicForces<Exact> exact;
            for (const auto& term : terms_of<K>(c)) exact.add(term, 3);
            const auto table = converted<typename K::template GyroscopicForces<double>>(exact);
            const Motion motion(c);
            const Vector &x = motion.x.back(), &v = motion.v.back();
            Vector force(x.size(), 0.0), twice(x.size(), 0.0), fast = v;
            for (double& entry : fast) entry *= 2;
            table.template add_force<3>(x.data(), v.data(), force.data());
            table.template add_force<3>(x.data(), fast.data(), twice.data());
            double power = 0;
            for (std::size_t i = 0; i < v.size(); ++i) {
                power += v[i] * force[i];
                CHECK(twice[i] == 2 * force[i]);  // powers of two are exact
            }
            CHECK(largest(force) > 1e-3);
            CHECK(std::fabs(power) < 1e-14 * largest(force) * largest(v));  // a few roundings
            CHECK(c.system.gyroscopic());
            CHECK_FALSE(c.system.dissipative());
        }
    });
    CHECK(found > 0);
}

TEST_CASE("damping takes energy at the rate v . dR/dv, and its force is linear in v, or quadratic") {
    for_each_example(DampingKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        typename K::template Dissipation<Exact> exact;
        for (const auto& term : terms_of<K>(c)) exact.add(term, 3);
        const auto table = converted<typename K::template Dissipation<double>>(exact);
        const Motion motion(c);
        const Vector &x = motion.x.back(), &v = motion.v.back();
        Vector force(x.size(), 0.0), twice(x.size(), 0.0), fast = v;
        for (double& entry : fast) entry *= 2;
        const double lost = table.template subtract_gradient<3>(x.data(), v.data(), force.data());
        table.template subtract_gradient<3>(x.data(), fast.data(), twice.data());
        double power = 0;
        for (std::size_t i = 0; i < v.size(); ++i) {
            power -= v[i] * force[i];
            CHECK(twice[i] == (std::is_same_v<K, DragKind> ? 4 : 2) * force[i]);  // powers of two are exact
        }
        CHECK(lost > 1e-3);
        CHECK(std::fabs(lost - power) < 1e-14 * lost);  // a few roundings
    });
}

TEST_CASE("rows of each constraint change at the rate they say, and hold along a motion") {
    for_each_example(ConstraintKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        PaperRows rows{3};
        for (const auto& term : terms_of<K>(c)) K::paper_rows(term, rows);
        CHECK(rows.positions.size() + rows.velocities.size() > 0);
        const Motion motion(c);
        const Vector &x = motion.x.back(), &v = motion.v.back();
        Vector w(x.size());  // any velocity: rows need not hold along it
        for (std::size_t i = 0; i < w.size(); ++i) w[i] = 0.3 + 0.1 * static_cast<double>(i % 7) - 0.2 * v[i];
        constexpr double h = 1e-5;
        Vector ahead = x, behind = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            ahead[i] += h * w[i];
            behind[i] -= h * w[i];
        }
        const std::vector<double> s = c.system.nearest_parameters(x.data(), v.data());
        // At the same s: the normals of a curve turn with s, and the rate along the normal is what a row says.
        const auto reader = [&](const Vector& at) { return RowReader{at.data(), 3, c.system.tracks(), s.data()}; };
        for (const ConstraintRow& row : rows.positions) {
            const double slope = (reader(ahead).phi(row) - reader(behind).phi(row)) / (2 * h);
            // h^2 times third derivatives, and rounding over h
            CHECK(std::fabs(slope - reader(x).phi_rate(row, w.data())) < 1e-8);
            CHECK(std::fabs(reader(x).phi(row)) < 1e-13);  // projected after each step
            CHECK(std::fabs(reader(x).phi_rate(row, v.data())) < 1e-12);
        }
        for (const ConstraintRow& row : rows.velocities) {
            CHECK(std::fabs(reader(x).phi_rate(row, v.data())) < 1e-12);
            CHECK(std::fabs(reader(x).phi_rate(row, w.data())) > 1e-3);
        }
    });
}

// Gradients are of the order of 1; those that depend on others leave rounding.
Eigen::Index rank(const DenseMatrix& matrix) { return Eigen::FullPivLU<DenseMatrix>(matrix).setThreshold(1e-9).rank(); }

TEST_CASE("gradients of Phi and of the solver's rows span the same") {
    for_each_example(ConstraintKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        const Motion motion(c);
        const DenseVector x = dense(motion.x.back());
        const DenseMatrix paper = DenseEquations(c.graph, RowSet::paper).gradient(x);
        const DenseMatrix solver = DenseEquations(c.graph, RowSet::solver).gradient(x);
        DenseMatrix both(paper.rows() + solver.rows(), x.size());
        both << paper, solver;
        CHECK(rank(paper) == rank(both));
        CHECK(rank(solver) == rank(both));
        CHECK(static_cast<Eigen::Index>(solver_rows(c.graph).size()) >= rank(solver));
    });
}

TEST_CASE("gradients of each constraint's rows of Phi span those of equations written by hand") {
    for_each_example(ConstraintKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        // The equations by hand have no curves and no contacts, and their gradient is that of conditions on positions.
        if constexpr (std::is_same_v<K, TrackKind> || std::is_same_v<K, RollingKind> ||
                      std::is_same_v<K, VelocityConstraintKind>)
            return;
        const Motion motion(c);
        const Vector& x = motion.x.back();
        const RowReader reader{x.data(), 3, c.system.tracks(), nullptr};
        const std::vector<ConstraintRow> rows = paper_rows(c.graph);
        DenseMatrix gradient(rows.size(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            Vector along(x.size());
            along[i] = 1;
            for (std::size_t k = 0; k < rows.size(); ++k)
                gradient(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) =
                    reader.phi_rate(rows[k], along.data());
        }
        CHECK(rank(gradient) == rank(DenseEquations(c.graph, RowSet::paper).gradient(dense(x))));
    });
}

TEST_CASE("a kind of angles names those whose hinge is looked for") {
    for_each_example(AllKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        for (const auto& term : terms_of<K>(c)) {
            if constexpr (HasAngles<K>) CHECK(!K::angles(term).empty());
            if constexpr (HasHinges<K>) CHECK(!K::hinges(term).empty());
            (void)term;
        }
    });
}

TEST_CASE("couplings of each constraint bind bodies: none of its example floats free but the one beside it") {
    for_each_example(ConstraintKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        for (const auto& term : terms_of<K>(c)) {
            const Coupling coupling = K::coupling(term);
            CHECK(coupling.relation != Coupling::Relation::none);
            CHECK(coupling.relation != Coupling::Relation::force);
            REQUIRE(coupling.a);
            CHECK((coupling.b != nullptr || !coupling.no_coordinates.empty()));
        }
        for (const auto& group : c.graph.free_groups()) CHECK(group == std::vector<std::string>{"b"});
    });
}

TEST_CASE("a force between two bodies couples them, one of space does not") {
    const std::set<std::string> between{"Spring", "Newtonian", "Potential", "TorsionSpring", "Torque", "Lagrangian"};
    for_each_example(PotentialKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        for (const auto& term : terms_of<K>(c))
            CHECK((K::coupling(term).relation == Coupling::Relation::force) == between.contains(K::type));
    });
    const auto free = [](const char* type) {
        return Compiled(cchnn_test::example_of_each_kind().at(type)).graph.free_groups();
    };
    CHECK(free("Spring") == std::vector<std::vector<std::string>>{{"b"}});
    CHECK(free("Newtonian").empty());
    CHECK(free("Gravity") == std::vector<std::vector<std::string>>{{"a"}, {"b"}});
}

TEST_CASE("each number of a kind that may be drawn is one that with_values changes") {
    for_each_kind(AllKinds{}, []<class K>(KindTag<K>) {
        CAPTURE(std::string(K::type));
        const std::string& example = cchnn_test::example_of_each_kind().at(K::type);
        SystemSpec plain = parse_system(example, "test.json");
        ItemSpec first = list_of<K>(plain)[0];
        CHECK(numbers_of(first).empty() == numbers_of(K::list, K::type).empty());
        for (const ItemNumber& number : numbers_of(first)) {
            Json document = Json::parse(example);
            document[Json::json_pointer(std::string("/") + list_name(K::list) + "/0/" + number.key)] = {
                {"uniform", {{"low", 0.5}, {"high", 1.5}}}};
            SystemSpec spec = parse_system(document.dump(), "test.json");
            REQUIRE(spec.varied.size() == 1);
            CHECK(spec.varied[0].unit == number.unit);
            spec = with_values(spec, {1.25});
            for (const ItemNumber& one : numbers_of(list_of<K>(spec)[0]))
                if (one.key == number.key) CHECK(*one.value == 1.25);
        }
    });
}

TEST_CASE("each coordinate of a point of a kind may be drawn, and with_values moves that point and no other") {
    for_each_kind(AllKinds{}, []<class K>(KindTag<K>) {
        CAPTURE(std::string(K::type));
        using Ordered = nlohmann::ordered_json;
        const Ordered example = Ordered::parse(cchnn_test::example_of_each_kind().at(K::type));
        const Ordered& items = example.at(list_name(K::list));
        std::size_t i = 0;
        while (items[i].at("type") != K::type) ++i;
        const std::vector<ItemPlace> places = places_of_points(K::list, items[i]);
        for (const ItemPlace& place : places) {
            const std::string item_at = std::string("/") + list_name(K::list) + "/" + std::to_string(i);
            Ordered document = example;
            document.at(Ordered::json_pointer(item_at + place.pointer)) =
                Ordered::parse(R"({"body": "b", "point": [{"uniform": {"low": 0.5, "high": 1.5}}, 0.25]})");
            SystemSpec spec;
            Findings findings;
            spec.varied = take_varied(document, {}, findings);
            REQUIRE(spec.varied.size() == 1);
            CHECK(findings.problems.empty());
            CHECK(spec.varied[0].pointer == item_at + place.pointer + "/point/0");
            for (const Ordered& item : document.at(list_name(K::list)))
                list_of<K>(spec).push_back(read_item(K::list, item, 3));
            bool listed = false;
            for (const VariedProperty& parameter : system_parameters(spec))
                listed = listed || (parameter.pointer == spec.varied[0].pointer &&
                                    parameter.name == spec.varied[0].name && parameter.unit == spec.varied[0].unit);
            CHECK(listed);
            const std::vector<ItemPoint> before = points_of(list_of<K>(spec)[i]);
            SystemSpec moved = with_values(spec, {1.25});
            const std::vector<ItemPoint> after = points_of(list_of<K>(moved)[i]);
            REQUIRE(after.size() == places.size());
            for (std::size_t k = 0; k < after.size(); ++k)
                CHECK(after[k].point->point ==
                      (after[k].pointer == place.pointer ? Vector{1.25, 0.25} : before[k].point->point));
        }
        const std::set<std::string> without{"Rolling", "Gear",          "Gravity",   "Newtonian",
                                            "Dipole",  "TorsionSpring", "Torque",    "TorsionDamper",
                                            "Damping", "RotatingFrame", "Lagrangian"};
        CHECK(places.empty() == without.contains(K::type));
    });
}

// Of lines that are broken elsewhere.
static std::string without_blanks(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

TEST_CASE("each kind is told by `show`, which says what the kind says") {
    for_each_example(AllKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        const std::string page = explain_system(c.spec, c.graph, c.system);
        CHECK(contains_text(page, K::type));
        const auto terms = terms_of<K>(c);
        for (const auto* spec : specs_of<K>(c.spec)) {
            Edge edge;
            add_numbers(edge, K::fields, *spec);
            for (const EdgeNumber& number : edge.numbers) {
                CAPTURE(number.name);
                CHECK(contains_text(page, short_number(number.value)));
            }
        }
        if constexpr (ReadsAsRows<K>) {
            for (const auto& term : terms) CHECK(!K::ends(term, c.graph.parts()).empty());
        } else {
            std::string told;
            if constexpr (ReadsByLine<K>)
                for (const auto& term : terms) {
                    const std::string line = K::line(term, c.graph.parts(), c.spec.units);
                    // The equation is that of all lines, or each line has its own.
                    const std::string both = K::formula + line;
                    CHECK((both.find("V =") != std::string::npos || both.find("R =") != std::string::npos ||
                           both.find("force ") != std::string::npos));
                    told += line;
                }
            else told = K::explain(specs_of<K>(c.spec), terms, c.graph.parts(), c.spec.units);
            CHECK(!told.empty());
            CHECK(contains_text(without_blanks(page), without_blanks(told)));
        }
    });
}

TEST_CASE("each kind is drawn unless nothing of it is to be seen") {
    // A field, forces at a distance, the air, a frame, a condition on velocities of points, coordinates, directions.
    const std::set<std::string> unseen{"Gravity",       "Newtonian", "Damping",       "TorsionDamper",
                                       "TorsionSpring", "Torque",    "RotatingFrame", "VelocityConstraint",
                                       "Lagrangian",    "Parallel"};
    std::set<std::string> seen;
    for_every_example(AllKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        Sketch sketch(c.graph.parts());
        for (const auto& term : terms_of<K>(c)) K::draw(term, sketch);
        const Drawing drawing = sketch.take();
        if (!drawing.lines.empty() || !drawing.spots.empty() || !drawing.curves.empty()) seen.insert(K::type);
    });
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        CAPTURE(std::string(K::type));
        CHECK(seen.contains(K::type) != unseen.contains(K::type));
    });
}

TEST_CASE("a kind with a length of its own says how large a system is") {
    const std::set<std::string> with_length{"Link", "Rolling", "Rope", "Spring"};
    for_each_example(AllKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        MeanLength lengths;
        for (const auto& term : terms_of<K>(c)) K::add_lengths(term, lengths);
        CHECK((lengths.count > 0) == with_length.contains(K::type));
    });
}

TEST_CASE("a kind that says it has centres shows them, from where bodies are and where they go") {
    const auto check = [](const auto& table, const Motion& motion) {
        Passage<double> passage;
        table.template show_centres<3>(motion.x.front().data(), motion.x.back().data(), passage);
        CHECK(passage.square() > 1e-6);
        Passage<double> none;
        table.template show_centres<3>(motion.x.back().data(), motion.x.back().data(), none);
        CHECK(none.square() == 0);
    };
    for_each_example(ConstraintKinds{}, []<class K>(KindTag<K>, const Compiled& c) {
        for (const SolverRow& row : solver_rows(c.graph)) CHECK(HasCells<K> == (row.curve != nullptr));
    });
    for_each_example(AllKinds{}, [&]<class K>(KindTag<K>, const Compiled& c) {
        if constexpr (HasForces<K> && HasCentres<K>) {
            typename K::template Forces<Exact> exact;
            for (const auto& term : terms_of<K>(c)) exact.add(term, 3);
            check(converted<typename K::template Forces<double>>(exact), Motion(c));
        }
        if constexpr (HasDissipation<K> && HasCentres<K>) {
            typename K::template Dissipation<Exact> exact;
            for (const auto& term : terms_of<K>(c)) exact.add(term, 3);
            check(converted<typename K::template Dissipation<double>>(exact), Motion(c));
        }
        if constexpr (HasCells<K>)
            for (const auto& term : terms_of<K>(c)) CHECK(K::cells(term).stretch(0).borders.size() > 1);
    });
}
