#include "dataset/dataset_description.hpp"

#include <map>
#include <typeindex>

#include "core/counted.hpp"
#include "elements/formula_constraint.hpp"
#include "elements/item_input.hpp"
#include "elements/items.hpp"
#include "elements/track.hpp"
#include "mechanics/plan/constraint_rows.hpp"

namespace cchnn {
namespace {

// Adds edges in the order of the file: rigid bodies first, then each list. next_ counts the terms of each kind,
// because scalar constraints are numbered by kind.
class Collector {
  public:
    explicit Collector(const BodyGraph& graph) : graph_(graph), places_(row_places(graph)) {}

    // An edge for each body whose nodes keep their distances.
    void add_bodies() {
        for (std::size_t i = 0; i < graph_.bodies().size(); ++i) {
            if (places_.bodies[i].count == 0) continue;
            EdgeRow row{"Rigid", pointer("bodies", i), edge_of({graph_.bodies()[i].id}, graph_.parts())};
            set_place(row, places_.bodies[i]);
            edges_.push_back(std::move(row));
        }
    }

    void add_list(FileList list, const std::vector<ItemSpec>& items) {
        for (std::size_t i = 0; i < items.size(); ++i) add(pointer(list_name(list), i), items[i]);
    }

    std::vector<EdgeRow> edges() { return std::move(edges_); }

  private:
    static std::string pointer(const std::string& list, std::size_t i) { return "/" + list + "/" + std::to_string(i); }

    static void set_place(EdgeRow& row, const RowPlace& place) {
        if (place.count > 0) {
            row.first_row = place.first;
            row.row_count = place.count;
        }
        if (place.on_velocities > 0) {
            row.first_velocity_row = place.first_on_velocities;
            row.velocity_row_count = place.on_velocities;
        }
    }

    // A constraint has one edge for each of its terms; an equation has one for each of its points, and the first of them
    // has its row.
    void add(const std::string& item_pointer, const ItemSpec& item) {
        const KindFacts kind = kind_of(item);
        const std::string input = input_of(item);
        bool has_rows = kind.has_rows;
        for (Edge& edge : edges_of(item, graph_.parts())) {
            if (!input.empty()) edge.numbers.push_back({"input", place_of(input), "1"});
            EdgeRow row{kind.type, item_pointer, std::move(edge)};
            if (has_rows) {
                const std::size_t term = next_[kind.term]++;
                set_place(row, places_.terms.at(kind.term).at(term));
                if (kind.term == typeid(TrackPoint)) row.track = static_cast<int>(term);
                has_rows = kind.term != typeid(FormulaConstraint);
            }
            edges_.push_back(std::move(row));
        }
    }

    double place_of(const std::string& input) const {
        std::size_t place = 0;
        while (graph_.inputs()[place].id != input) ++place;
        return to_double(place);
    }

    const BodyGraph& graph_;
    const RowPlaces places_;
    std::map<std::type_index, std::size_t> next_;
    std::vector<EdgeRow> edges_;
};

}  // namespace

SystemGraph system_graph(const SystemSpec& spec, const BodyGraph& graph) {
    Collector collector(graph);
    collector.add_bodies();
    collector.add_list(FileList::constraints, spec.constraints);
    collector.add_list(FileList::potentials, spec.potentials);
    collector.add_list(FileList::damping, spec.damping);
    return {graph.bodies(), collector.edges()};
}

std::vector<NodeLabel> node_labels(const BodyGraph& graph) {
    std::vector<NodeLabel> labels;
    for (const Body& body : graph.bodies())
        for (int i = 0; i < body.node_count; ++i) labels.push_back({body.id, i});
    return labels;
}

}  // namespace cchnn
