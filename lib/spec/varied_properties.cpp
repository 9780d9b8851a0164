#include "spec/varied_properties.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/overloaded.hpp"
#include "elements/contact_name.hpp"
#include "elements/items.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/reading/optional_value.hpp"
#include "spec/meaning/placement_meaning.hpp"
#include "spec/reading/read_graph.hpp"
#include "spec/reading/read_states.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto positive = VariedProperty::Range::positive;

// The numbers of a body that may be drawn. Bodies are no items, so they have no list of fields.
std::vector<KindNumber> numbers_of_body(const Json& body) {
    return {{"mass", "kg", body.at("type") == "Origin" ? VariedProperty::Range::not_negative : positive},
            {"second_moments", "m^2", positive},
            {"position", "m", VariedProperty::Range::any}};
}

// The nominal value of a drawn number: the mean, the midpoint, or the first of listed values.
double nominal(const Distribution& distribution, const NamedNumbers& draws) {
    struct Middle {
        const NamedNumbers& draws;
        double operator()(const Constant& c) { return c.value; }
        double operator()(const Normal& n) { return n.mean; }
        double operator()(const Uniform& u) { return 0.5 * (u.low + u.high); }
        double operator()(const Shaped& s) { return s.scale * std::clamp(s.normal.mean, -s.limit, s.limit); }
        double operator()(const Listed& l) { return l.values.front(); }
        double operator()(const Chosen& c) { return c.values.front(); }
        double operator()(const Computed& c) { return c.formula->value(draws); }
    };
    return std::visit(Middle{draws}, distribution);
}

// Each draw may use those before it.
NamedNumbers middles(const std::vector<NamedDraw>& draws) {
    NamedNumbers named;
    for (const NamedDraw& draw : draws) named[draw.name] = nominal(draw.distribution, named);
    return named;
}

// A number that a distribution gives, for a share between 0 and 1. Shares that differ give numbers without a relation.
double at_share(const Distribution& distribution, double share, const NamedNumbers& draws) {
    struct At {
        double share;
        const NamedNumbers& draws;
        double listed(const std::vector<double>& values) {
            return values[static_cast<std::size_t>(share * static_cast<double>(values.size()))];
        }
        double operator()(const Constant& c) { return c.value; }
        double operator()(const Normal& n) { return n.mean + n.std * (2 * share - 1); }
        double operator()(const Uniform& u) { return u.low + (u.high - u.low) * share; }
        double operator()(const Shaped& s) { return s.scale * std::clamp((*this)(s.normal), -s.limit, s.limit); }
        double operator()(const Listed& l) { return listed(l.values); }
        double operator()(const Chosen& c) { return listed(c.values); }
        double operator()(const Computed& c) { return c.formula->value(draws); }
    };
    return std::visit(At{share, draws}, distribution);
}

// Shares without end: multiples of the golden ratio, modulo 1.
class Shares {
  public:
    double next() { return share_ = std::fmod(share_ + 0.6180339887498949, 1); }

  private:
    double share_ = 0;
};

NamedNumbers draws_at(const std::vector<NamedDraw>& draws, Shares& shares) {
    NamedNumbers named;
    for (const NamedDraw& draw : draws) named[draw.name] = at_share(draw.distribution, shares.next(), named);
    return named;
}

// Takes the distributions of one item after another and checks them.
class Taker {
  public:
    Taker(Findings& findings, const std::vector<NamedDraw>& draws)
        : findings_(findings), draws_(draws), middles_(middles(draws)) {}

    // Takes a distribution that an item has in place of a number, or in place of an entry of a list, and replaces it by
    // its nominal value.
    void take(Json& item, const KindNumber& kind, const std::string& pointer) {
        const auto found = item.find(kind.key);
        if (found == item.end()) return;
        const std::string own_pointer = child(pointer, kind.key);
        const std::string unit = item.contains("about") ? kind.unit_about : kind.unit;
        if (is_drawn(*found) && item.contains("inertia"))
            findings_.add(own_pointer,
                          "cannot be drawn beside 'inertia', which would not follow it; give 'second_moments' instead");
        if (kind.has_names) return take_named(*found, {own_pointer, "", unit, {}, kind.range});
        if (is_drawn(*found)) take_number(*found, {own_pointer, kind.key, unit, {}, kind.range});
        if (found->is_array()) take_entries(*found, {own_pointer, kind.key, unit, {}, kind.range});
    }
    // Points of items may be drawn component by component.
    void take_points(Json& item, FileList list, const std::string& pointer) {
        for (const ItemPlace& place : places_of_points(list, item)) {
            Json& end = item.at(Json::json_pointer(place.pointer));
            if (end.is_object())
                take_entries(end.at("point"), {pointer + place.pointer + "/point",
                                               place.name + " of " + end.at("body").get<std::string>(),
                                               "m",
                                               {},
                                               VariedProperty::Range::any});
        }
    }
    // Prepends the owner's name to the properties that were taken since the last call.
    void set_owner(const std::string& owner) {
        for (; owned_ < varied_.size(); ++owned_) varied_[owned_].name = owner + " " + varied_[owned_].name;
    }
    std::vector<VariedProperty> varied() { return std::move(varied_); }

  private:
    static bool is_drawn(const Json& value) { return value.is_object() || value.is_string(); }
    void take_entries(Json& list, const VariedProperty& all) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!is_drawn(list[i])) continue;
            VariedProperty one = all;
            one.pointer = child(all.pointer, i);
            one.name += " " + std::to_string(i + 1);
            take_number(list[i], std::move(one));
        }
    }
    void take_named(Json& numbers, const VariedProperty& all) {
        for (auto entry = numbers.begin(); entry != numbers.end(); ++entry) {
            if (!is_drawn(*entry)) continue;
            VariedProperty one = all;
            one.pointer = child(all.pointer, entry.key());
            one.name = entry.key();
            take_number(*entry, std::move(one));
        }
    }
    // A distribution with a problem gives 1, which is allowed everywhere.
    void take_number(Json& value, VariedProperty property) {
        property.distribution = read_distribution(value);
        const std::size_t before = findings_.problems.size();
        if (!value.contains("values")) check_distribution(property.pointer, property.distribution, findings_);
        check_reach(property);
        value = findings_.problems.size() == before ? nominal_of(property) : 1.0;
        varied_.push_back(std::move(property));
    }
    // A formula may have a value that is not allowed at the nominal values of its draws alone: the distance of two
    // places with the same mean is 0 there. Its value at other draws is taken then.
    double nominal_of(const VariedProperty& property) const {
        const double middle = nominal(property.distribution, middles_);
        if (in_range({property}, {middle})) return middle;
        constexpr int looked_at = 8;
        Shares shares;
        double first = middle;
        for (int i = 0; i < looked_at; ++i) {
            const double other = nominal(property.distribution, draws_at(draws_, shares));
            if (!in_range({property}, {other})) return middle;
            if (i == 0) first = other;
        }
        return first;
    }
    // The least and the largest value of a uniform distribution or a list, and the nominal value of any other
    // distribution, must be allowed in the file.
    void check_reach(const VariedProperty& property) {
        using Ends = std::pair<double, double>;
        const double middle = nominal_of(property);
        const Ends nominal_alone{middle, middle};
        const auto of_list = [](const std::vector<double>& values) {
            const auto [least, largest] = std::ranges::minmax_element(values);
            return Ends{*least, *largest};
        };
        const auto [least, largest] = std::visit(
            Overloaded{[&](const Constant&) { return nominal_alone; },
                       [](const Uniform& u) {
                           return Ends{u.low, u.high};
                       },
                       [&](const Normal&) { return nominal_alone; }, [&](const Shaped&) { return nominal_alone; },
                       [&](const Listed& l) { return of_list(l.values); },
                       [&](const Chosen& c) { return of_list(c.values); },
                       [&](const Computed&) { return nominal_alone; }},
            property.distribution);
        if (in_range({property}, {least}) && in_range({property}, {largest})) return;
        const double reached = in_range({property}, {least}) ? largest : least;
        const char* allowed = !std::isfinite(reached) || property.range == VariedProperty::Range::any
                                  ? "a finite number"
                              : is_restitution(property)   ? "0 to 1"
                              : property.range == positive ? "> 0"
                                                           : ">= 0";
        findings_.add(property.pointer,
                      std::string("must be ") + allowed + " wherever it is drawn, but reaches " + number_text(reached));
    }

    Findings& findings_;
    const std::vector<NamedDraw>& draws_;
    const NamedNumbers middles_;
    std::vector<VariedProperty> varied_;
    std::size_t owned_ = 0;
};

}  // namespace

std::vector<SystemSpec> some_members(const SystemSpec& spec) {
    constexpr int count = 8;
    std::vector<SystemSpec> members;
    Shares shares;
    const NamedNumbers middle = middles(spec.draws);
    for (int i = 0; i < count; ++i) {
        const NamedNumbers named = draws_at(spec.draws, shares);
        std::vector<double> values;
        for (const VariedProperty& property : spec.varied) {
            const double value = at_share(property.distribution, shares.next(), named);
            values.push_back(in_range({property}, {value}) ? value : nominal(property.distribution, middle));
        }
        members.push_back(with_values(spec, values));
    }
    return members;
}

// In the order of the file: bodies, constraints, potentials, damping, contacts. This is the order of columns in
// /parameters.
std::vector<VariedProperty> take_varied(Json& document, const std::vector<NamedDraw>& draws, Findings& findings) {
    Taker taker(findings, draws);
    ItemNames names;
    Json& bodies = document.at("bodies");
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (const KindNumber& number : numbers_of_body(bodies[i])) taker.take(bodies[i], number, child("/bodies", i));
        taker.set_owner(names.own(bodies[i].at("id")));
    }
    for (const FileList list : {FileList::constraints, FileList::potentials, FileList::damping}) {
        if (!document.contains(list_name(list))) continue;
        Json& items = document.at(list_name(list));
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string pointer = child(std::string("/") + list_name(list), i);
            for (const KindNumber& number : numbers_of(list, items[i].at("type")))
                taker.take(items[i], number, pointer);
            taker.take_points(items[i], list, pointer);
            taker.set_owner(names.own(owner_of(read_item(list, items[i], document.at("dimension")))));
        }
    }
    const std::size_t contacts = document.contains("contacts") ? document.at("contacts").size() : 0;
    for (std::size_t i = 0; i < contacts; ++i) {
        Json& contact = document.at("contacts")[i];
        taker.take(contact, {"restitution", "", VariedProperty::Range::not_negative}, child("/contacts", i));
        taker.set_owner(names.own(owner_of(read_contact(contact))));
    }
    return taker.varied();
}

}  // namespace cchnn
