#include "graph/constraint_surfaces.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "elements/contact.hpp"
#include "elements/held_points.hpp"
#include "elements/parts/formula/formula_step.hpp"

namespace cchnn {
namespace {

constexpr int most_cells = 14;           // along the longest side
constexpr double room_beside = 0.15;     // of the longest side, around the motion
constexpr int steps_to_the_surface = 5;  // of Newton's method, from less than a cell away

using Place = std::vector<double>;  // (d)

class SurfaceNet {
  public:
    // Around the places `low` to `high` of the motion.
    SurfaceNet(const Equation& equation, Place low, const Place& high) : equation_(equation), low_(std::move(low)) {
        double longest = 0;
        for (std::size_t k = 0; k < low_.size(); ++k) longest = std::max(longest, high[k] - low_[k]);
        if (!(longest > 0)) return;  // at rest
        size_ = (1 + 2 * room_beside) * longest / most_cells;
        std::size_t all = 1;
        for (std::size_t k = 0; k < low_.size(); ++k) {
            low_[k] -= room_beside * longest;
            counts_.push_back(1 + static_cast<std::size_t>((high[k] + room_beside * longest - low_[k]) / size_ + 0.5));
            strides_.push_back(all);
            all *= counts_[k] + 1;
        }
        for (std::size_t i = 0; i < all; ++i) inside_.push_back(value(corner(i)) < 0);
    }

    BodySurface lines(const std::string& label) const {
        BodySurface net{label, {}, {}, {}};
        std::vector<int> points(inside_.size(), -1);
        for (std::size_t cell = 0; cell < inside_.size(); ++cell) {
            if (!is_cell(cell) || !is_crossed(cell, low_.size())) continue;
            points[cell] = static_cast<int>(net.corners.size());
            net.corners.push_back(fixed_point(on_surface(cell)));
        }
        for (std::size_t cell = 0; cell < inside_.size(); ++cell)
            for (std::size_t k = 0; k < low_.size(); ++k)
                if (const std::size_t next = cell + strides_[k];
                    points[cell] >= 0 && next < points.size() && points[next] >= 0 && is_crossed(next, k))
                    net.creases.push_back({points[cell], points[next], -1, -1});
        return net;
    }

  private:
    std::size_t along(std::size_t i, std::size_t k) const { return i / strides_[k] % (counts_[k] + 1); }
    // Whether the corner with this number is the lower one of a cell.
    bool is_cell(std::size_t i) const {
        for (std::size_t k = 0; k < low_.size(); ++k)
            if (along(i, k) == counts_[k]) return false;
        return true;
    }
    Place corner(std::size_t i) const {
        Place place = low_;
        for (std::size_t k = 0; k < place.size(); ++k) place[k] += size_ * to_double(along(i, k));
        return place;
    }
    // Whether phi changes its sign over a cell, or over its lower face across axis `flat` (none: the number of axes).
    bool is_crossed(std::size_t cell, std::size_t flat) const {
        for (std::size_t part = 1; part < std::size_t{1} << low_.size(); ++part) {
            if (flat < low_.size() && (part >> flat & 1) != 0) continue;
            std::size_t other = cell;
            for (std::size_t k = 0; k < low_.size(); ++k) other += (part >> k & 1) * strides_[k];
            if (inside_[other] != inside_[cell]) return true;
        }
        return false;
    }
    // From the middle of a cell along the gradient, and no farther than its neighbours.
    Place on_surface(std::size_t cell) const {
        Place place = corner(cell), slope;
        for (double& at : place) at += size_ / 2;
        const Place middle = place;
        for (int step = 0; step < steps_to_the_surface; ++step) {
            const double phi = value(place, &slope);
            double square = 0;
            for (const double along_axis : slope) square += along_axis * along_axis;
            for (std::size_t k = 0; square > 0 && k < place.size(); ++k)
                place[k] = std::clamp(place[k] - phi * slope[k] / square, middle[k] - size_, middle[k] + size_);
        }
        return place;
    }
    double value(const Place& place, Place* slope = nullptr) const {
        Place variables = place, row(2 * place.size() + 1), values(equation_.rate.steps.size()), back = values;
        variables.resize(2 * place.size() + 1);
        const double phi = add_equation_row(equation_, variables.data(), row.data(), values.data(), back.data());
        if (slope) slope->assign(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(place.size()));
        return phi;
    }

    const Equation& equation_;
    Place low_;
    double size_ = 0;  // of a cell, m
    std::vector<std::size_t> counts_, strides_;
    std::vector<bool> inside_;  // by corner
};

}  // namespace

std::vector<BodySurface> constraint_surfaces(const BodyGraph& graph, const std::vector<double>& x) {
    std::vector<BodySurface> surfaces;
    const std::size_t d = to_size(graph.dimension()), size = d * to_size(graph.node_count());
    std::vector<HeldPoint> points = held_points(graph.terms());
    for (const Contact& contact : graph.contacts())
        if (const Point* const point =
                contact.shape == ContactShape::formula ? only_moving_point(contact.gap) : nullptr)
            points.push_back({contact.name, point, contact.gap.equation});
    for (const HeldPoint& held : points) {
        Place low(d, INFINITY), high(d, -INFINITY);
        for (std::size_t begin = 0; begin + size <= x.size(); begin += size)
            for (std::size_t k = 0; k < d; ++k) {
                double at = double(held.point->offset[k]);
                for (const NodeWeight& w : held.point->weights)
                    at += double(w.weight) * x[begin + to_size(index(w.node)) * d + k];
                if (!std::isfinite(at)) continue;
                low[k] = std::min(low[k], at);
                high[k] = std::max(high[k], at);
            }
        if (d < 2 || !std::isfinite(low.front())) continue;
        if (BodySurface net = SurfaceNet(*held.equation, low, high).lines(held.name); !net.corners.empty())
            surfaces.push_back(std::move(net));
    }
    return surfaces;
}

}  // namespace cchnn
