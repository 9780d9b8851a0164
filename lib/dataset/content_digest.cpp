#include "dataset/content_digest.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "dataset/truth_digest.hpp"
#include "files/blocks.hpp"

namespace cchnn {
namespace {

// Attributes that the HDF5 and netCDF libraries maintain themselves.
constexpr std::array<std::string_view, 9> bookkeeping{"CLASS",
                                                      "NAME",
                                                      "REFERENCE_LIST",
                                                      "DIMENSION_LIST",
                                                      "DIMENSION_LABELS",
                                                      "_Netcdf4Dimid",
                                                      "_Netcdf4Coordinates",
                                                      "_NCProperties",
                                                      "_nc3_strict"};

// Builds the text line by line, and collects the digests of the arrays. entries() visits objects in byte order
// of paths.
class Listing {
  public:
    Listing(const Hdf5File& file, const std::map<std::string, std::string>& known) : file_(file), known_(known) {}

    ContentDigest make() {
        list_attributes("/");
        for (const Entry& entry : file_.entries()) {
            if (entry.kind == Entry::Kind::group) text_ += "group " + escaped(entry.path) + "\n";
            else if (entry.kind == Entry::Kind::array) list_array(entry.path);
            else throw DataError(file_.where(entry.path), "is a link or a type, expected an array or a group");
            list_attributes(entry.path);
        }
        const std::string truth = truth_digest(file_, {arrays_.begin(), arrays_.end()});
        return {sha256_of_text(text_), truth, std::move(arrays_)};
    }

  private:
    void list_array(const std::string& path) {
        const ArrayInfo info = file_.array(path);
        arrays_.emplace_back(path, array_digest(file_, path, info, known_));
        text_ += content_line("array", escaped(path), info.element, info.shape, arrays_.back().second);
    }
    // Attributes enter by name, type, shape and the digest of their bytes.
    void list_attributes(const std::string& path) {
        for (const AttributeInfo& a : file_.attributes(path)) {
            if (!is_content(path, a.name)) continue;
            require_readable(a.element, file_.where(path + "@" + a.name));
            const std::vector<char> bytes = file_.attribute_bytes(path, a);
            text_ += content_line("attribute", escaped(path) + "@" + escaped(a.name), a.element, a.shape,
                                  sha256_of_text({bytes.data(), bytes.size()}));
        }
    }
    const Hdf5File& file_;
    const std::map<std::string, std::string>& known_;
    std::string text_ = "cchnn-content 1\n";
    std::vector<std::pair<std::string, std::string>> arrays_;
};

constexpr std::uint64_t block_bytes = 4 << 20;

std::string shape_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
    return text + ")";
}

}  // namespace

bool is_content(const std::string& path, const std::string& attribute) {
    if (path == "/" && (attribute == "content_digest" || attribute == "tool_version")) return false;
    return std::ranges::find(bookkeeping, attribute) == bookkeeping.end();
}

std::string digest_of(const ContentDigest& digest, const std::string& array) {
    for (const auto& [path, of_values] : digest.arrays)
        if (path == array) return of_values;
    return "";
}

ContentDigest digest_content(const Hdf5File& file, const std::map<std::string, std::string>& known) {
    return Listing(file, known).make();
}

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
