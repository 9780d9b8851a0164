#pragma once
// What a recipe leaves to chance: kinds, numbers, directions, and bodies with their principal axes. Compilers choose
// the order of two draws in one expression, except in a braced list, so that other expressions have one draw.

#include <string>
#include <vector>

#include "corpus/draw_system.hpp"
#include "corpus/placed_body.hpp"

namespace cchnn {

class Chance {
  public:
    Chance(const Recipe& recipe, RandomStream& random) : recipe_(recipe), random_(random) {}

  protected:
    bool has(const Weights& probabilities, const char* kind);
    std::string chosen(const Weights& weights);
    double number(NumberRange range) { return six_digits(uniform(random_, range)); }
    double sign() { return random_.below(2) == 0 ? 1 : -1; }
    double with_sign(NumberRange range);
    double lever(NumberRange range);  // a torque in N m: a number of the range times the square of the smallest length
    Place direction();
    Place away();                                                          // in any direction, as far as a length
    static std::vector<double> numbers_of(const Place& place, int count);  // the first ones, with six digits
    PlacedBody body_of(const std::string& id);

    const Recipe& recipe_;
    RandomStream& random_;
    int dimension_ = 3;

  private:
    void turn(PlacedBody& body);
};

}  // namespace cchnn
