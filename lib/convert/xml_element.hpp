#pragma once
// An XML file as a tree of plain values, each with its place in the file. Document types are rejected, so that no
// custom entity is defined and no text grows when it is read. Processing instructions and text between elements are
// ignored, since they have no meaning in the formats that are read here.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

struct XmlAttribute {
    std::string name, value;
};

struct XmlElement {
    std::string tag, where;  // "model.xml:12"
    std::vector<XmlAttribute> attributes;
    std::vector<XmlElement> children;

    const std::string* find(const std::string& name) const;  // nullptr: not there
};

// Limits that are checked before the parser sees the text: each attribute is compared with all others of its element,
// and the tree needs ten times the memory of the text.
inline constexpr std::uint64_t most_xml_bytes = 16 << 20;
inline constexpr std::size_t most_xml_elements = 100'000, most_xml_attributes = 200'000,
                             most_xml_attributes_each = 1000;
inline constexpr int deepest_xml = 200;  // levels, with those of included files

// What the files of one model contain together: the limits hold for their sum.
struct XmlTotals {
    std::uint64_t bytes = 0;
    std::size_t elements = 0, attributes = 0;
};

// Reads a regular file, adds it to the totals and returns its root element. Throws IoError, SpecError.
XmlElement read_xml(const std::filesystem::path& path, XmlTotals& totals);

}  // namespace cchnn
