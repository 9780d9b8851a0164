#include "convert/xml_element.hpp"

#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"

namespace cchnn {
namespace {

// Counts elements and attributes in a text that may not be valid XML. A comment, tag or quotation that does not
// end reaches to the end of the text.
class XmlCount {
  public:
    explicit XmlCount(std::string_view text) : text_(text) {
        for (std::size_t open = text_.find('<'); open < text_.size(); open = text_.find('<', open)) open = behind(open);
    }
    std::size_t elements() const { return elements_; }
    std::size_t attributes() const { return attributes_; }
    std::size_t attributes_each() const { return attributes_each_; }  // the most of one element

  private:
    // The place behind what begins at a '<'. Comments, CDATA and declarations are skipped, since what looks
    // like a tag in them is none.
    std::size_t behind(std::size_t open) {
        for (const auto& [begin, end] :
             {std::pair<std::string_view, std::string_view>{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}})
            if (text_.substr(open).starts_with(begin)) return text_.find(end, open + begin.size());
        return behind_tag(open + 1);
    }
    // Counts equal signs outside quotation marks, of which each attribute has one.
    std::size_t behind_tag(std::size_t next) {
        if (next < text_.size() && text_[next] != '/') ++elements_;  // not the end of one
        std::size_t equal_signs = 0;
        for (; next < text_.size() && text_[next] != '>'; ++next) {
            const char c = text_[next];
            if (c == '"' || c == '\'') next = std::min(text_.find(c, next + 1), text_.size());
            else if (c == '=') ++equal_signs;
        }
        attributes_ += equal_signs;
        attributes_each_ = std::max(attributes_each_, equal_signs);
        return next;
    }

    std::string_view text_;
    std::size_t elements_ = 0, attributes_ = 0, attributes_each_ = 0;
};

// Bounds are checked before the parser runs, which would take memory for every element.
void require_few(std::size_t count, std::size_t most, const std::string& what, const std::string& file) {
    if (count > most) throw SpecError(file, "more than " + std::to_string(most) + " " + what);
}

// Copies the parser's tree into XmlElements, each with its line, and rejects document types, which could
// define entities.
class TreeReader {
  public:
    explicit TreeReader(std::string file) : file_(std::move(file)) {}

    XmlElement root(const tinyxml2::XMLDocument& document) {
        refuse_others(document);
        const tinyxml2::XMLElement* first = document.RootElement();
        if (!first) throw SpecError(file_, "is not XML: it has no element");
        if (const auto* second = first->NextSiblingElement())
            throw SpecError(place(*second), "a second root element; XML has one");
        return element(*first, 1);
    }

  private:
    std::string place(const tinyxml2::XMLNode& node) const { return file_ + ":" + std::to_string(node.GetLineNum()); }

    void refuse_others(const tinyxml2::XMLNode& parent) const {
        for (const tinyxml2::XMLNode* node = parent.FirstChild(); node; node = node->NextSibling())
            if (node->ToUnknown())
                throw SpecError(place(*node), "document types and custom entities are not supported; remove '<!...>'");
    }

    XmlElement element(const tinyxml2::XMLElement& from, int depth) {
        if (depth > deepest_xml)
            throw SpecError(place(from), "is nested more than " + std::to_string(deepest_xml) + " levels deep");
        refuse_others(from);
        XmlElement to{from.Name(), place(from), {}, {}};
        for (const tinyxml2::XMLAttribute* a = from.FirstAttribute(); a; a = a->Next())
            to.attributes.push_back({a->Name(), a->Value()});
        for (const auto* child = from.FirstChildElement(); child; child = child->NextSiblingElement())
            to.children.push_back(element(*child, depth + 1));
        return to;
    }

    std::string file_;
};

// The parser's name of an error in words: XML_ERROR_MISMATCHED_ELEMENT becomes "mismatched element".
std::string error_words(const std::string& error) {
    static const std::string prefix = "XML_ERROR_", parsing = "PARSING_";
    std::string words = error.starts_with(prefix) ? error.substr(prefix.size()) : error;
    if (words.starts_with(parsing)) words = "malformed " + words.substr(parsing.size());
    for (char& c : words) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return words;
}

}  // namespace

const std::string* XmlElement::find(const std::string& name) const {
    for (const XmlAttribute& attribute : attributes)
        if (attribute.name == name) return &attribute.value;
    return nullptr;
}

// Throws SpecError with the line where the text stops being XML. A zero byte is rejected, because the parser
// would take it for the end.
XmlElement read_xml(const std::filesystem::path& path, XmlTotals& totals) {
    const std::string text = read_file(path, "a URDF or MJCF file (XML)", most_xml_bytes);
    const std::string together = totals.bytes > 0 ? ", together with the files that include it or stand before it" : "";
    require_few(totals.bytes += text.size(), most_xml_bytes, "bytes of XML" + together, path.string());
    if (text.find('\0') != std::string::npos) throw SpecError(path.string(), "is not XML: it contains a zero byte");
    const XmlCount count(text);
    require_few(totals.elements += count.elements(), most_xml_elements, "elements" + together, path.string());
    require_few(totals.attributes += count.attributes(), most_xml_attributes, "attributes" + together, path.string());
    require_few(count.attributes_each(), most_xml_attributes_each, "attributes of one element", path.string());
    tinyxml2::XMLDocument document;
    if (document.Parse(text.data(), text.size()) == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED)
        throw SpecError(
            path.string() + ":" + std::to_string(document.ErrorLineNum()),
            "is nested more than " + std::to_string(deepest_file) +
                " levels deep; put deeper elements of an MJCF model into a file of their own, and <include> it");
    if (document.Error())
        throw SpecError(path.string() + ":" + std::to_string(document.ErrorLineNum()),
                        "is not XML: " + error_words(tinyxml2::XMLDocument::ErrorIDToName(document.ErrorID())));
    return TreeReader(path.string()).root(document);
}

}  // namespace cchnn
