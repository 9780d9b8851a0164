#pragma once
// The constants of a system (masses, lengths, stiffnesses, ...) are templates on their number type C:
//
//   Exact         as they follow from the file in 106 bits; all other types are made from it
//   double        the same number for all lanes
//   DoubleDouble  the same, for double-double lanes
//   lanes         one number for each lane, also of double-double numbers or duals: trajectories of a family
//
// A table of constants can be made from one in another type, and hands all its numbers to an action, in an
// order that is the same for all types; by the second, numbers of a family are set lane by lane:
//
//   template <class B> explicit Table(const Table<B>& from);
//   template <class Action> void each_number(Action&& action);

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "numbers/exact.hpp"

namespace cchnn {

// A number, or a struct of numbers, in another type.
template <class To, class From>
To converted(const From& from) {
    if constexpr (std::is_same_v<From, Exact>) return FromExact<To>::of(from);
    else return To(from);
}
template <class To, class From>
std::vector<To> converted(const std::vector<From>& from) {
    std::vector<To> all;
    all.reserve(from.size());
    for (const From& one : from) all.push_back(converted<To>(one));
    return all;
}
template <class To, class From>
std::array<To, 3> converted(const std::array<From, 3>& from) {
    return {converted<To>(from[0]), converted<To>(from[1]), converted<To>(from[2])};
}
template <class To, class From, std::size_t N>
void convert(const From (&from)[N], To (&to)[N]) {
    for (std::size_t i = 0; i < N; ++i) to[i] = converted<To>(from[i]);
}
template <class To, class From, std::size_t N, std::size_t M>
void convert(const From (&from)[N][M], To (&to)[N][M]) {
    for (std::size_t i = 0; i < N; ++i) convert(from[i], to[i]);
}

}  // namespace cchnn
