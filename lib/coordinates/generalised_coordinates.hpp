#pragma once
// Coordinates without constraints: for bodies that form a tree (body_tree.hpp), m numbers q that determine all nodes,
// and their rates; m is the number of degrees of freedom (paper, section 2 and D.2).
//
//   of a body           kinds, in this order                     chart (charts.hpp)
//   free                x, y, z of its centre of mass, m         itself
//   at the end of a     link_angle, or link_azimuth, link_polar  (1), (2) of the Link's direction, from the body before
//   Link
//   its axes, unless    d = 2            angle                   (1) of axis 1
//   a hinge holds       d = 3, Obj1D     azimuth, polar          (2) of axis 1
//   them                d = 3, Obj2D 3D  euler_phi, _theta, _psi (3) of the principal axes
//   on a Slider         slide                                    u_a . (x_b - x_a), whichever of a and b is before
//   on a Joint+Axis, a  hinge_angle                              (4) from the body before; none for an Obj1D along the
//   Slider with turn                                             axis
//   in space
//   kept by a Slider,   none
//   welded
//
//   (1)  to_q:          (x, v) -> (q, qdot), per sample; angles of a first sample are in (-pi, pi], polar and theta
//                       in [0, pi]
//   (2)  to_cartesian:  (q, qdot) -> (x, v), any q
//   (3)  along a trajectory q_k+1 is, of the values that differ by turns, the nearest to q_k + dt (q'_k + q'_k+1)/2
//        where the two rates differ by less than pi/dt, else the nearest to q_k
//
// (2) after (1) is the identity up to rounding: some 1e-16 of lengths and speeds for each body of a chain, times |q|
// for angles of many turns; velocities near a pole of Euler angles lose another 1/sin theta, as phi' and psi' grow by
// that and cancel, and near a polar angle of pi another 1/sin p. A body whose axes are left-handed is none that angles
// reach: its coordinates are NaN. The same bits everywhere: + - * / sqrt and correctly rounded sin, cos, atan2.
// Constant once made, shared by threads.

#include <optional>
#include <string>
#include <vector>

#include "coordinates/body_frames.hpp"
#include "coordinates/held_body.hpp"
#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "numbers/many_angles.hpp"

namespace cchnn {

// What one column of q means: a row of the table that `cchnn-gen coordinates` prints and datasets store with /q.
struct Coordinate {
    std::string body;         // id
    std::string kind;         // "link_angle", ...
    std::string unit;         // "rad" or "m"
    std::string attached_to;  // id of the body or Origin that holds it; "" when free
    std::string relative_to;  // "space", or for a hinge_angle or a slide the id of the body it is counted from
    bool turns = false;       // values that differ by 2 pi are the same
    bool operator==(const Coordinate&) const = default;
};

// The coordinates of one system; CompiledSystem owns one. Owns a member for each body of the tree. Without a tree, with
// Origins that move, and if nothing can move, exist() is false, the table is empty, and the conversions must not be
// called.
class GeneralisedCoordinates {
  public:
    explicit GeneralisedCoordinates(const BodyGraph& graph);
    // None, for this reason.
    explicit GeneralisedCoordinates(std::string why_none) : why_none_(std::move(why_none)) {}

    // "" when there are coordinates; else the reason: "Link end1-end2 closes a loop".
    const std::string& why_none() const { return why_none_; }
    bool exist() const { return why_none_.empty(); }
    int count() const { return count_of(table_); }  // m; 0 when there are none
    const std::vector<Coordinate>& table() const { return table_; }
    int node_count() const { return node_count_; }
    int dimension() const { return dimension_; }

    // (1); x, v are (n, d), q, qdot (m). `previous` is q of the sample before, or null: it decides at poles.
    void to_q(const double* x, const double* v, const double* previous, double* q, double* qdot) const;
    // (2)
    void to_cartesian(const double* q, const double* qdot, double* x, double* v) const;
    // How q, qdot change along dx, dv (n, d), which keep the constraints: dq, dqdot (m). NaN at poles and for mirror images.
    void tangent(const double* x, const double* v, const double* dx, const double* dv, double* dq, double* dqdot) const;
    // (1) and (3) for samples dt apart; x, v are (samples, n, d), q, qdot (samples, m).
    void along_trajectory(int samples, double dt, const double* x, const double* v, double* q, double* qdot,
                          FastAngles fast = nullptr) const;

  private:
    // A body of the tree and the place of its coordinates in q.
    struct Member : HeldBody {
        Member(Branch held, const BodyGraph& graph);
        // The vector from the parent's end of its Link to its own, and its rate.
        template <class C>
        charts::MovingOf<C> link(const C* x, const C* v, std::size_t d) const;

        int first = 0;                          // its first coordinate
        std::optional<body_frames::Span> span;  // of its Link, where both ends are nodes or fixed
    };

    template <class C>
    struct Frames;

    template <class C>
    Frames<C> frames(const Member& member, const C* x, const C* v) const;
    template <class C>
    bool held_mirrored(const C* x, const C* v) const;
    // Writes the coordinates that are lengths: positions of free bodies, and slides.
    template <class C>
    void copy_lengths(const Member& member, const C* x, const C* v, C* q, C* qdot) const;
    // Sines and cosines of all angles of a state, up to a factor, and the rates (charts.hpp). False at a pole and for
    // mirror images, which to_q() treats.
    template <class C>
    bool to_sines_cosines(const C* x, const C* v, C* sine, C* cosine, C* qdot) const;
    // (3) for one sample. The sample before has to lie before it in memory, m numbers away.
    void unwind(double dt, double* q, const double* qdot) const;
    void name_coordinates(const BodyGraph& graph, const Member& member);

    std::string why_none_;
    int dimension_ = 0, node_count_ = 0;
    std::vector<Coordinate> table_;
    std::vector<Member> members_;
};

}  // namespace cchnn
