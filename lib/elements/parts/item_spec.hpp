#pragma once
// An item of a system file, of whichever kind: its Spec as a value. SystemSpec holds items and knows no kind. Who asks for
// one kind's includes its header and says as<LinkSpec>(); what every kind answers is asked of elements/items.hpp.

#include <any>
#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

namespace cchnn {

// The list of a file that a kind stands in.
enum class FileList { constraints, potentials, damping };

class ItemSpec {
  public:
    template <class Spec>
    requires(!std::same_as<Spec, ItemSpec>) ItemSpec(Spec spec)  // NOLINT: an item is its Spec
        : spec_(std::move(spec)) {}

    // Null where it is another kind's.
    template <class Spec>
    const Spec* as() const {
        return std::any_cast<Spec>(&spec_);
    }
    template <class Spec>
    Spec* as() {
        return std::any_cast<Spec>(&spec_);
    }

  private:
    std::any spec_;
};

// The items of one kind in a list, in its order: for a question that the others have no answer to, such as which Link two
// bodies share.
template <class Spec>
std::vector<const Spec*> items_of(const std::vector<ItemSpec>& list) {
    std::vector<const Spec*> items;
    for (const ItemSpec& item : list)
        if (const Spec* spec = item.as<Spec>()) items.push_back(spec);
    return items;
}

}  // namespace cchnn
