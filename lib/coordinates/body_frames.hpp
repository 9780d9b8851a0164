#pragma once
// Points and principal axes of bodies at a state (x, v), each with its rate of change. GeneralisedCoordinates reads
// coordinates from them, HeldBody places bodies by them. Points are in m and m/s. Axes are unit vectors on the
// constraint manifold, with rates in 1/s. All vectors have three entries; those beyond the dimension are 0.

#include <optional>
#include <vector>

#include "coordinates/charts.hpp"
#include "core/to_size.hpp"
#include "elements/parts/axis_frame.hpp"
#include "elements/parts/point.hpp"

namespace cchnn::body_frames {

using charts::Moving;
using charts::MovingFrame;
using charts::MovingFrameOf;
using charts::MovingOf;
using charts::Vector;

// A view of the nodes of a state in d dimensions; x, v are (n, d).
template <class C>
struct NodesOf {
    const C *x, *v;
    std::size_t d;

    MovingOf<C> node(int i) const {
        MovingOf<C> m{};
        for (std::size_t k = 0; k < d; ++k) {
            m.value[k] = x[i * d + k];
            m.rate[k] = v[i * d + k];
        }
        return m;
    }
    MovingOf<C> point(const Point& p) const {
        MovingOf<C> m{};
        for (std::size_t k = 0; k < d; ++k) {
            m.value[k] = C(double(p.offset[k]));
            for (const NodeWeight& w : p.weights) {
                m.value[k] += double(w.weight) * x[index(w.node) * d + k];
                m.rate[k] += double(w.weight) * v[index(w.node) * d + k];
            }
        }
        return m;
    }
};

using Nodes = NodesOf<double>;

template <class C>
MovingOf<C> difference(const MovingOf<C>& a, const MovingOf<C>& b) {
    MovingOf<C> m{};
    for (std::size_t k = 0; k < 3; ++k) {
        m.value[k] = a.value[k] - b.value[k];
        m.rate[k] = a.rate[k] - b.rate[k];
    }
    return m;
}
// Entry k of the weighted sum of nodes of a point, added to `sum`.
template <class C>
C entry(const Point& p, const C* nodes, std::size_t d, std::size_t k, C sum) {
    for (const NodeWeight& w : p.weights) sum += double(w.weight) * nodes[index(w.node) * d + k];
    return sum;
}
// x_here - x_there and its rate. Computed entry by entry: the difference of two Moving would pass through memory, and
// its reader would wait until all entries are stored.
template <class C>
MovingOf<C> between(const Point& here, const Point& there, const C* x, const C* v, std::size_t d) {
    MovingOf<C> r{};
    for (std::size_t k = 0; k < d; ++k) {
        r.value[k] =
            entry(here, x, d, k, C(double(here.offset[k]))) - entry(there, x, d, k, C(double(there.offset[k])));
        r.rate[k] = entry(here, v, d, k, C(0.0)) - entry(there, v, d, k, C(0.0));
    }
    return r;
}

// between() for two points that are each one node with weight 1 or fixed in space, as the ends of nearly all Links are.
// It needs no sums over weights and gives the same bits. Members of GeneralisedCoordinates hold one for their Link; for
// other points of() returns none, and between() is used.
struct Span {
    struct End {
        bool moves = false;
        std::size_t node = 0;
        Vector offset{};  // of a point that is fixed in space

        template <class C>
        C of(const C* nodes, std::size_t k, double fixed) const {
            return moves ? fixed + nodes[k] : C(fixed);
        }
    };
    End here{}, there{};

    static std::optional<Span> of(const Point& here, const Point& there) {
        const std::optional<End> from = end(here), to = end(there);
        if (!from || !to) return std::nullopt;
        return Span{*from, *to};
    }
    static std::optional<End> end(const Point& p) {
        if (p.weights.size() > 1 || (p.weights.size() == 1 && double(p.weights[0].weight) != 1)) return std::nullopt;
        End e;
        if (!p.weights.empty()) {
            e.moves = true;
            e.node = index(p.weights[0].node);
        }
        for (std::size_t k = 0; k < p.offset.size(); ++k) e.offset[k] = double(p.offset[k]);
        return e;
    }
    template <std::size_t d, class C>
    MovingOf<C> read(const C* x, const C* v) const {
        MovingOf<C> r{};
        for (std::size_t k = 0; k < d; ++k) {
            const std::size_t a = here.node * d + k, b = there.node * d + k;
            r.value[k] = here.of(x, a, here.offset[k]) - there.of(x, b, there.offset[k]);
            r.rate[k] = here.of(v, a, 0) - there.of(v, b, 0);
        }
        return r;
    }
    template <class C>
    MovingOf<C> operator()(const C* x, const C* v, std::size_t d) const {
        return d == 2 ? read<2>(x, v) : read<3>(x, v);
    }
};
template <class C>
void add(MovingOf<C>& sum, double factor, const MovingOf<C>& m) {
    for (std::size_t k = 0; k < 3; ++k) {
        sum.value[k] += factor * m.value[k];
        sum.rate[k] += factor * m.rate[k];
    }
}
// a x b and its rate, by the product rule.
template <class C>
MovingOf<C> cross_product(const MovingOf<C>& a, const MovingOf<C>& b) {
    const Vector3Of<C> first = cross(a.rate, b.value), second = cross(a.value, b.rate);
    return {cross(a.value, b.value), {first[0] + second[0], first[1] + second[1], first[2] + second[2]}};
}

// The principal axes of a body in space: e_i = x_i - x_0. first_node < 0 means an Origin, whose axes are those of
// space. A flat body in space gets its third axis by a cross product. Other missing axes are 0.
template <class C>
MovingFrameOf<C> axes_of(const NodesOf<C>& nodes, int first_node, int axes) {
    MovingFrameOf<C> e{};
    if (first_node < 0)
        for (std::size_t k = 0; k < 3; ++k) e[k].value[k] = C(1.0);
    for (int i = 0; i < axes; ++i) e[i] = difference(nodes.node(first_node + i + 1), nodes.node(first_node));
    if (axes == 2 && nodes.d == 3) e[2] = cross_product(e[0], e[1]);
    return e;
}
// axes_of(), completed in the plane to a frame of space: the second axis of a rod is its first one after a quarter
// turn, the third axis points out of the plane.
inline MovingFrame all_axes_of(const Nodes& nodes, int first_node, int axes) {
    MovingFrame e = axes_of(nodes, first_node, axes);
    if (nodes.d == 3) return e;
    if (axes == 1) e[1] = {{-e[0].value[1], e[0].value[0], 0}, {-e[0].rate[1], e[0].rate[0], 0}};
    e[2] = {{0, 0, 1}, {}};
    return e;
}

// s u and its rate.
inline Moving along(const Moving& u, double s, double rate) {
    Moving r{};
    for (std::size_t k = 0; k < 3; ++k) {
        r.value[k] = s * u.value[k];
        r.rate[k] = s * u.rate[k] + rate * u.value[k];
    }
    return r;
}
// The space vector with constant coordinates in the frame e.
template <class C>
MovingOf<C> direction_in(const MovingFrameOf<C>& e, const std::vector<double>& entries) {
    MovingOf<C> u{};
    for (std::size_t i = 0; i < entries.size(); ++i) add(u, entries[i], e[i]);
    return u;
}

// The hinge's frame (across_1, across_2, axis) in space, from the axes e of the body in whose coordinates `frame` is.
template <class C>
MovingFrameOf<C> hinge_axes(const MovingFrameOf<C>& e, const AxisFrame& frame) {
    MovingFrameOf<C> f{};
    for (std::size_t i = 0; i < 3; ++i) {
        add(f[0], frame.across_1[i], e[i]);
        add(f[1], frame.across_2[i], e[i]);
        add(f[2], frame.axis[i], e[i]);
    }
    return f;
}
// The inverse of hinge_axes(): the body's axes from the hinge's frame f in space. `frame` is orthonormal.
inline MovingFrame body_axes(const MovingFrame& f, const AxisFrame& frame) {
    MovingFrame e{};
    for (std::size_t i = 0; i < 3; ++i) {
        add(e[i], frame.across_1[i], f[0]);
        add(e[i], frame.across_2[i], f[1]);
        add(e[i], frame.axis[i], f[2]);
    }
    return e;
}

// Whether the axes are a mirror image, which no rotation reaches. Never so for bodies with fewer axes than dimensions.
template <class C>
bool left_handed(const MovingFrameOf<C>& e, int axes, std::size_t d) {
    if (to_size(axes) < d) return false;  // a flat body in space, a line in the plane
    const C volume = d == 2 ? e[0].value[0] * e[1].value[1] - e[0].value[1] * e[1].value[0]
                            : dot(cross(e[0].value, e[1].value), e[2].value);
    return volume < C(0.0);
}

}  // namespace cchnn::body_frames
