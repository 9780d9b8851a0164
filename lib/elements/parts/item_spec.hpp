#pragma once
// An item of a system file of any kind: its Spec as a value, so that SystemSpec holds items and knows no kind.
// Code that wants items of one kind includes that kind's header and says as<LinkSpec>(); questions that every
// kind answers are asked by elements/items.hpp.

#include <any>
#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

namespace cchnn {

// Its address stands for the type: a comparison of addresses is faster than one of std::type_info, which compares
// names.
template <class Type>
inline constexpr char type_mark = 0;

// The list of a file in which a kind stands.
enum class FileList { constraints, potentials, damping };

class ItemSpec {
  public:
    template <class Spec>
    requires(!std::same_as<Spec, ItemSpec>) ItemSpec(Spec spec)  // NOLINT: an item is its Spec
        : type_(&type_mark<Spec>), spec_(std::move(spec)) {}

    // Null where it is another kind's.
    template <class Spec>
    const Spec* as() const {
        return type_ == &type_mark<Spec> ? std::any_cast<Spec>(&spec_) : nullptr;
    }
    template <class Spec>
    Spec* as() {
        return type_ == &type_mark<Spec> ? std::any_cast<Spec>(&spec_) : nullptr;
    }

  private:
    const char* type_;
    std::any spec_;
};

// The items of one kind in a list, in its order: for questions to which other kinds have no answer, such as
// which Link two bodies share.
template <class Spec>
std::vector<const Spec*> items_of(const std::vector<ItemSpec>& list) {
    std::vector<const Spec*> items;
    for (const ItemSpec& item : list)
        if (const Spec* spec = item.as<Spec>()) items.push_back(spec);
    return items;
}

}  // namespace cchnn
