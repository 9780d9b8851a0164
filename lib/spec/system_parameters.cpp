#include "spec/system_parameters.hpp"

#include <utility>

#include "spec/item_names.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

using Range = VariedProperty::Range;

class Lister {
  public:
    std::vector<VariedProperty> list(const SystemSpec& spec) {
        for (std::size_t i = 0; i < spec.bodies.size(); ++i) add_body(spec.bodies[i], place("bodies", i));
        add_items(ConstraintKinds{}, spec.constraints, "constraints");
        add_items(PotentialKinds{}, spec.potentials, "potentials");
        add_items(DampingKinds{}, spec.damping, "damping");
        return std::move(all_);
    }

  private:
    static std::string place(const char* room, std::size_t i) {
        return std::string("/") + room + "/" + std::to_string(i);
    }

    void add(const std::string& pointer, const std::string& name, const std::string& unit, Range range, double value) {
        all_.push_back({pointer, name, unit, Constant{value}, range});
    }
    void add_all(const std::string& pointer, const std::string& name, const std::string& unit, Range range,
                 const std::vector<double>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            add(pointer + "/" + std::to_string(i), name + " " + std::to_string(i + 1), unit, range, values[i]);
    }

    void add_body(const BodySpec& body, const std::string& at) {
        const bool fixed = is_origin(body);
        if (!fixed || body.mass > 0)
            add(at + "/mass", body.id + " mass", "kg", fixed ? Range::not_negative : Range::positive, body.mass);
        add_all(at + "/second_moments", body.id + " second_moments", "m^2", Range::positive, body.second_moments);
        add_all(at + "/position", body.id + " position", "m", Range::any, body.position);
    }

    template <class Kinds, class Item>
    void add_items(Kinds kinds, const std::vector<Item>& items, const char* room) {
        for (std::size_t i = 0; i < items.size(); ++i)
            std::visit([&](const auto& spec) { add_item(kinds, spec, place(room, i)); }, items[i]);
    }
    template <class Kinds, class Spec>
    void add_item(Kinds kinds, const Spec& spec, const std::string& at) {
        with_kind_of<Spec>(kinds, [&]<class K>(KindTag<K>) {
            const std::string owner = names_.own(owner_of<K>(spec));
            for (const VariedNumber<Spec>& number : K::varied())
                add(at + "/" + number.key, owner + " " + number.key, unit_of(spec, number.unit), number.range,
                    spec.*number.field);
            if constexpr (!std::is_same_v<Kinds, DampingKinds> && requires { spec.a.point, spec.b.point; }) {
                add_all(at + "/between/0/point", owner + " point of " + spec.a.body, "m", Range::any, spec.a.point);
                add_all(at + "/between/1/point", owner + " point of " + spec.b.body, "m", Range::any, spec.b.point);
            }
        });
    }
    // A damping about a pivot is of an angular velocity.
    template <class Spec>
    static std::string unit_of(const Spec& spec, const char* unit) {
        if constexpr (requires { spec.pivot.has_value(); }) return spec.pivot.has_value() ? "N m s" : unit;
        return unit;
    }
    template <class K, class Spec>
    static std::string owner_of(const Spec& spec) {
        std::string name = "Damping";
        if constexpr (requires { K::type; }) name = K::type;
        if constexpr (requires { spec.a.body + spec.b.body; }) return name + " " + spec.a.body + "-" + spec.b.body;
        else if constexpr (requires { spec.a + spec.b; }) return name + " " + spec.a + "-" + spec.b;
        else if constexpr (requires { spec.angle.a + spec.angle.b; })
            return name + " " + spec.angle.a + "-" + spec.angle.b;
        else if constexpr (requires { spec.points.front().body + name; })
            return name + " " + spec.points.front().body + "-" + spec.points.back().body;
        else if constexpr (requires { name + spec.body; }) return name + " " + spec.body;
        else return name;
    }

    std::vector<VariedProperty> all_;
    ItemNames names_;
};

}  // namespace

std::vector<VariedProperty> system_parameters(const SystemSpec& spec) { return Lister().list(spec); }

SystemSpec varying_instead(const SystemSpec& spec, const std::vector<double>& values,
                           const std::vector<VariedProperty>& parameters) {
    SystemSpec instead = with_values(spec, values);
    instead.varied = parameters;
    return instead;
}

}  // namespace cchnn
