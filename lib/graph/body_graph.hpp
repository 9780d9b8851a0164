#pragma once
// SystemSpec with its names resolved: bodies own nodes, attachments are points, everything has an index.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "elements/parts/input.hpp"
#include "elements/terms.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

struct Joint;
struct Link;
struct Rolling;
struct TrackPoint;

// How all Origins move (mechanics/base_motion.hpp): a vector times an input.
struct BaseMove {
    std::vector<double> along;                                        // (d) m, for an input of 1
    std::array<std::shared_ptr<const FormulaProgram>, 3> formulas{};  // the input, its first and its second derivative
};

// Valid once made: every index in range, dimensions agree, no body without a node is attached to another such body.
class BodyGraph {
  public:
    // Throws SpecError when names do not resolve (which read_system has already checked for files).
    explicit BodyGraph(const SystemSpec& spec);

    int dimension() const { return parts_.dimension(); }
    int node_count() const { return parts_.node_count(); }
    const std::string& name() const { return name_; }
    const std::string& source() const { return source_; }
    const Bodies& parts() const { return parts_; }
    const std::vector<Body>& bodies() const { return parts_.all(); }
    // What is attached, by type of term (elements/).
    template <class Term>
    const std::vector<Term>& terms() const {
        return terms_.of<Term>();
    }
    const TermLists& terms() const { return terms_; }
    const std::vector<Link>& links() const;
    const std::vector<Joint>& joints() const;
    const std::vector<Rolling>& rollings() const;
    const std::vector<TrackPoint>& track_points() const;
    // What all of them tie, kind by kind.
    std::vector<TermTie> ties() const;
    // Of each constraint of the file, the name of the first term that it became.
    const std::vector<std::string>& constraint_names() const { return constraint_names_; }

    const std::vector<Input>& inputs() const { return inputs_; }
    const std::vector<BaseMove>& base_moves() const { return base_moves_; }

    // Body by id; throws SpecError for an unknown one.
    const Body& body(const std::string& id) const { return parts_.named(id); }
    // Length of the Link between two bodies, if there is one.
    const Link* link_between(const std::string& a, const std::string& b) const;
    // The Joint, with or without axis, between two bodies, if there is one.
    const Joint* joint_between(const std::string& a, const std::string& b) const;
    // How a body rolls, if it does.
    const Rolling* rolling_of(const std::string& id) const;
    // Place in track_points() of the first point of a body that is on a Track; -1: none.
    int track_point_of(const std::string& id) const;
    // Groups of bodies that no constraint, spring or attraction connects to an Origin and that no plane or Track holds:
    // free on purpose, `show` says so.
    std::vector<std::vector<std::string>> free_groups() const;

  private:
    std::string name_, source_;
    Bodies parts_;
    TermLists terms_;
    std::vector<std::string> constraint_names_;
    std::vector<Input> inputs_;
    std::vector<BaseMove> base_moves_;
    // Places in links(), joints(), rollings(), track_points() by bodies, the first where there are several.
    std::unordered_map<std::uint64_t, std::size_t> links_between_, joints_between_, rollings_of_, track_points_of_;
};

}  // namespace cchnn
