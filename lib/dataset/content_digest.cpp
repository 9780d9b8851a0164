#include "dataset/content_digest.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "files/blocks.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t block_bytes = 4 << 20;

constexpr std::array<std::string_view, 9> bookkeeping{"CLASS",
                                                      "NAME",
                                                      "REFERENCE_LIST",
                                                      "DIMENSION_LIST",
                                                      "DIMENSION_LABELS",
                                                      "_Netcdf4Dimid",
                                                      "_Netcdf4Coordinates",
                                                      "_NCProperties",
                                                      "_nc3_strict"};

bool is_content(const std::string& path, const std::string& attribute) {
    if (path == "/" && (attribute == "content_digest" || attribute == "tool_version")) return false;
    return std::find(bookkeeping.begin(), bookkeeping.end(), attribute) == bookkeeping.end();
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

std::string shape_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
    return text + ")";
}

void require_readable(Element element, const std::string& where) {
    if (element.kind == Element::Kind::other) throw DataError(where, "has a type that is neither a number nor text");
}

std::string digest_array(const Hdf5File& file, const std::string& path, const ArrayInfo& info) {
    Sha256 hash;
    for_each_block(info.shape, info.element.bytes, block_bytes, [&](const Shape& start, const Shape& count) {
        const std::vector<char> bytes = file.read_bytes(path, start, count);
        hash.add(bytes.data(), bytes.size());
    });
    return hash.hex();
}

class Listing {
  public:
    Listing(const Hdf5File& file, const std::map<std::string, std::string>& known) : file_(file), known_(known) {}

    ContentDigest make() {
        list_attributes("/");
        for (const Entry& entry : file_.entries(std::numeric_limits<std::size_t>::max())) {
            if (entry.kind == Entry::Kind::group) text_ += "group " + escaped(entry.path) + "\n";
            else if (entry.kind == Entry::Kind::array) list_array(entry.path);
            else throw DataError(file_.where(entry.path), "is a link or a type, expected an array or a group");
            list_attributes(entry.path);
        }
        return {sha256_of_text(text_), std::move(arrays_)};
    }

  private:
    void list_array(const std::string& path) {
        const ArrayInfo info = file_.array(path);
        require_readable(info.element, file_.where(path));
        const auto known = known_.find(path);
        arrays_.emplace_back(path, known == known_.end() ? digest_array(file_, path, info) : known->second);
        add("array", escaped(path), info.element, info.shape, arrays_.back().second);
    }
    void list_attributes(const std::string& path) {
        for (const AttributeInfo& a : file_.attributes(path)) {
            if (!is_content(path, a.name)) continue;
            require_readable(a.element, file_.where(path + "@" + a.name));
            const std::vector<char> bytes = file_.attribute_bytes(path, a);
            add("attribute", escaped(path) + "@" + escaped(a.name), a.element, a.shape,
                sha256_of_text({bytes.data(), bytes.size()}));
        }
    }
    void add(const std::string& kind, const std::string& name, Element element, const Shape& shape,
             const std::string& digest) {
        text_ += kind + " " + name + " " + to_text(element) + " " + shape_text(shape) + " " + digest + "\n";
    }

    const Hdf5File& file_;
    const std::map<std::string, std::string>& known_;
    std::string text_ = "cchnn-content 1\n";
    std::vector<std::pair<std::string, std::string>> arrays_;
};

}  // namespace

ContentDigest digest_content(const Hdf5File& file, const std::map<std::string, std::string>& known) {
    return Listing(file, known).make();
}

}  // namespace cchnn
