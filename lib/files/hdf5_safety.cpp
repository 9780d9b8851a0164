#include "files/hdf5_safety.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace cchnn {
namespace {

constexpr std::uint64_t most_chunk_bytes = 256 << 20, most_element_bytes = 16 << 20, most_attribute_bytes = 1 << 20;
constexpr std::uint64_t most_attribute_texts = 32;  // of variable length: each may be as long as the file
constexpr std::uint64_t most_deflate_ratio = 1032;  // zlib: a byte of input gives at most 1032 bytes
constexpr std::array<std::string_view, 3> allowed_filters{"deflate", "shuffle", "fletcher32"};

// Why an entry of a kind is unsafe, in words for the user with what to do; empty for groups and arrays.
std::string refusal(Entry::Kind kind) {
    switch (kind) {
        case Entry::Kind::soft_link: return "is a soft link; store the array itself";
        case Entry::Kind::external_link: return "is a link to another file; store the array itself";
        case Entry::Kind::other_link: return "is a link of unknown kind; store the array itself";
        case Entry::Kind::named_type: return "is a named data type; remove it";
        case Entry::Kind::repeated_group: return "is a second link to a group; remove it";
        case Entry::Kind::group:
        case Entry::Kind::array: break;
    }
    return "";
}

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

// The number of chunks that cover the shape.
std::uint64_t expected_chunks(const ArrayInfo& info) {
    Shape grid;
    for (std::size_t i = 0; i < info.shape.size(); ++i)
        grid.push_back(info.shape[i] / info.chunk[i] + (info.shape[i] % info.chunk[i] != 0));
    return byte_count(grid, 1);
}

// The largest number of values in each compressed array, and how many all of them together may still have.
struct Expected {
    std::uint64_t most_values, left;
};

// The checks of one array, from the cheapest to the dearest. Those of completeness and of texts
// run only if the checks before found nothing; the one of texts makes HDF5 walk over its heap.
class ArrayCheck {
  public:
    ArrayCheck(const Hdf5File& file, const std::string& path, Expected& expected, std::vector<Problem>& problems)
        : file_(file),
          path_(path),
          where_(file.where(path)),
          info_(file.array(path)),
          expected_(expected),
          problems_(problems),
          file_bytes_(file.file_bytes()) {}

    void run() {
        if (info_.is_virtual) return add("is a virtual dataset; store the array itself");
        if (info_.is_external) return add("is stored in another file; store the array itself");
        const std::size_t before = problems_.size();
        check_filters();
        check_sizes();
        if (problems_.size() == before) check_completeness();
        if (problems_.size() == before && info_.element.kind == Element::Kind::variable_text && !info_.shape.empty())
            check_texts();
    }

  private:
    void add(const std::string& what) { problems_.push_back({where_, what}); }

    void check_filters() {
        for (const std::string& filter : info_.filters)
            if (std::ranges::find(allowed_filters, filter) == allowed_filters.end())
                add("uses " + filter + "; only deflate (gzip), shuffle and fletcher32 are read");
        if (std::ranges::count(info_.filters, "deflate") > 1) add("is deflated more than once");
    }

    // Bounds what reading may take: the bytes of an element, of a chunk, and of the whole array against the
    // size of the file, times the ratio that deflate can reach at most.
    void check_sizes() {
        if (info_.element.bytes > most_element_bytes)
            add("has elements of " + bytes_text(info_.element.bytes) + ", at most " + bytes_text(most_element_bytes) +
                " are read");
        const std::uint64_t chunk = byte_count(info_.chunk, info_.element.bytes);
        if (!info_.chunk.empty() && chunk > most_chunk_bytes)
            add("has chunks of " + bytes_text(chunk) + ", at most " + bytes_text(most_chunk_bytes) + " are read");
        const bool deflated = std::ranges::count(info_.filters, "deflate") > 0;
        const std::uint64_t declared = byte_count(info_.shape, info_.element.bytes);
        if (declared / (deflated ? most_deflate_ratio : 1) > file_bytes_)
            add("declares shape " + to_text(info_.shape) + ", " + bytes_text(declared) +
                ", which cannot fit in a file of " + bytes_text(file_bytes_));
        else if (deflated) check_unpacked();
    }

    // Rejects arrays that would inflate too far, before anything is inflated.
    void check_unpacked() {
        const std::uint64_t values = byte_count(info_.shape, 1);
        if (values > expected_.most_values)
            add("shape is " + to_text(info_.shape) + ", far more than its test set has");
        if (values <= expected_.left) return void(expected_.left -= values);
        expected_.left = 0;
        add("shape is " + to_text(info_.shape) + ", deflated: all such arrays have more numbers than a file of " +
            bytes_text(file_bytes_) + " can be expected to have; write it without deflate (gzip)");
    }

    // HDF5 returns zeros for parts that were never written, without an error.
    void check_completeness() {
        const std::uint64_t declared = byte_count(info_.shape, info_.element.bytes);
        if (info_.chunk.empty()) {
            if (info_.stored_bytes < declared)
                add("was never written: " + std::to_string(info_.stored_bytes) + " of " + bytes_text(declared) +
                    " are in the file");
        } else if (declared > 0 && info_.stored_chunks != expected_chunks(info_)) {
            add("was not fully written: " + std::to_string(info_.stored_chunks) + " of " +
                std::to_string(expected_chunks(info_)) + " chunks are in the file");
        }
    }

    // Texts of variable length may all refer to the same text in the file; each counts here with its full
    // length.
    void check_texts() {
        const std::uint64_t bytes = file_.text_bytes(path_), texts = byte_count(info_.shape, 1);
        if (bytes > texts && bytes - texts > file_bytes_)
            add("holds texts of " + bytes_text(bytes) + " in a file of " + bytes_text(file_bytes_));
    }

    const Hdf5File& file_;
    std::string path_, where_;
    ArrayInfo info_;
    Expected& expected_;
    std::vector<Problem>& problems_;
    std::uint64_t file_bytes_;
};

// Attributes are read whole at once, so their sizes are bounded before.
void check_attributes(const Hdf5File& file, const std::string& path, std::vector<Problem>& problems) {
    for (const AttributeInfo& a : file.attributes(path)) {
        const std::uint64_t bytes = byte_count(a.shape, a.element.bytes);
        if (bytes > most_attribute_bytes)
            problems.push_back({file.where(path + "@" + a.name), "has " + bytes_text(bytes) + ", at most " +
                                                                     bytes_text(most_attribute_bytes) + " are read"});
        const std::uint64_t texts = byte_count(a.shape, 1);
        if (a.element.kind == Element::Kind::variable_text && texts > most_attribute_texts)
            problems.push_back({file.where(path + "@" + a.name), "has " + std::to_string(texts) + " texts, at most " +
                                                                     std::to_string(most_attribute_texts) +
                                                                     " are read"});
    }
}

}  // namespace

// Continues after a problem, so that one run shows all of them.
std::vector<Problem> find_unsafe_content(const Hdf5File& file, std::uint64_t most_values) {
    std::vector<Problem> problems;
    const bool any = most_values == any_number_of_values;
    Expected expected{most_values, any ? plausible_values(file.file_bytes()) : any_number_of_values};
    check_attributes(file, "/", problems);
    for (const Entry& entry : file.entries()) {
        if (const std::string what = refusal(entry.kind); !what.empty()) {
            problems.push_back({file.where(entry.path), what});
            continue;
        }
        if (entry.kind == Entry::Kind::array) ArrayCheck(file, entry.path, expected, problems).run();
        check_attributes(file, entry.path, problems);
    }
    return problems;
}

}  // namespace cchnn
