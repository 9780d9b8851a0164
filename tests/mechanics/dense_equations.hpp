#pragma once
// The paper's equations typed out densely in long double, from the graph alone: nothing of lib/mechanics is used.
//
//   Psi(z) = (Phi(x), G M^-1 p),  J = [[0, 1], [-1, 0]],  P = 1 - J DPsi^T [DPsi J DPsi^T]^-1 DPsi
//   dz/dt  = P J grad H                                                                      paper eq. (6)
//   x''    = M^-1 f - M^-1 G^T [G M^-1 G^T]^-1 (G M^-1 f + Gdot v)                           paper eq. (7)

#include <Eigen/Dense>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn::test {

using Float = long double;
using DenseVector = Eigen::Matrix<Float, Eigen::Dynamic, 1>;
using DenseMatrix = Eigen::Matrix<Float, Eigen::Dynamic, Eigen::Dynamic>;

inline DenseVector dense(const std::vector<double>& from) {
    DenseVector to(static_cast<Eigen::Index>(from.size()));
    for (std::size_t i = 0; i < from.size(); ++i) to[static_cast<Eigen::Index>(i)] = from[i];
    return to;
}
inline std::vector<double> plain(const DenseVector& from) {
    std::vector<double> to;
    for (Eigen::Index i = 0; i < from.size(); ++i) to.push_back(static_cast<double>(from[i]));
    return to;
}

class DenseEquations {
  public:
    // `rows`: indices of the links that act as constraints.
    DenseEquations(const BodyGraph& graph, const std::vector<int>& rows)
        : graph_(graph), rows_(rows), d_(graph.dimension()), n_(graph.node_count() * graph.dimension()) {
        mass = DenseMatrix::Zero(n_, n_);
        for (const Body& body : graph.bodies())
            for (int k = 0; body.node_count > 0 && k < d_; ++k) {
                const int i = body.first_node * d_ + k;
                mass(i, i) = body.mass;
            }
        inverse_mass = mass.inverse();
    }

    int size() const { return n_; }

    DenseVector phi(const DenseVector& x) const {
        DenseVector out(count());
        for (int c = 0; c < count(); ++c) {
            const Link& l = link(c);
            const Float length = l.length;
            out[c] = (place(l.a, x) - place(l.b, x)).squaredNorm() - length * length;
        }
        return out;
    }

    // Central differences with step 1: exact up to rounding, since Phi is quadratic in x.
    DenseMatrix gradient(const DenseVector& x) const {
        return differences(x, [&](const DenseVector& y) { return phi(y); });
    }

    DenseVector psi(const DenseVector& z) const {
        DenseVector out(2 * count());
        out << phi(z.head(n_)), gradient(z.head(n_)) * (inverse_mass * z.tail(n_));
        return out;
    }

    DenseVector potential_gradient(const DenseVector& x) const {
        DenseVector out = DenseVector::Zero(n_);
        for (const Gravity& gravity : graph_.gravities())
            for (const Body& body : graph_.bodies())
                for (int k = 0; body.node_count > 0 && k < d_; ++k)
                    out[body.first_node * d_ + k] += Float(body.mass) * gravity.g * gravity.up[static_cast<std::size_t>(k)];
        for (const Spring& spring : graph_.springs()) {
            const DenseVector r = place(spring.a, x) - place(spring.b, x);
            const DenseVector pull = spring.stiffness * (r.norm() - spring.rest_length) * r / r.norm();
            for (const NodeWeight& w : spring.a.weights) out.segment(index(w.node) * d_, d_) += w.weight * pull;
            for (const NodeWeight& w : spring.b.weights) out.segment(index(w.node) * d_, d_) -= w.weight * pull;
        }
        return out;
    }

    DenseVector energy_gradient(const DenseVector& z) const {
        DenseVector out(2 * n_);
        out << potential_gradient(z.head(n_)), inverse_mass * z.tail(n_);
        return out;
    }

    // Psi is bilinear in x and p: central differences with step 1 are exact again.
    DenseMatrix psi_gradient(const DenseVector& z) const {
        return differences(z, [&](const DenseVector& y) { return psi(y); });
    }

    DenseVector equation_6(const DenseVector& z) const {
        DenseMatrix j = DenseMatrix::Zero(2 * n_, 2 * n_);
        j.topRightCorner(n_, n_).setIdentity();
        j.bottomLeftCorner(n_, n_) = -DenseMatrix::Identity(n_, n_);
        const DenseVector free = j * energy_gradient(z);
        if (count() == 0) return free;
        const DenseMatrix g = psi_gradient(z);
        const DenseMatrix middle = g * j * g.transpose();
        return free - j * g.transpose() * middle.fullPivLu().solve(g * free);
    }

    DenseVector equation_7(const DenseVector& x, const DenseVector& v) const {
        const DenseVector free = -(inverse_mass * potential_gradient(x));
        if (count() == 0) return free;
        const DenseMatrix g = gradient(x);
        // Gdot v = v . (second derivative of Phi) . v; Phi is quadratic, so Phi(x + v) + Phi(x - v) - 2 Phi(x) is it.
        const DenseVector bend = phi(x + v) + phi(x - v) - 2 * phi(x);
        const DenseMatrix a = g * inverse_mass * g.transpose();
        return free - inverse_mass * g.transpose() * a.fullPivLu().solve(g * free + bend);
    }

    DenseMatrix mass, inverse_mass;

  private:
    int count() const { return static_cast<int>(rows_.size()); }
    const Link& link(int c) const {
        return graph_.links()[static_cast<std::size_t>(rows_[static_cast<std::size_t>(c)])];
    }
    DenseVector place(const Point& point, const DenseVector& x) const {
        DenseVector at = dense(point.offset);
        for (const NodeWeight& w : point.weights) at += w.weight * x.segment(index(w.node) * d_, d_);
        return at;
    }
    template <class Function>
    static DenseMatrix differences(const DenseVector& at, Function&& f) {
        const Eigen::Index rows = f(at).size();
        DenseMatrix out(rows, at.size());
        for (Eigen::Index i = 0; i < at.size(); ++i) {
            DenseVector up = at, down = at;
            up[i] += 1;
            down[i] -= 1;
            out.col(i) = (f(up) - f(down)) / 2;
        }
        return out;
    }

    const BodyGraph& graph_;
    std::vector<int> rows_;
    int d_, n_;
};

}  // namespace cchnn::test
