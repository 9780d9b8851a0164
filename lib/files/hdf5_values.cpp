#include "files/hdf5_values.hpp"

#include <algorithm>
#include <limits>

#include "core/errors.hpp"

namespace cchnn {

std::string to_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

std::uint64_t byte_count(const Shape& shape, std::uint64_t element_bytes) {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    if (std::ranges::find(shape, 0U) != shape.end()) return 0;
    std::uint64_t product = element_bytes;
    for (const std::uint64_t length : shape) {
        if (product > most / length) return most;
        product *= length;
    }
    return product;
}

std::uint64_t bytes_of_row(const Shape& shape, std::uint64_t element_bytes) {
    return shape.empty() ? element_bytes : byte_count(Shape(shape.begin() + 1, shape.end()), element_bytes);
}

std::string to_text(Element e) {
    const std::string bits = std::to_string(8 * e.bytes);
    switch (e.kind) {
        case Element::Kind::floating:
        case Element::Kind::other_float: return "float" + bits;
        case Element::Kind::integer: return "int" + bits;
        case Element::Kind::unsigned_integer: return "uint" + bits;
        case Element::Kind::text:
        case Element::Kind::variable_text: return "text";
        case Element::Kind::other: break;
    }
    return "other";
}

void append_text(std::vector<char>& bytes, const char* text, std::size_t length) {
    while (length > 0 && text[length - 1] == '\0') --length;
    for (int byte = 0; byte < 8; ++byte) bytes.push_back(static_cast<char>(std::uint64_t{length} >> (8 * byte) & 0xff));
    bytes.insert(bytes.end(), text, text + length);
}

std::vector<std::string> split_texts(const std::vector<char>& bytes) {
    std::vector<std::string> texts;
    for (std::size_t next = 0; next < bytes.size();) {
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < 8 && next + i < bytes.size(); ++i)
            length |= std::uint64_t{static_cast<unsigned char>(bytes[next + i])} << (8 * i);
        if (bytes.size() - next < 8 || length > bytes.size() - next - 8)
            throw DataError("", "texts end before their declared length; the file is damaged");
        texts.emplace_back(bytes.data() + next + 8, length);
        next += 8 + length;
    }
    return texts;
}

}  // namespace cchnn
