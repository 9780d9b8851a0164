#pragma once
// Linear least squares in bounded memory: minimises |A W - Y|^2, where rows of A and Y come one by one, any number of
// them.
//   (1)  Q_k^T (R_k-1; A_k) = (R_k; 0),  Q_k^T (Z_k-1; Y_k) = (Z_k; ...): Householder reflections of one block of rows
//        after the other, so that memory holds one block and the condition of A is not squared, as by A^T A
//   (2)  R W = Z; of several solutions the one of the smallest norm. A is of lower rank where pivots of a complete
//        orthogonal decomposition are below rows * 2.2e-16 of the largest, as numpy.linalg.lstsq takes singular values.
// Golub and Van Loan, Matrix Computations, sections 5.2 and 5.5.

#include <cstdint>
#include <memory>
#include <vector>

namespace cchnn {

// Fits the linear forecasts. Owns the triangle R, Z = Q^T Y, and one block of rows that have not been folded into them.
class LeastSquares {
  public:
    LeastSquares(std::size_t unknowns, std::size_t outputs);
    ~LeastSquares();
    LeastSquares(const LeastSquares&) = delete;
    LeastSquares& operator=(const LeastSquares&) = delete;

    void add(const double* a, const double* y);  // a row of each: (unknowns), (outputs)
    std::uint64_t rows() const;
    std::vector<double> solve();  // W, (unknowns, outputs)

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
