#include "elements/items.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "elements/item_input.hpp"
#include "elements/kinds.hpp"
#include "elements/parts/reading/check_fields.hpp"
#include "elements/parts/reading/read_fields.hpp"
#include "elements/parts/reading/resolve_fields.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

using NamedConstants = std::map<std::string, double>;

// Takes the fields that a question is not about.
constexpr auto others = [](const auto&, const auto&...) {};

// Calls action(kind, spec) with the kind of the item. Specs are types of their own, so that the type of the
// Spec tells the kind.
template <class Item, class Action>
void with_kind_of(Item& item, Action&& action) {
    bool found = false;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K> kind) {
        auto* const spec = item.template as<typename K::Spec>();
        if (!spec || found) return;
        found = true;
        action(kind, *spec);
    });
    if (!found) throw std::logic_error("an item of no kind of the list");
}

// The edge of a kind without edges(): it follows from those of its fields that are ends, an angle or a point.
template <class K>
Edge edge_by_fields(const typename K::Spec& spec, const Bodies& bodies) {
    Edge edge;
    for_each_field(
        K::fields, spec,
        Overloaded{
            others, [&](const auto&, const PointSpec& a, const PointSpec& b) { edge = edge_between(a, b, bodies); },
            [&](const auto&, const std::string& a, const std::string& b) { edge = edge_between({a}, {b}, bodies); },
            [&](const auto&, const AngleSpec& angle) { edge = edge_of_angle(angle, bodies); },
            [&](const auto&, const PointSpec& on) { edge = edge_of(on, bodies); }});
    add_numbers(edge, K::fields, spec);
    return edge;
}

// Calls action(field, members...) for each field of an item.
template <class Item, class Action>
void with_fields_of(Item& item, Action&& action) {
    with_kind_of(item, [&]<class K, class Spec>(KindTag<K>, Spec& spec) { for_each_field(K::fields, spec, action); });
}

// The points among the fields of an item and of its parts, with their JSON pointers.
template <class Fields, class Spec>
std::vector<ItemPoint> points_among(const Fields& fields, Spec& spec, const std::string& pointer) {
    std::vector<ItemPoint> all;
    for_each_field(
        fields, spec,
        Overloaded{others,
                   [&](const auto& field, PointSpec& a, PointSpec& b) {
                       const std::string at = child(pointer, field.key);
                       all.insert(all.end(), {{{child(at, 0), "point"}, &a}, {{child(at, 1), "point"}, &b}});
                   },
                   [&](const auto& field, PointSpec& on) {
                       all.push_back({{child(pointer, field.key), "point"}, &on});
                   },
                   [&](const auto& field, std::vector<PointSpec>& points) {
                       for (std::size_t i = 0; i < points.size(); ++i)
                           all.push_back(
                               {{child(child(pointer, field.key), i), "point " + std::to_string(i + 1)}, &points[i]});
                   },
                   [&](const auto& field, HasFields auto& part) {
                       for (ItemPoint& one : points_among(part.fields, part, child(pointer, field.key)))
                           all.push_back(std::move(one));
                   }});
    return all;
}

// A kind whose formula may depend on differences of points alone.
template <class K>
concept MayMoveWithOrigins = requires(const typename K::Spec& spec) {
    K::moves_with_origins(spec, 3);
};

}  // namespace

const char* list_name(FileList list) {
    switch (list) {
        case FileList::constraints: return "constraints";
        case FileList::potentials: return "potentials";
        case FileList::damping: break;
    }
    return "damping";
}

// The facts of an item that callers need without knowing its kind.
KindFacts kind_of(const ItemSpec& item) {
    KindFacts facts{"", FileList::constraints, typeid(void), false};
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec&) {
        facts = {K::type, K::list, typeid(typename K::Term), HasRows<K>};
    });
    return facts;
}

std::optional<bool> moves_with_origins(const ItemSpec& item, int dimension) {
    std::optional<bool> moves;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        if constexpr (MayMoveWithOrigins<K>) moves = K::moves_with_origins(spec, dimension);
    });
    return moves;
}

// Finds the kind by the list and the "type" of the item. The document satisfies its schema, so that a type
// without a kind is an error of the program.
ItemSpec read_item(FileList list, const Json& item, int dimension) {
    std::optional<ItemSpec> read;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        if (K::list == list && item.at("type") == K::type) read = read_spec<K>(item, dimension);
    });
    if (!read)
        throw std::logic_error("no kind is called " + item.at("type").dump() +
                               ": the schema allows a type that the list of kinds lacks");
    return *read;
}

// First the rules that follow from the fields, then those that only this kind has.
void check_item(const ItemSpec& item, const std::string& pointer, Checking& checking) {
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        check_fields(pointer, K::fields, spec, std::string("a ") + K::type, checking);
        if constexpr (HasMeaning<K>) K::check(spec, pointer, checking);
    });
}

// The edges of a system's graph that an item makes, as datasets store them.
std::vector<Edge> edges_of(const ItemSpec& item, const Bodies& bodies) {
    std::vector<Edge> edges;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        if constexpr (HasEdges<K>) K::edges(spec, bodies, edges);
        else edges.push_back(edge_by_fields<K>(spec, bodies));
    });
    return edges;
}

// The numbers of a kind that may be drawn for each trajectory, from an empty spec: names, units and ranges do
// not depend on values.
std::vector<KindNumber> numbers_of(FileList list, const std::string& type) {
    std::vector<KindNumber> numbers;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        if (K::list != list || type != K::type) return;
        const typename K::Spec spec{};
        const auto add = [&](const auto& field, bool has_names) {
            if (field.is_drawn) numbers.push_back({field.key, field.unit, field.range, field.unit_about, has_names});
        };
        for_each_field(K::fields, spec,
                       Overloaded{others, [&](const auto& field, double) { add(field, false); },
                                  [&](const auto& field, const std::vector<double>&) { add(field, false); },
                                  [&](const auto& field, const NamedConstants&) { add(field, true); }});
    });
    return numbers;
}

// The same with pointers to the values of an item, through which drawn numbers are put in.
std::vector<ItemNumber> numbers_of(ItemSpec& item) {
    std::vector<ItemNumber> numbers;
    with_kind_of(item, [&]<class K>(KindTag<K>, typename K::Spec& spec) {
        const bool about_pivot = names_pivot(K::fields, spec);
        const auto add = [&](const auto& field, const std::string& key, const std::string& name, double& value) {
            if (field.is_drawn) numbers.push_back({{key, field.unit_of(about_pivot), field.range}, name, &value});
        };
        for_each_field(
            K::fields, spec,
            Overloaded{others, [&](const auto& field, double& value) { add(field, field.key, field.key, value); },
                       [&](const auto& field, std::vector<double>& entries) {
                           const std::string key = field.key;
                           for (std::size_t i = 0; i < entries.size(); ++i)
                               add(field, child(key, i), key + " " + std::to_string(i + 1), entries[i]);
                       },
                       [&](const auto& field, NamedConstants& named) {
                           for (auto& [name, value] : named) add(field, child(field.key, name), name, value);
                       }});
    });
    return numbers;
}

// Where in the JSON of an item its points are, before it is read. The spec has as many points as the JSON.
std::vector<ItemPlace> places_of_points(FileList list, const Json& item) {
    std::vector<ItemPlace> places;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        if (K::list != list || item.at("type") != K::type) return;
        typename K::Spec spec{};
        for_each_field(K::fields, spec, Overloaded{others, [&](const auto& field, std::vector<PointSpec>& points) {
                                                       points.resize(item.at(field.key).size());
                                                   }});
        for (ItemPoint& one : points_among(K::fields, spec, "")) places.push_back(std::move(one));
    });
    return places;
}

std::vector<ItemPoint> points_of(ItemSpec& item) {
    std::vector<ItemPoint> points;
    with_kind_of(item,
                 [&]<class K>(KindTag<K>, typename K::Spec& spec) { points = points_among(K::fields, spec, ""); });
    return points;
}

std::string owner_of(const ItemSpec& item) {
    std::string owner;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        owner = K::type + named_bodies(K::fields, spec);
    });
    return owner;
}

std::string input_of(const ItemSpec& item) {
    std::string input;
    with_fields_of(item, Overloaded{others, [&](const auto& field, const std::string& id) {
                                        if (field.key == std::string("input")) input = id;
                                    }});
    return input;
}

std::vector<AngleSpec*> angles_of(ItemSpec& item) {
    std::vector<AngleSpec*> angles;
    with_fields_of(item, Overloaded{others, [&](const auto&, AngleSpec& angle) { angles.push_back(&angle); }});
    return angles;
}

// The two bodies and the axis in each, for constraints that give one in both; nothing for others.
std::optional<HingeSpec> hinge_of(const ItemSpec& item) {
    std::optional<HingeSpec> hinge;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        if constexpr (requires { spec.axis_a; }) hinge = {spec.a.body, spec.b.body, spec.axis_a, spec.axis_b};
        else if constexpr (requires { spec.a.body, spec.axis; })
            if (spec.axis.size() == 2) hinge = {spec.a.body, spec.b.body, spec.axis[0], spec.axis[1]};
    });
    return hinge;
}

// Null for kinds without a phase.
std::optional<double>* phase_of(ItemSpec& item) {
    std::optional<double>* phase = nullptr;
    with_fields_of(item, Overloaded{others, [&](const auto&, std::optional<double>& value) { phase = &value; }});
    return phase;
}

}  // namespace cchnn
