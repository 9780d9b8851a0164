#pragma once
// A table for kinds with N numbers for each term and one place at which it acts: a separation, or a counted
// angle. Tables of kinds derive from it and compute with the numbers, whose type is C (constants.hpp).

#include <array>
#include <cstddef>
#include <vector>

#include "elements/parts/separation_table.hpp"

namespace cchnn {

// The places of terms that act about angles: indices among the counted angles of the system.
struct AnglePlaces {
    std::vector<std::size_t> angle;
};

template <class C, std::size_t N, class Places = SeparationTableOf<C>>
class TermTable {
  public:
    bool empty() const { return numbers_.empty(); }

  protected:
    std::size_t count() const { return numbers_.size() / N; }
    const C* numbers(std::size_t k) const { return &numbers_[k * N]; }
    const Places& places() const { return places_; }
    void add_numbers(const std::array<Exact, N>& numbers) {
        numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
    }
    void add_at(const std::array<Exact, N>& numbers, const Separation& separation, int dimension) {
        add_numbers(numbers);
        add_separation(places_, separation, dimension);
    }
    void add_at(const std::array<Exact, N>& numbers, std::size_t angle) {
        add_numbers(numbers);
        places_.angle.push_back(angle);
    }

  private:
    std::vector<C> numbers_;  // (terms, N)
    Places places_;

  public:
    static constexpr auto members = std::tuple(&TermTable::numbers_, &TermTable::places_);
};

template <class C, std::size_t N>
using AngleTable = TermTable<C, N, AnglePlaces>;

}  // namespace cchnn
