#pragma once
// The attributes of an element, asked for by name. What was never asked for is told at the end, so that nothing that a
// file says is passed over in silence.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "convert/remarks.hpp"
#include "convert/rigid_frame.hpp"
#include "convert/xml_element.hpp"

namespace cchnn {

// The numbers of a text, separated by blanks; nothing when one of them is none, or is not finite.
std::optional<std::vector<double>> numbers_in(const std::string& text);

// Attributes that elements of a class have where they do not give their own, with their places.
struct DefaultAttribute {
    std::string value, where;
};
using DefaultAttributes = std::map<std::string, DefaultAttribute>;

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
    // Between `least` and `most` numbers; empty: not given, or wrong.
    std::vector<double> numbers(const std::string& name, std::size_t least, std::size_t most);
    Vector3 vector(const std::string& name, const Vector3& fallback);
    Vector3 direction(const std::string& name, const Vector3& fallback);  // of length 1, made so
    bool yes(const std::string& name, bool fallback);                     // "true" or "false"

    // What moves nothing: colours, names for people, settings of solvers.
    void skip(const std::vector<std::string>& names);
    // A problem when it does not exist.
    bool require(const std::string& name);
    void problem(const std::string& name, const std::string& what);
    void lose(const std::string& kind, const std::string& what) { remarks_.lose(kind, where_, what); }
    // Whatever was not read: a loss each, "unknown". Namespaces of XML are no attributes.
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
