#include "dataset/content_listing.hpp"

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "files/blocks.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t block_bytes = 4 << 20;

std::string shape_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
    return text + ")";
}

}  // namespace

std::string escaped(const std::string& name) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte != 0x7f && c != '%') text += c;
        else text += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return text;
}

void require_readable(Element element, const std::string& where) {
    if (element.kind == Element::Kind::other || element.kind == Element::Kind::other_float)
        throw DataError(where, "has a type that is neither a number nor text");
}

std::string content_line(const std::string& kind, const std::string& name, Element element, const Shape& shape,
                         const std::string& digest) {
    return kind + " " + name + " " + to_text(element) + " " + shape_text(shape) + " " + digest + "\n";
}

std::string array_digest(const Hdf5File& file, const std::string& path, const ArrayInfo& info,
                         const std::map<std::string, std::string>& known) {
    require_readable(info.element, file.where(path));
    if (const auto found = known.find(path); found != known.end()) return found->second;
    Sha256 hash;
    for_each_block(info.shape, info.element.bytes, block_bytes, [&](const Shape& start, const Shape& count) {
        const std::vector<char> bytes = file.read_bytes(path, start, count);
        hash.add(bytes.data(), bytes.size());
    });
    return hash.hex();
}

std::string array_line(const Hdf5File& file, const std::string& path, const std::map<std::string, std::string>& known) {
    const ArrayInfo info = file.array(path);
    return content_line("array", escaped(path), info.element, info.shape, array_digest(file, path, info, known));
}

}  // namespace cchnn
