#pragma once
// The items of one alternative in a list of variants, in its order: for a question that the others have no answer to,
// such as which Link two bodies share. What each alternative has an answer to is std::visit's.

#include <variant>
#include <vector>

namespace cchnn {

template <class Item, class... Alternatives>
std::vector<const Item*> items_of(const std::vector<std::variant<Alternatives...>>& list) {
    std::vector<const Item*> items;
    for (const auto& one : list)
        if (const Item* item = std::get_if<Item>(&one)) items.push_back(item);
    return items;
}

}  // namespace cchnn
