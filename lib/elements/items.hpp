#pragma once
// What every kind answers of an item of a file (element.hpp), without its header: the kinds are folded over in items.cpp
// alone, which is compiled anew where one of them changes.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <typeindex>
#include <vector>

#include "elements/parts/angle_spec.hpp"
#include "elements/parts/bodies.hpp"
#include "elements/parts/edge.hpp"
#include "elements/parts/item_spec.hpp"
#include "elements/parts/reading/checking.hpp"
#include "elements/parts/reading/varied.hpp"

namespace cchnn {

const char* list_name(FileList list);

struct KindFacts {
    const char* type;  // the word after "type"
    FileList list;
    std::type_index term;  // of parts/term_lists.hpp
    bool has_rows;         // of a constraint, even where they follow from others
};
KindFacts kind_of(const ItemSpec& item);

// The item of the kind that its type names; the schema allows no other.
ItemSpec read_item(FileList list, const nlohmann::ordered_json& item, int dimension);
void check_item(const ItemSpec& item, const std::string& pointer, Checking& checking);
std::vector<Edge> edges_of(const ItemSpec& item, const Bodies& bodies);

// A number that may be drawn; in an item, the number itself.
struct KindNumber {
    std::string key, unit;
    VariedProperty::Range range;
    std::string unit_about{};  // of an item that names a pivot, where it is another
};
struct ItemNumber : KindNumber {
    double* value;
};
// Of the kind of a list with this type.
std::vector<KindNumber> numbers_of(FileList list, const std::string& type);
std::vector<ItemNumber> numbers_of(ItemSpec& item);

// Where in an item a point of a body stands.
struct ItemPlace {
    std::string pointer;  // "/between/0", "/slide/between/1", "/points/2"
    std::string name;     // "point"; of one in a list "point 3"
};
struct ItemPoint : ItemPlace {
    PointSpec* point;
};
// Of an item of a document that the schema allows.
std::vector<ItemPlace> places_of_points(FileList list, const nlohmann::ordered_json& item);
std::vector<ItemPoint> points_of(ItemSpec& item);
// "Link pivot-bob1", "TorsionSpring wall-door", "Rope hook-weight", "Damping bob1", "Force bob1", "Gravity"
std::string owner_of(const ItemSpec& item);

// Angles that an item is about.
std::vector<AngleSpec*> angles_of(ItemSpec& item);
// Two bodies and a direction that keep together, in the coordinates of each.
struct HingeSpec {
    std::string a, b;
    std::vector<double> axis_a, axis_b;
};
std::optional<HingeSpec> hinge_of(const ItemSpec& item);
// Where an item has a phase, or may have one.
std::optional<double>* phase_of(ItemSpec& item);

}  // namespace cchnn
