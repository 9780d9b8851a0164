#pragma once
// Where a curve bends, and within which lengths. The parameter is cut into cells, on each of which the curve is
// a polynomial as far as doubles can tell. A step of an integrator that is no longer than its cells sees all
// that the curve does; a longer one may pass a bump between two of its stages.
//
//   (1)  stretch k   = [low + k L, low + (k+1) L],  L = high - low of the curve's range: k = 0 is the range, others
//                      lie beyond it
//   (2)  a cell of half-width h is resolved when each component of C has an n <= 16 with
//                      |C^(n)|/n! h^n <= 1e-16 size          enclosed all over the cell (numbers/taylor.hpp, ball.hpp)
//        and is halved otherwise, down to 2^-40 L, where kinks are: abs as sqrt(s^2), sqrt at 0
//   (3)  size        = largest extent of the range along an axis    [m]
//   (4)  from s on, a step may go as far as the largest r with r <= 2 width of every cell that (s, s + r) touches
//
// Lagrange's form of the remainder makes (2) a proof, except for features below 1e-16 size. Borders follow from
// + - * / and comparisons alone, so that they, and the steps that depend on them, have the same bits on every
// machine.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace cchnn {

class Curve;

// The cells of one curve, which owns them. Stretches are cut when they are first asked for, under a mutex.
class CurveCells {
  public:
    static constexpr std::size_t most_cells = 65536;  // of a stretch
    // The cells of one stretch: borders, ascending.
    struct Stretch {
        std::vector<double> borders;
        bool all_resolved = true;  // false: most_cells were not enough; cells are what they were by then
    };

    explicit CurveCells(const Curve& curve);

    // Whether the curve is a polynomial of degree less than 16. It is resolved everywhere, so that no step is
    // too long.
    bool none() const { return none_; }
    // Stretch k of (1). Any thread may ask; the reference stays valid. |k| is at most `farthest`.
    const Stretch& stretch(long k) const;
    // The stretch in which s lies; nothing beyond the farthest one, and for NaN.
    std::optional<long> stretch_of(double s) const;
    static constexpr long farthest = 1L << 20;

  private:
    Stretch cut(long k) const;
    bool resolved(double from, double to) const;

    const Curve& curve_;
    double size_;
    bool none_;
    mutable std::mutex guard_;
    mutable std::map<long, std::unique_ptr<const Stretch>> made_;
};

// Computes (4) for one thread: it remembers the stretches that it has used, so that it takes the mutex rarely.
class CellReach {
  public:
    explicit CellReach(const CurveCells& cells) : cells_(cells) {}
    // How far a step from `from` towards `to` may go: at most |to - from|, positive.
    double operator()(double from, double to);
    // The ends of a cell.
    struct Cell {
        double low, high;
    };
    // The cell in which s lies, within which any step may be taken; from NaN to NaN beyond the farthest stretch.
    Cell cell(double s);

  private:
    const CurveCells::Stretch& stretch(long k);

    const CurveCells& cells_;
    std::map<long, const CurveCells::Stretch*> seen_;
};

}  // namespace cchnn
