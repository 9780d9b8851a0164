#pragma once
// A system file with its names resolved: the bodies and what connects them, by index instead of by name. A body owns
// nodes, whose positions are the state. An attachment is a Point, a sum of nodes with constant weights. An item of the
// file becomes one or more terms (elements/). Later stages take bodies and terms from the graph: coordinates,
// mechanics, sampling, drawings. Initial conditions, distributions and settings they take from the SystemSpec, and
// datasets their edges from its items. CompiledSystem owns the graph of a system.

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

// Constant and valid once made: every index is in range, dimensions agree, and no constraint or force acts between two
// bodies without nodes (Origins) alone.
class BodyGraph {
  public:
    // Throws SpecError with every problem if names do not resolve. read_system() has made the same check for files, so
    // this happens only to a SystemSpec that a program has made, and to a member of a family. With `is_checked` it is
    // not repeated.
    explicit BodyGraph(const SystemSpec& spec, bool is_checked = false);

    int dimension() const { return parts_.dimension(); }
    int node_count() const { return parts_.node_count(); }
    const std::string& name() const { return name_; }
    const std::string& source() const { return source_; }
    const Bodies& parts() const { return parts_; }
    const std::vector<Body>& bodies() const { return parts_.all(); }
    // All terms of one type, such as Link or Spring, in the order of the file.
    template <class Term>
    const std::vector<Term>& terms() const {
        return terms_.of<Term>();
    }
    const TermLists& terms() const { return terms_; }
    const std::vector<Link>& links() const;
    const std::vector<Joint>& joints() const;
    const std::vector<Rolling>& rollings() const;
    const std::vector<TrackPoint>& track_points() const;
    // Which points of which bodies each term connects, and how (elements/parts/coupling.hpp), kind by kind.
    std::vector<TermCoupling> couplings() const;
    // For each constraint of the file, the name of the first term that it became: "Link a-b".
    const std::vector<std::string>& constraint_names() const { return constraint_names_; }

    const std::vector<Contact>& contacts() const { return contacts_; }
    const std::vector<Input>& inputs() const { return inputs_; }
    const std::vector<BaseMove>& base_moves() const { return base_moves_; }

    // Body by id; throws SpecError for an unknown one.
    const Body& body(const std::string& id) const { return parts_.named(id); }
    // The three searches below return the first match of the file, and null if there is none or an id is unknown. The
    // order of the two bodies does not matter.
    // The Link between two bodies.
    const Link* link_between(const std::string& a, const std::string& b) const;
    // The Joint, with or without axis, between two bodies.
    const Joint* joint_between(const std::string& a, const std::string& b) const;
    // The Rolling constraint of a body.
    const Rolling* rolling_of(const std::string& id) const;
    // Index in track_points() of the first point of a body that is on a Track; -1 if there is none.
    int track_point_of(const std::string& id) const;
    // Groups of bodies that may drift through space: no constraint and no force between two bodies connects them to an
    // Origin, and no plane or Track holds one of them. Ordered by their first bodies. This is no mistake of a file, but
    // `cchnn-gen show` reports it.
    std::vector<std::vector<std::string>> free_groups() const;

  private:
    std::string name_, source_;
    Bodies parts_;
    TermLists terms_;
    std::vector<std::string> constraint_names_;
    std::vector<Contact> contacts_;
    std::vector<Input> inputs_;
    std::vector<BaseMove> base_moves_;
    // Indices into links(), joints(), rollings() and track_points(), by pair of bodies or by body.
    std::unordered_map<std::uint64_t, std::size_t> links_between_, joints_between_, rollings_of_, track_points_of_;
};

}  // namespace cchnn
