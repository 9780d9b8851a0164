#pragma once
// The attributes of an XML element, read by name. Every attribute that was never read is reported as a loss at
// the end, so that nothing in a file is ignored silently.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "convert/mass_distribution.hpp"
#include "convert/remarks.hpp"
#include "convert/xml_element.hpp"

namespace cchnn {

// The numbers in a text, separated by white space; nothing if one of them is invalid or not finite.
std::optional<std::vector<double>> numbers_in(const std::string& text);

// The value that a class of defaults gives an attribute, with its place in the file.
struct DefaultAttribute {
    std::string value, where;
};
using DefaultAttributes = std::map<std::string, DefaultAttribute>;

// The attributes of one element together with the defaults of its class. Reading functions mark a name as read.
// An invalid value is reported as a problem, and the fallback is returned, so that reading continues and finds
// further problems.
class Attributes {
  public:
    Attributes(const XmlElement& element, Remarks& remarks, const DefaultAttributes& defaults = {});

    const std::string& where() const { return where_; }
    const std::string& tag() const { return tag_; }
    bool has(const std::string& name) const { return values_.contains(name); }

    // Each marks its name as read. A value that is none of its kind is a problem, and the fallback is returned.
    std::string text(const std::string& name, const std::string& fallback = "");
    double number(const std::string& name, double fallback);
    double not_negative(const std::string& name, double fallback);  // >= 0
    // Between `least` and `most` numbers; empty if the attribute is missing or invalid.
    std::vector<double> numbers(const std::string& name, std::size_t least, std::size_t most);
    Vector3 vector(const std::string& name, const Vector3& fallback);
    Vector3 direction(const std::string& name, const Vector3& fallback);  // of length 1, made so
    bool yes(const std::string& name, bool fallback);                     // "true" or "false"; false if invalid

    // Marks attributes that have no effect on motion as read: colours, comments, settings of solvers.
    void skip(const std::vector<std::string>& names);
    // Whether the attribute exists; reports a problem if not.
    bool require(const std::string& name);
    void problem(const std::string& name, const std::string& what);
    void lose(const std::string& kind, const std::string& what) { remarks_.lose(kind, where_, what); }
    // Reports every attribute that was not read as a loss of kind "unknown". Declarations of XML namespaces are
    // ignored.
    void lose_rest();

  private:
    struct Value {
        std::string text, where;
    };
    const Value* read(const std::string& name);

    std::string tag_, where_;
    std::map<std::string, Value> values_;
    std::set<std::string> read_;
    Remarks& remarks_;
};

}  // namespace cchnn
