#pragma once
// The constants of a system (masses, lengths, stiffnesses, ...) are templates on their number type C:
//
//   Exact         as they follow from the file in 106 bits; all other types are made from it
//   double        the same number for all lanes
//   DoubleDouble  the same, for double-double lanes
//   lanes         one number for each lane, also of double-double numbers or duals: trajectories of a family
//
// A table of constants can be made from one in another type, and hands all its numbers to an action, in an
// order that is the same for all types; by the second, numbers of a family are set lane by lane. For both it lists
// pointers to all its members once:
//
//   static constexpr auto members = std::tuple(&Table::node, &Table::mass, ...);
//
// No member that is no constant of C may be a plain double. A class that owns parts of which not every number type has
// the definition (mechanics/forces.hpp) has these instead:
//
//   template <class B> explicit Table(const Table<B>& from);
//   template <class Action> void each_number(Action&& action);

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "numbers/exact.hpp"

namespace cchnn {

template <class Table>
concept HasMembers = requires {
    Table::members;
};

template <class From, class To>
void convert_members(const From& from, To& to);

// A number, or a table of numbers, in another type; what has only one type is copied.
template <class To, class From>
To converted(const From& from) {
    if constexpr (std::is_same_v<To, From> && !std::is_same_v<From, Exact>) {
        return from;
    } else if constexpr (std::is_same_v<From, Exact>) {
        return FromExact<To>::of(from);
    } else if constexpr (HasMembers<To>) {
        To to;
        convert_members(from, to);
        return to;
    } else {
        return To(from);
    }
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

// The same into a number, a table, a list of either, or an array.
template <class From, class To>
void convert(const From& from, To& to) {
    to = converted<To>(from);
}
template <class From, class To>
void convert(const std::vector<From>& from, std::vector<To>& to) {
    to.clear();
    for (const From& one : from) convert(one, to.emplace_back());
}
template <class... From, class... To>
void convert(const std::tuple<From...>& from, std::tuple<To...>& to) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (convert(std::get<I>(from), std::get<I>(to)), ...); }
    (std::index_sequence_for<To...>());
}
template <class From, class To, std::size_t N>
void convert(const std::array<From, N>& from, std::array<To, N>& to) {
    for (std::size_t i = 0; i < N; ++i) to[i] = converted<To>(from[i]);
}
template <class From, class To, std::size_t N>
void convert(const From (&from)[N], To (&to)[N]) {
    for (std::size_t i = 0; i < N; ++i) convert(from[i], to[i]);
}

template <class From, class To>
void convert_members(const From& from, To& to) {
    constexpr std::size_t count = std::tuple_size_v<std::remove_const_t<decltype(To::members)>>;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (convert(from.*std::get<I>(From::members), to.*std::get<I>(To::members)), ...);
    }
    (std::make_index_sequence<count>());
}

template <class T>
inline constexpr bool is_list = std::is_array_v<T>;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T, std::size_t N>
inline constexpr bool is_list<std::array<T, N>> = true;

template <class T>
inline constexpr bool is_tuple = false;
template <class... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;

template <class Part>
concept HandsOutNumbers = requires(Part& part, void (*action)(double&)) {
    part.each_number(action);
};

// Passes each number of type C in a number, a table or a list to the action, which may change it.
template <class C, class Part, class Action>
void each_number_in(Part& part, Action& action) {
    if constexpr (std::is_same_v<Part, C>) {
        action(part);
    } else if constexpr (is_list<Part>) {
        for (auto& one : part) each_number_in<C>(one, action);
    } else if constexpr (is_tuple<Part>) {
        std::apply([&](auto&... one) { (each_number_in<C>(one, action), ...); }, part);
    } else if constexpr (HasMembers<Part>) {
        std::apply([&](const auto... member) { (each_number_in<C>(part.*member, action), ...); }, Part::members);
    } else if constexpr (HandsOutNumbers<Part>) {
        part.each_number(action);
    }
}

}  // namespace cchnn
