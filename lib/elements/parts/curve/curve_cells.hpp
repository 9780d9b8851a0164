#pragma once
// Where a curve bends, and within which lengths: stretches of its parameter cut into cells on each of which it is a
// polynomial, as far as doubles can tell. A step of an integrator that is no longer than its cells sees all that the
// curve does; one that is longer may pass a bump between two of its stages.
//
//   (1)  stretch k   = [low + k L, low + (k+1) L],  L = high - low of the curve's range: k = 0 is the range, others what
//                      lies beyond it
//   (2)  a cell of half-width h is resolved when each component of C has an n <= 16 with
//                      |C^(n)|/n! h^n <= 1e-16 size          enclosed all over the cell (numbers/taylor.hpp, ball.hpp)
//        and is halved otherwise, down to 2^-40 L, where kinks are: abs as sqrt(s^2), sqrt at 0
//   (3)  size        = largest extent of the range along an axis    [m]
//   (4)  from s on, a step may go as far as the largest r with r <= 2 width of every cell that (s, s + r) touches
//
// Lagrange's remainder makes (2) a proof, but for features below 1e-16 size. Borders follow from + - * / and
// comparisons alone: the same bits on every machine, and so the same steps.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace cchnn {

class Curve;

class CurveCells {
  public:
    static constexpr std::size_t most_cells = 65536;  // of a stretch
    // The cells of one stretch: borders, ascending.
    struct Stretch {
        std::vector<double> borders;
        bool all_resolved = true;  // false: most_cells were not enough; cells are what they were by then
    };

    explicit CurveCells(const Curve& curve);

    // Whether the curve is a polynomial of less than 16th degree, everywhere as good as resolved: no step is too long.
    bool none() const { return none_; }
    // (1), made when it is first asked for; any thread may ask. k is at most farthest.
    const Stretch& stretch(long k) const;
    // The stretch that s lies in; nothing beyond the farthest one, and for NaN.
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

// (4) for one thread: it remembers the stretches that it has seen.
class CellReach {
  public:
    explicit CellReach(const CurveCells& cells) : cells_(cells) {}
    // How far a step from `from` towards `to` may go, at most |to - from|.
    double operator()(double from, double to);
    // The cell that s lies in: a step within it may be taken. From NaN to NaN where nothing is known.
    struct Cell {
        double low, high;
    };
    Cell cell(double s);

  private:
    const CurveCells::Stretch& stretch(long k);

    const CurveCells& cells_;
    std::map<long, const CurveCells::Stretch*> seen_;
};

}  // namespace cchnn
