#pragma once
// An XML file as a tree of plain values, each with its place. Entities other than the five of XML, document types and
// processing instructions are refused, so that no text grows when it is read; text between elements means nothing in
// the formats that are read here.

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

inline constexpr std::size_t most_xml_elements = 1'000'000;
inline constexpr int deepest_xml = 200;

// The root of a regular file of at most 64 MiB. Throws IoError, SpecError.
XmlElement read_xml(const std::filesystem::path& path);

}  // namespace cchnn
