#include "convert/xml_element.hpp"

#include <tinyxml2.h>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"

namespace cchnn {
namespace {

class TreeReader {
  public:
    explicit TreeReader(std::string file) : file_(std::move(file)) {}

    XmlElement root(const tinyxml2::XMLDocument& document) {
        refuse_others(document);
        const tinyxml2::XMLElement* first = document.RootElement();
        if (!first) throw SpecError(file_, "is no XML: there is no element in it");
        if (const auto* second = first->NextSiblingElement())
            throw SpecError(place(*second), "a second root element; XML has one");
        return element(*first, 1);
    }

  private:
    std::string place(const tinyxml2::XMLNode& node) const { return file_ + ":" + std::to_string(node.GetLineNum()); }

    void refuse_others(const tinyxml2::XMLNode& parent) const {
        for (const tinyxml2::XMLNode* node = parent.FirstChild(); node; node = node->NextSibling())
            if (node->ToUnknown())
                throw SpecError(place(*node), "document types and entities of their own are not read; remove '<!...>'");
    }

    XmlElement element(const tinyxml2::XMLElement& from, int depth) {
        if (depth > deepest_xml)
            throw SpecError(place(from), "is nested more than " + std::to_string(deepest_xml) + " levels deep");
        if (++count_ > most_xml_elements)
            throw SpecError(place(from), "more than " + std::to_string(most_xml_elements) + " elements");
        refuse_others(from);
        XmlElement to{from.Name(), place(from), {}, {}};
        for (const tinyxml2::XMLAttribute* a = from.FirstAttribute(); a; a = a->Next())
            to.attributes.push_back({a->Name(), a->Value()});
        for (const auto* child = from.FirstChildElement(); child; child = child->NextSiblingElement())
            to.children.push_back(element(*child, depth + 1));
        return to;
    }

    std::string file_;
    std::size_t count_ = 0;
};

}  // namespace

const std::string* XmlElement::find(const std::string& name) const {
    for (const XmlAttribute& attribute : attributes)
        if (attribute.name == name) return &attribute.value;
    return nullptr;
}

XmlElement read_xml(const std::filesystem::path& path) {
    const std::string text = read_file(path, "a URDF or MJCF file (XML)");
    if (text.find('\0') != std::string::npos) throw SpecError(path.string(), "is no XML: it holds a zero byte");
    tinyxml2::XMLDocument document;
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
        throw SpecError(path.string() + ":" + std::to_string(document.ErrorLineNum()),
                        std::string("is no XML: ") + tinyxml2::XMLDocument::ErrorIDToName(document.ErrorID()));
    return TreeReader(path.string()).root(document);
}

}  // namespace cchnn
