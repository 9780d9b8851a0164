#pragma once
// Shapes, element types and names of arrays, as all code outside HDF5's own files sees them.

#include <cstdint>
#include <string>
#include <vector>

namespace cchnn {

using Shape = std::vector<std::uint64_t>;

// "(100, 50, 2)", "(5,)", "()"
std::string to_text(const Shape& shape);
// The product of the lengths times `element_bytes`; 2^64-1 if it does not fit, so that a comparison with a
// limit still holds.
std::uint64_t byte_count(const Shape& shape, std::uint64_t element_bytes);
// The bytes of one row along the first axis. A scalar is one row.
std::uint64_t bytes_of_row(const Shape& shape, std::uint64_t element_bytes);

// The type of one element. Text is UTF-8, of variable length (what we write) or padded with NUL to a fixed
// number of bytes. other_float is a floating-point type of a size that this program does not read, such as
// float16.
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

// The name in messages and digests: "float64", "uint8", "text"; "other" for a type that this program does not
// read.
std::string to_text(Element element);
constexpr bool is_text(Element e) { return e.kind == Element::Kind::text || e.kind == Element::Kind::variable_text; }

struct AttributeInfo {
    std::string name;
    Element element;
    Shape shape;
};

// Everything that is known about an array before it is read.
struct ArrayInfo {
    Element element;
    Shape shape;
    Shape chunk;                     // empty: stored contiguously
    std::uint64_t stored_bytes = 0;  // in the file, after filters
    std::uint64_t stored_chunks = 0;
    std::vector<std::string> filters;  // "deflate", "shuffle", "fletcher32", or "filter 32000 (lzf)"
    bool is_virtual = false, is_external = false;
};

// One link in a file: what it leads to, and its path.
struct Entry {
    enum class Kind { group, array, soft_link, external_link, other_link, named_type, repeated_group } kind;
    std::string path;
};

// A sequence of texts as bytes: each is its length (8 bytes) and its bytes without trailing NULs. split_texts()
// is the inverse and throws DataError if the lengths do not add up.
void append_text(std::vector<char>& bytes, const char* text, std::size_t length);
std::vector<std::string> split_texts(const std::vector<char>& bytes);

}  // namespace cchnn
