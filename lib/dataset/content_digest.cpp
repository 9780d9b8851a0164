#include "dataset/content_digest.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "dataset/content_listing.hpp"
#include "dataset/truth_digest.hpp"

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
        for (const Entry& entry : file_.entries(std::numeric_limits<std::size_t>::max())) {
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

}  // namespace

bool is_content(const std::string& path, const std::string& attribute) {
    if (path == "/" && (attribute == "content_digest" || attribute == "tool_version")) return false;
    return std::find(bookkeeping.begin(), bookkeeping.end(), attribute) == bookkeeping.end();
}

std::string digest_of(const ContentDigest& digest, const std::string& array) {
    for (const auto& [path, of_values] : digest.arrays)
        if (path == array) return of_values;
    return "";
}

ContentDigest digest_content(const Hdf5File& file, const std::map<std::string, std::string>& known) {
    return Listing(file, known).make();
}

}  // namespace cchnn
