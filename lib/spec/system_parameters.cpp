#include "spec/system_parameters.hpp"

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "elements/contact_name.hpp"
#include "elements/items.hpp"
#include "elements/lagrangian.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

using Range = VariedProperty::Range;

// Lists the numbers of a system that another value could replace: pointer, name, unit and range of each, in the order
// of the file. Kinds name their own by their fields.
class Lister {
  public:
    std::vector<VariedProperty> list(const SystemSpec& spec) {
        // The masses of coordinates of a Lagrangian are no numbers of the system.
        const bool has_masses = items_of<LagrangianSpec>(spec.potentials).empty();
        for (std::size_t i = 0; i < spec.bodies.size() && has_masses; ++i) add_body(spec.bodies[i], place("bodies", i));
        add_items(FileList::constraints, spec.constraints);
        add_items(FileList::potentials, spec.potentials);
        add_items(FileList::damping, spec.damping);
        for (std::size_t i = 0; i < spec.contacts.size(); ++i)
            add(place("contacts", i) + "/restitution", names_.own(owner_of(spec.contacts[i])) + " restitution", "",
                Range::not_negative, spec.contacts[i].restitution);
        return std::move(all_);
    }

  private:
    static std::string place(const char* list, std::size_t i) {
        return std::string("/") + list + "/" + std::to_string(i);
    }

    void add(const std::string& pointer, const std::string& name, const std::string& unit, Range range, double value) {
        all_.push_back({pointer, name, unit, Constant{value}, range});
    }
    void add_all(const std::string& pointer, const std::string& name, const std::string& unit, Range range,
                 const std::vector<double>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            add(pointer + "/" + std::to_string(i), name + " " + std::to_string(i + 1), unit, range, values[i]);
    }

    void add_body(const BodySpec& body, const std::string& pointer) {
        const bool fixed = is_origin(body);
        if (!fixed || body.mass > 0)
            add(pointer + "/mass", body.id + " mass", "kg", fixed ? Range::not_negative : Range::positive, body.mass);
        add_all(pointer + "/second_moments", body.id + " second_moments", "m^2", Range::positive, body.second_moments);
        add_all(pointer + "/position", body.id + " position", "m", Range::any, body.position);
    }

    void add_items(FileList list, const std::vector<ItemSpec>& items) {
        for (std::size_t i = 0; i < items.size(); ++i) add_item(items[i], place(list_name(list), i));
    }
    void add_item(ItemSpec item, const std::string& pointer) {
        const std::string owner = names_.own(owner_of(item));
        for (const ItemNumber& number : numbers_of(item))
            add(pointer + "/" + number.key, owner + " " + number.name, number.unit, number.range, *number.value);
        for (const ItemPoint& item_point : points_of(item))
            add_all(pointer + item_point.pointer + "/point",
                    owner + " " + item_point.name + " of " + item_point.point->body, "m", Range::any,
                    item_point.point->point);
    }

    std::vector<VariedProperty> all_;
    ItemNames names_;
};

}  // namespace

std::vector<VariedProperty> system_parameters(const SystemSpec& spec) { return Lister().list(spec); }

// As many as a manifest may list (schemas/manifest.schema.json).
constexpr std::size_t most_chosen = 1000;

std::vector<VariedProperty> chosen_parameters(const SystemSpec& spec, const std::vector<std::string>& pointers,
                                              const std::string& where) {
    if (pointers.size() > most_chosen)
        throw UsageError(where, "must be at most " + std::to_string(most_chosen) + " numbers, got " +
                                    std::to_string(pointers.size()));
    const std::vector<VariedProperty> all = system_parameters(spec);
    std::vector<std::string> known;
    for (const VariedProperty& property : all) known.push_back(property.pointer);
    std::vector<VariedProperty> chosen;
    std::vector<Problem> problems;
    for (const std::string& pointer : pointers) {
        const auto found = std::ranges::find(known, pointer);
        if (std::ranges::count(pointers, pointer) > 1)
            problems.push_back({where, "'" + pointer + "' is given twice; give it once"});
        else if (found != known.end()) chosen.push_back(all[static_cast<std::size_t>(found - known.begin())]);
        else
            problems.push_back(
                {where, "'" + pointer + "' is not a number of " + spec.name + suggestion(pointer, known)});
    }
    if (!problems.empty()) throw UsageError(std::move(problems));
    return chosen;
}

std::vector<VariedProperty> stored_parameters(const SystemSpec& spec, const std::vector<std::string>& pointers,
                                              const std::string& where) {
    try {
        return chosen_parameters(spec, pointers, where);
    } catch (const UsageError& error) {
        throw DataError(error.problems());
    }
}

SystemSpec varying_instead(const SystemSpec& spec, const std::vector<double>& values,
                           const std::vector<VariedProperty>& parameters) {
    SystemSpec instead = with_values(spec, values);
    instead.varied = parameters;
    return instead;
}

}  // namespace cchnn
