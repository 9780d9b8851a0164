#pragma once
// What files of arrays hold, as the rest of the room sees it: shapes, types of elements, names. Nothing of HDF5.

#include <cstdint>
#include <string>
#include <vector>

namespace cchnn {

using Shape = std::vector<std::uint64_t>;

// "(100, 50, 2)", "(5,)", "()"
std::string to_text(const Shape& shape);
// Product of the lengths, times bytes; 2^64-1 when that does not fit.
std::uint64_t byte_count(const Shape& shape, std::uint64_t element_bytes);

// Type of one element. Text is UTF-8, of variable length (what we write) or padded with NUL to a fixed number of bytes.
// other_float: of a size that this program does not read, say float16.
struct Element {
    enum class Kind {
        floating,
        integer,
        unsigned_integer,
        text,
        variable_text,
        other_float,
        other
    } kind = Kind::floating;
    std::size_t bytes = 8;
    bool operator==(const Element&) const = default;
};
inline constexpr Element float64{Element::Kind::floating, 8};
inline constexpr Element int64{Element::Kind::integer, 8};
inline constexpr Element int32{Element::Kind::integer, 4};
inline constexpr Element utf8{Element::Kind::variable_text, 0};
inline constexpr Element uint8{Element::Kind::unsigned_integer, 1};

// "float64", "uint8", "text"; "other" for what this program does not read.
std::string to_text(Element element);
constexpr bool is_text(Element e) { return e.kind == Element::Kind::text || e.kind == Element::Kind::variable_text; }

struct AttributeInfo {
    std::string name;
    Element element;
    Shape shape;
};

struct ArrayInfo {
    Element element;
    Shape shape;
    Shape chunk;                     // empty: stored in one piece
    std::uint64_t stored_bytes = 0;  // in the file, after filters
    std::uint64_t stored_chunks = 0;
    std::vector<std::string> filters;  // "deflate", "shuffle", "fletcher32", or "filter 32000 (lzf)"
    bool is_virtual = false, is_external = false;
};

struct Entry {
    enum class Kind { group, array, soft_link, external_link, other_link, named_type, repeated_group } kind;
    std::string path;
};

// A sequence of texts as bytes: of each its length (8 bytes) and its bytes. Throws DataError where they do not add up.
void append_text(std::vector<char>& bytes, const char* text, std::size_t length);
std::vector<std::string> split_texts(const std::vector<char>& bytes);

}  // namespace cchnn
