#pragma once
// The constant mass matrix, one block per body (paper eq. 9), acting on nodes and not on axes:
//
//   (1)  M    = m [[1 + sum lambda, -lambda^T], [-lambda, diag(lambda)]]          [kg]
//   (2)  M^-1 = (1/m) (1 1^T + diag(0, 1/lambda_1, ..., 1/lambda_k))              [1/kg]
//
// (2) times p is one sum per body and axis, whatever k is.

#include <vector>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/solve_plan.hpp"

namespace cchnn {

class NodeMasses {
  public:
    NodeMasses() = default;
    explicit NodeMasses(const BodyGraph& graph);

    const NodeMatrix& matrix() const { return matrix_; }
    const NodeMatrix& inverse() const { return inverse_; }
    const std::vector<double>& body_mass() const { return body_mass_; }  // (n) kg, of the body that owns each node

    // out = M^-1 in, for (n, D) arrays; in and out may not overlap.
    template <int D, class Real>
    void multiply_inverse(const Real* in, Real* out) const {
        for (const Block& block : blocks_) {
            const std::size_t first = to_size(block.first) * D;
            for (std::size_t j = 0; j < D; ++j) {
                Real sum = in[first + j];
                for (std::size_t i = 1; i < to_size(block.count); ++i) sum += in[first + i * D + j];
                sum = block.inverse_mass * sum;
                out[first + j] = sum;
                for (std::size_t i = 1; i < to_size(block.count); ++i)
                    out[first + i * D + j] = sum + inverse_moments_[to_size(block.first) + i] * in[first + i * D + j];
            }
        }
    }

  private:
    struct Block {
        int first, count;
        double inverse_mass;
    };
    std::vector<Block> blocks_;
    std::vector<double> body_mass_;
    std::vector<double> inverse_moments_;  // (n): 1/(m lambda_i) of a tip, 0 of a centre
    NodeMatrix matrix_, inverse_;
};

}  // namespace cchnn
