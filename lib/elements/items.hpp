#pragma once
// The answers of all kinds about an item of a file (element.hpp), for callers that know no kind: spec/ reads
// and checks items and replaces drawn numbers, sample/ sets phases, dataset/ builds edges. Only items.cpp loops over
// the kinds for this, so that these callers are not compiled again when a kind changes.

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

// What is known of an item by its kind alone.
struct KindFacts {
    const char* type;  // the word after "type"
    FileList list;
    std::type_index term;  // of parts/term_lists.hpp
    bool has_rows;         // of a constraint, even where they follow from others
};
KindFacts kind_of(const ItemSpec& item);
// Whether a formula of an item depends on differences of points alone, so that it moves with Origins; nothing for other kinds.
std::optional<bool> moves_with_origins(const ItemSpec& item, int dimension);

// Reads an item by the kind that its type names. Throws std::logic_error for a type that the schema allows and
// the lists lack, which a test would have found.
ItemSpec read_item(FileList list, const nlohmann::ordered_json& item, int dimension);
// Adds to `checking` what is wrong with the item: first what its fields say, then what its kind adds.
void check_item(const ItemSpec& item, const std::string& pointer, Checking& checking);
// The rows of /system/edges that the item makes.
std::vector<Edge> edges_of(const ItemSpec& item, const Bodies& bodies);

// A number of a kind that may be drawn for each trajectory, as its field describes it
// (parts/reading/fields.hpp).
struct KindNumber {
    std::string key, unit;
    VariedProperty::Range range;
    std::string unit_about{};  // of an item that names a pivot, where it is another
    bool has_names = false;    // the key is of an object, with a number for each name
};
// A number of an item that may be drawn for each trajectory. `key` is a pointer into the item without its first "/".
struct ItemNumber : KindNumber {
    std::string name;  // "stiffness", "force 1" of a vector, "q" of named numbers
    double* value;
};
// The numbers of the kind with this type in this list.
std::vector<KindNumber> numbers_of(FileList list, const std::string& type);
std::vector<ItemNumber> numbers_of(ItemSpec& item);

// Where a point of a body stands within an item.
struct ItemPlace {
    std::string pointer;  // "/between/0", "/slide/between/1", "/points/2"
    std::string name;     // "point"; of one in a list "point 3"
};
struct ItemPoint : ItemPlace {
    PointSpec* point;
};
// The places of all points in an item of a document that follows the schema.
std::vector<ItemPlace> places_of_points(FileList list, const nlohmann::ordered_json& item);
std::vector<ItemPoint> points_of(ItemSpec& item);
// The name under which messages and drawn numbers mention an item: "Link pivot-bob1", "TorsionSpring
// wall-door", "Rope hook-weight", "Damping bob1", "Force bob1", "Gravity".
std::string owner_of(const ItemSpec& item);

// Angles that an item is about.
std::vector<AngleSpec*> angles_of(ItemSpec& item);
// Two bodies and the axis of a constraint in the coordinates of each: common to both, except of a Universal.
struct HingeSpec {
    std::string a, b;
    std::vector<double> axis_a, axis_b;
};
std::optional<HingeSpec> hinge_of(const ItemSpec& item);
// The phase of an item that may have one; nullptr for all others. sample/start_phases.hpp sets it.
std::optional<double>* phase_of(ItemSpec& item);

}  // namespace cchnn
