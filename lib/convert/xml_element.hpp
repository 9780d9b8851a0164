#pragma once
// An XML file as a tree of plain values, each with its place. Entities other than the five of XML, document types and
// processing instructions are refused, so that no text grows when it is read; text between elements means nothing in
// the formats that are read here.

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

// Counted before the parser makes anything of them: it compares each attribute with all of its element, and takes ten times
// the memory of the text.
inline constexpr std::uint64_t most_xml_bytes = 16 << 20;
inline constexpr std::size_t most_xml_elements = 100'000, most_xml_attributes = 200'000,
                             most_xml_attributes_each = 1000;
inline constexpr int deepest_xml = 200;

// The root of a regular file. Throws IoError, SpecError.
XmlElement read_xml(const std::filesystem::path& path);

}  // namespace cchnn
