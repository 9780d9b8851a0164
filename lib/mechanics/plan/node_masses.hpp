#pragma once
// The constant mass matrix, one block per body (paper eq. 9), acting on nodes and not on axes:
//
//   (1)  M    = m [[1 + sum lambda, -lambda^T], [-lambda, diag(lambda)]]          [kg]
//   (2)  M^-1 = (1/m) (1 1^T + diag(0, 1/lambda_1, ..., 1/lambda_k))              [1/kg]
//
// (2) times p needs one sum for each body and axis, whatever k is.

#include <vector>

#include "core/to_size.hpp"
#include "mechanics/plan/solve_plan.hpp"

namespace cchnn {

struct Body;

// The mass matrix of a system, owned by SystemConstants. Numbers are in C (elements/parts/constants.hpp), the sparse
// matrices exact.
template <class C>
class NodeMassesOf {
  public:
    NodeMassesOf() = default;
    explicit NodeMassesOf(const std::vector<Body>& bodies);  // Exact only

    const NodeMatrix& matrix() const { return matrix_; }
    const NodeMatrix& inverse() const { return inverse_; }
    bool points_only() const { return points_only_; }
    const std::vector<C>& body_mass() const { return body_mass_; }  // (n) kg, of the body that owns each node

    // out = M^-1 in, for (n, D) arrays; in and out may not overlap.
    template <int D, class Real>
    [[gnu::always_inline]] void multiply_inverse(const Real* in, Real* out) const {
        each_product<D>(in, [=](std::size_t i, const Real& value) { out[i] = value; });
    }
    // out = from - M^-1 in
    template <int D, class Real>
    [[gnu::always_inline]] void subtract_inverse(const Real* from, const Real* in, Real* out) const {
        each_product<D>(in, [=](std::size_t i, const Real& value) { out[i] = from[i] - value; });
    }
    // out = M in, for (n, dimension) arrays.
    void multiply(const C* in, int dimension, C* out) const;
    // v^T M v / 2 = sum over bodies of m/2 (|v_0|^2 + sum_i lambda_i |v_i - v_0|^2)
    template <class Real>
    Real kinetic_energy(const Real* v, int dimension) const;

  private:
    // The nodes of one body: its centre `first`, then its tips. Masses in kg and 1/kg.
    struct Block {
        int first, count;
        C inverse_mass, mass;
        Block() = default;
        Block(int f, int n, const C& inverse, const C& m) : first(f), count(n), inverse_mass(inverse), mass(m) {}

        static constexpr auto members = std::tuple(&Block::first, &Block::count, &Block::inverse_mass, &Block::mass);
    };

    // Passes each component of M^-1 `in` to `action` once.
    template <int D, class Real, class Action>
    [[gnu::always_inline]] void each_product(const Real* in, Action&& action) const {
        if (points_only_) {
            const C* const inverse_mass = inverse_masses_.data();
            for (std::size_t i = 0, n = inverse_masses_.size(); i < n; ++i)
                for (std::size_t j = i * D; j < i * D + D; ++j) action(j, inverse_mass[i] * in[j]);
            return;
        }
        const C* const inverse_moment = inverse_moments_.data();
        const Block* const blocks = blocks_.data();
        for (std::size_t b = 0, n = blocks_.size(); b < n; ++b) {
            const Block block = blocks[b];
            const std::size_t first = to_size(block.first) * D;
            for (std::size_t j = 0; j < D; ++j) {
                Real sum = in[first + j];
                for (std::size_t i = 1; i < to_size(block.count); ++i) sum += in[first + i * D + j];
                sum = block.inverse_mass * sum;
                action(first + j, sum);
                for (std::size_t i = 1; i < to_size(block.count); ++i)
                    action(first + i * D + j, sum + inverse_moment[to_size(block.first) + i] * in[first + i * D + j]);
            }
        }
    }

    bool points_only_ = true;
    std::vector<C> inverse_masses_;  // (n), if there are only points
    std::vector<Block> blocks_;
    std::vector<C> body_mass_;
    std::vector<C> inverse_moments_;  // (n): 1/(m lambda_i) of a tip, 0 of a centre
    std::vector<C> moments_;          // (n): lambda_i of a tip, 0 of a centre
    NodeMatrix matrix_, inverse_;

  public:
    static constexpr auto members = std::tuple(
        &NodeMassesOf::points_only_, &NodeMassesOf::inverse_masses_, &NodeMassesOf::blocks_, &NodeMassesOf::body_mass_,
        &NodeMassesOf::inverse_moments_, &NodeMassesOf::moments_, &NodeMassesOf::matrix_, &NodeMassesOf::inverse_);
};

using NodeMasses = NodeMassesOf<double>;
template <>
NodeMassesOf<Exact>::NodeMassesOf(const std::vector<Body>& bodies);
template <>
void NodeMasses::multiply(const double* in, int dimension, double* out) const;

template <class C>
template <class Real>
Real NodeMassesOf<C>::kinetic_energy(const Real* v, int dimension) const {
    Real total = Real(0.0);
    if (points_only_) {
        for (std::size_t i = 0; i < body_mass_.size(); ++i, v += dimension) {
            Real square = *v * *v;
            for (int k = 1; k < dimension; ++k) square += v[k] * v[k];
            total += body_mass_[i] * square;
        }
        return 0.5 * total;
    }
    for (const Block& block : blocks_) {
        Real sum = Real(0.0);
        for (int k = 0; k < dimension; ++k) {
            const Real* const centre = v + block.first * dimension + k;
            sum += *centre * *centre;
            for (int i = 1; i < block.count; ++i) {
                const Real across = centre[i * dimension] - *centre;
                sum += moments_[block.first + i] * across * across;
            }
        }
        total += block.mass * sum;
    }
    return 0.5 * total;
}

}  // namespace cchnn
