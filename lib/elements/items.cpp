#include "elements/items.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "elements/kinds.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Calls action(kind, spec) for the kind of an item.
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

}  // namespace

const char* list_name(FileList list) {
    switch (list) {
        case FileList::constraints: return "constraints";
        case FileList::potentials: return "potentials";
        case FileList::damping: break;
    }
    return "damping";
}

KindFacts kind_of(const ItemSpec& item) {
    KindFacts facts{"", FileList::constraints, typeid(void), false};
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec&) {
        facts = {K::type, K::list, typeid(typename K::Term), HasRows<K>};
    });
    return facts;
}

ItemSpec read_item(FileList list, const Json& item, int dimension) {
    std::optional<ItemSpec> read;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        if (K::list == list && item.at("type") == K::type) read = K::read(item, dimension);
    });
    if (!read)
        throw std::logic_error("no kind is called " + item.at("type").dump() +
                               ": the schema allows a type that the list of kinds lacks");
    return *read;
}

void check_item(const ItemSpec& item, const std::string& pointer, Checking& checking) {
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) { K::check(spec, pointer, checking); });
}

std::vector<Edge> edges_of(const ItemSpec& item, const Bodies& bodies) {
    std::vector<Edge> edges;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) { K::edges(spec, bodies, edges); });
    return edges;
}

std::vector<KindNumber> numbers_of(FileList list, const std::string& type) {
    std::vector<KindNumber> numbers;
    for_each_kind(AllKinds{}, [&]<class K>(KindTag<K>) {
        if (K::list != list || (!type.empty() && type != K::type)) return;
        for (const auto& number : K::varied()) numbers.push_back({number.key, number.unit, number.range});
    });
    return numbers;
}

std::vector<ItemNumber> numbers_of(ItemSpec& item) {
    std::vector<ItemNumber> numbers;
    with_kind_of(item, [&]<class K>(KindTag<K>, typename K::Spec& spec) {
        for (const auto& number : K::varied())
            numbers.push_back({{number.key, number.unit, number.range}, &(spec.*number.field)});
        // A damping about a pivot is of an angular velocity.
        if constexpr (requires { spec.pivot.has_value(); })
            if (spec.pivot.has_value())
                for (ItemNumber& number : numbers) number.unit = "N m s";
    });
    return numbers;
}

std::vector<PointSpec*> ends_of(ItemSpec& item) {
    std::vector<PointSpec*> ends;
    with_kind_of(item, [&]<class K>(KindTag<K>, typename K::Spec& spec) {
        if constexpr (requires { spec.a.point, spec.b.point; }) ends = {&spec.a, &spec.b};
    });
    return ends;
}

std::string owner_of(const ItemSpec& item) {
    std::string owner;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        owner = K::type;
        if constexpr (requires { spec.a.body + spec.b.body; }) owner += " " + spec.a.body + "-" + spec.b.body;
        else if constexpr (requires { spec.a + spec.b; }) owner += " " + spec.a + "-" + spec.b;
        else if constexpr (requires { spec.angle.a + spec.angle.b; }) owner += " " + spec.angle.a + "-" + spec.angle.b;
        else if constexpr (requires { spec.points.front().body + owner; })
            owner += " " + spec.points.front().body + "-" + spec.points.back().body;
        else if constexpr (requires { owner + spec.body; }) owner += " " + spec.body;
    });
    return owner;
}

std::vector<AngleSpec*> angles_of(ItemSpec& item) {
    std::vector<AngleSpec*> angles;
    with_kind_of(item, [&]<class K>(KindTag<K>, typename K::Spec& spec) {
        if constexpr (requires { spec.angle.axis; }) angles.push_back(&spec.angle);
        if constexpr (requires { spec.wheel.axis; }) angles.push_back(&spec.wheel);
        if constexpr (requires { spec.first.axis, spec.second.axis; }) angles = {&spec.first, &spec.second};
    });
    return angles;
}

std::optional<HingeSpec> hinge_of(const ItemSpec& item) {
    std::optional<HingeSpec> hinge;
    with_kind_of(item, [&]<class K>(KindTag<K>, const typename K::Spec& spec) {
        if constexpr (requires { spec.axis_a; }) hinge = {spec.a.body, spec.b.body, spec.axis_a, spec.axis_b};
        else if constexpr (requires { spec.a.body, spec.axis; })
            if (spec.axis.size() == 2) hinge = {spec.a.body, spec.b.body, spec.axis[0], spec.axis[1]};
    });
    return hinge;
}

std::optional<double>* phase_of(ItemSpec& item) {
    std::optional<double>* phase = nullptr;
    with_kind_of(item, [&]<class K>(KindTag<K>, typename K::Spec& spec) {
        if constexpr (requires { spec.phase.has_value(); }) phase = &spec.phase;
    });
    return phase;
}

}  // namespace cchnn
