#include "convert/xml_element.hpp"

#include <algorithm>
#include <new>
#include <pugixml.hpp>
#include <string_view>
#include <utility>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"

namespace cchnn {
namespace {

// Counts elements and attributes in a text that may not be valid XML, and finds those that are not closed. A comment, tag
// or quotation that does not end reaches to the end of the text.
class XmlCount {
  public:
    explicit XmlCount(std::string_view text) : text_(text) {
        for (std::size_t open = text_.find('<'); open < text_.size(); open = text_.find('<', open)) {
            last_ = open;
            open = behind(open);
        }
    }
    std::size_t elements() const { return elements_; }
    std::size_t attributes() const { return attributes_; }
    std::size_t attributes_each() const { return attributes_each_; }  // the most of one element
    std::size_t last() const { return last_; }  // where the last tag, comment or declaration begins
    // Where the last element begins that is not closed.
    std::size_t innermost(std::size_t if_none) const { return open_.empty() ? if_none : open_.back(); }

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
        const bool closes = next < text_.size() && text_[next] == '/';
        if (next < text_.size() && !closes) ++elements_;
        if (closes && !open_.empty()) open_.pop_back();
        std::size_t equal_signs = 0;
        for (; next < text_.size() && text_[next] != '>'; ++next) {
            const char c = text_[next];
            if (c == '"' || c == '\'') next = std::min(text_.find(c, next + 1), text_.size());
            else if (c == '=') ++equal_signs;
        }
        if (!closes && text_[std::min(next, text_.size()) - 1] != '/') open_.push_back(last_);
        attributes_ += equal_signs;
        attributes_each_ = std::max(attributes_each_, equal_signs);
        return next;
    }

    std::string_view text_;
    std::size_t elements_ = 0, attributes_ = 0, attributes_each_ = 0, last_ = 0;
    std::vector<std::size_t> open_;
};

// The lines of a text, by the place of a character in it.
class Lines {
  public:
    Lines(std::string file, std::string_view text) : file_(std::move(file)) {
        for (std::size_t at = text.find('\n'); at < text.size(); at = text.find('\n', at + 1)) ends_.push_back(at);
    }
    std::string place(std::size_t character) const {
        const auto before = std::ranges::lower_bound(ends_, character) - ends_.begin();
        return file_ + ":" + std::to_string(before + 1);
    }
    const std::string& file() const { return file_; }

  private:
    std::string file_;
    std::vector<std::size_t> ends_;
};

// Bounds are checked before the parser runs, which would take memory for every element.
void require_few(std::size_t count, std::size_t most, const std::string& what, const std::string& file) {
    if (count > most) throw SpecError(file, "more than " + std::to_string(most) + " " + what);
}

[[noreturn]] void refuse_type(const std::string& place) {
    throw SpecError(place, "document types and custom entities are not supported; remove '<!...>'");
}

// Copies the parser's tree into XmlElements, each with its line, and rejects document types, which could
// define entities.
class TreeReader {
  public:
    explicit TreeReader(const Lines& lines) : lines_(lines) {}

    XmlElement root(const pugi::xml_document& document) {
        for (const pugi::xml_node& node : document)
            if (node.type() == pugi::node_doctype) refuse_type(place(node));
        const pugi::xml_node first = document.document_element();
        if (!first) throw SpecError(lines_.file(), "is not XML: it has no element");
        for (pugi::xml_node second = first.next_sibling(); second; second = second.next_sibling())
            if (second.type() == pugi::node_element)
                throw SpecError(place(second), "a second root element; XML has one");
        return element(first, 1);
    }

  private:
    std::string place(const pugi::xml_node& node) const {
        return lines_.place(static_cast<std::size_t>(node.offset_debug()));
    }

    XmlElement element(const pugi::xml_node& from, int depth) {
        if (depth > deepest_xml)
            throw SpecError(place(from), "is nested more than " + std::to_string(deepest_xml) + " levels deep");
        XmlElement to{from.name(), place(from), {}, {}};
        for (const pugi::xml_attribute& a : from.attributes()) {
            if (to.find(a.name()))
                throw SpecError(to.where, "is not XML: attribute '" + std::string(a.name()) + "' twice");
            to.attributes.push_back({a.name(), a.value()});
        }
        for (const pugi::xml_node& child : from)
            if (child.type() == pugi::node_element) to.children.push_back(element(child, depth + 1));
        return to;
    }

    const Lines& lines_;
};

// Throws where the text stops being XML: an element that is not closed is named where it begins.
[[noreturn]] void refuse(const pugi::xml_parse_result& result, const std::string& text, const Lines& lines) {
    static const std::pair<pugi::xml_parse_status, const char*> words[] = {{pugi::status_bad_pi, "declaration"},
                                                                           {pugi::status_bad_comment, "comment"},
                                                                           {pugi::status_bad_cdata, "cdata"},
                                                                           {pugi::status_bad_attribute, "attribute"},
                                                                           {pugi::status_bad_pcdata, "text"}};
    if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
    const auto at = std::min(static_cast<std::size_t>(result.offset), text.size() - 1);
    const std::size_t begin = XmlCount(std::string_view(text).substr(0, at + 1)).last();
    if (result.status == pugi::status_end_element_mismatch) {
        const bool closes = text.compare(begin, 2, "</") == 0;
        throw SpecError(
            lines.place(XmlCount(std::string_view(text).substr(0, closes ? begin : at + 1)).innermost(begin)),
            "is not XML: mismatched element");
    }
    if (result.status == pugi::status_bad_doctype ||
        (result.status == pugi::status_unrecognized_tag && text.compare(begin, 2, "<!") == 0))
        refuse_type(lines.place(begin));
    const auto found =
        std::find_if(std::begin(words), std::end(words), [&](const auto& w) { return w.first == result.status; });
    throw SpecError(lines.place(result.status == pugi::status_bad_attribute ? at : begin),
                    std::string("is not XML: malformed ") + (found == std::end(words) ? "element" : found->second));
}

}  // namespace

const std::string* XmlElement::find(const std::string& name) const {
    for (const XmlAttribute& attribute : attributes)
        if (attribute.name == name) return &attribute.value;
    return nullptr;
}

// The parser drops text outside of elements, and would take a zero byte for the end, so both are rejected here.
XmlElement read_xml(const std::filesystem::path& path, XmlTotals& totals) {
    const std::string text = read_file(path, "a URDF or MJCF file (XML)", most_xml_bytes);
    const std::string together = totals.bytes > 0 ? ", together with the files that include it or stand before it" : "";
    require_few(totals.bytes += text.size(), most_xml_bytes, "bytes of XML" + together, path.string());
    if (text.find('\0') != std::string::npos) throw SpecError(path.string(), "is not XML: it contains a zero byte");
    const XmlCount count(text);
    require_few(totals.elements += count.elements(), most_xml_elements, "elements" + together, path.string());
    require_few(totals.attributes += count.attributes(), most_xml_attributes, "attributes" + together, path.string());
    require_few(count.attributes_each(), most_xml_attributes_each, "attributes of one element", path.string());
    const Lines lines(path.string(), text);
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == std::string::npos) throw SpecError(lines.place(0), "is not XML: empty document");
    std::string parsed = text;
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer_inplace(
        parsed.data(), parsed.size(), pugi::parse_escapes | pugi::parse_eol | pugi::parse_doctype, pugi::encoding_utf8);
    if (!result && result.status != pugi::status_no_document_element) refuse(result, text, lines);
    if (text[end] != '>') throw SpecError(lines.place(end), "is not XML: malformed text");
    return TreeReader(lines).root(document);
}

}  // namespace cchnn
