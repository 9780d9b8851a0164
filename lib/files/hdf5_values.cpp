// The parts of hdf5_file.hpp that know nothing of HDF5: shapes, elements and texts as the rest of the room sees them.

#include <algorithm>
#include <limits>

#include "files/hdf5_file.hpp"

namespace cchnn {

std::string to_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

std::uint64_t byte_count(const Shape& shape, std::uint64_t element_bytes) {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return 0;
    std::uint64_t product = element_bytes;
    for (const std::uint64_t length : shape) {
        if (product > most / length) return most;
        product *= length;
    }
    return product;
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

std::vector<std::string> split_texts(const std::vector<char>& bytes) {
    std::vector<std::string> texts;
    for (std::size_t at = 0; at + 8 <= bytes.size();) {
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < 8; ++i)
            length |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
        texts.emplace_back(bytes.data() + at + 8, length);
        at += 8 + length;
    }
    return texts;
}

std::vector<std::string> Hdf5File::read_texts(const std::string& path) const {
    const Shape shape = array(path).shape;
    return split_texts(read_bytes(path, Shape(shape.size(), 0), shape));
}

}  // namespace cchnn
