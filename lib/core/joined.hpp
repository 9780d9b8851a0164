#pragma once
// The items of a list as one text, such as "a, b, c": what messages and reports say of names, numbers and parts.

#include <functional>
#include <string>
#include <type_traits>

namespace cchnn {

// The text of an item that has one: texts and names as they are, whole numbers in digits.
struct ItemText {
    template <class Item>
    std::string operator()(const Item& item) const {
        if constexpr (std::is_integral_v<Item>) return std::to_string(item);
        else return std::string(item);
    }
};

// `text_of` makes the text of an item: a function, or a pointer to a member.
template <class Items, class TextOf = ItemText>
std::string joined(const Items& items, const std::string& separator = ", ", TextOf text_of = {}) {
    std::string text;
    for (const auto& item : items) text += (text.empty() ? "" : separator) + std::string(std::invoke(text_of, item));
    return text;
}

}  // namespace cchnn
