#include "files/numpy/npy_header.hpp"

#include <cctype>
#include <limits>
#include <set>

#include "core/errors.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t longest_text = 64 << 10;
constexpr std::size_t most_axes = 32;  // as NumPy

// A recursive-descent reader of the text. Each read_ function consumes one value and fails with the reason for
// the user.
class DictReader {
  public:
    DictReader(std::string text, std::string where) : text_(std::move(text)), where_(std::move(where)) {}

    NpyHeader read() {
        expect('{');
        while (!accept('}')) {
            const std::string key = quoted();
            if (!seen_.insert(key).second) fail("has the key '" + key + "' twice");
            expect(':');
            read_value(key);
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skip_space();
        if (at_ != text_.size()) fail_malformed();
        if (seen_.size() != 3) fail("needs the keys descr, fortran_order and shape");
        return header_;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const { throw DataError(where_, "its .npy header " + what); }
    [[noreturn]] void fail_malformed() const { fail("is malformed at byte " + std::to_string(at_) + " of its text"); }

    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }
    bool accept(char c) {
        skip_space();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!accept(c)) fail_malformed();
    }
    std::string quoted() {
        skip_space();
        const char quote = accept('"') ? '"' : '\'';
        if (quote == '\'') expect('\'');
        const std::size_t end = text_.find(quote, at_);
        if (end == std::string::npos) fail_malformed();
        const std::string value = text_.substr(at_, end - at_);
        at_ = end + 1;
        return value;
    }
    std::uint64_t number() {
        skip_space();
        std::uint64_t value = 0;
        const std::size_t first = at_;
        for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); ++at_) {
            const std::uint64_t digit = text_[at_] - '0';
            if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) fail("declares a length beyond 2^64");
            value = 10 * value + digit;
        }
        if (at_ == first) fail_malformed();
        return value;
    }

    void read_value(const std::string& key) {
        if (key == "descr") read_type();
        else if (key == "fortran_order") read_order();
        else if (key == "shape") read_shape();
        else fail("has the key '" + key + "', which is none of descr, fortran_order, shape");
    }
    void read_type() {
        if (accept('[')) fail("declares a structured array, expected plain float64 ('<f8') or float32 ('<f4')");
        const std::string type = quoted();
        if (type.starts_with("<U")) return read_text_type(type);
        header_.big_endian = type == ">f8" || type == ">f4";
        if (type != "<f8" && type != "<f4" && !header_.big_endian)
            fail("declares type '" + type + "', expected '<f8' (float64), '<f4' (float32) or text ('<U12')");
        header_.element_bytes = type.back() == '8' ? 8 : 4;
    }
    void read_text_type(const std::string& type) {
        const std::string digits = type.substr(2);
        if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string::npos)
            fail("declares type '" + type + "', expected text such as '<U12'");
        header_.text = true;
        header_.element_bytes = 4 * std::stoul(digits);
    }
    void read_order() {
        skip_space();
        if (text_.compare(at_, 5, "False") == 0) at_ += 5;
        else if (text_.compare(at_, 4, "True") == 0)
            fail("declares Fortran order; save numpy.ascontiguousarray(array)");
        else fail_malformed();
    }
    // A tuple of Python: one axis has a comma behind it, none is ().
    void read_shape() {
        expect('(');
        while (!accept(')')) {
            if (header_.shape.size() == most_axes) fail("declares more than " + std::to_string(most_axes) + " axes");
            header_.shape.push_back(number());
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
    }

    std::string text_, where_;
    std::size_t at_ = 0;
    NpyHeader header_;
    std::set<std::string> seen_;
};

}  // namespace

// The format is that of NumPy's NEP 1: six fixed bytes, two bytes of version, the length of the text (2 bytes in
// version 1, 4 in later ones, little-endian), then a Python dictionary as text. Text may be ASCII or UTF-8,
// since only the three known keys are accepted.
NpyHeader read_npy_header(const std::function<bool(char*, std::size_t)>& read, const std::string& where) {
    char start[8];
    if (!read(start, sizeof start) || std::string(start, 6) != "\x93NUMPY")
        throw DataError(where, "is not a NumPy array (.npy)");
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3)
        throw DataError(where, "is of .npy version " + std::to_string(version) + ", expected 1, 2 or 3");
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    unsigned char digits[4] = {};
    std::uint64_t length = 0;
    if (!read(reinterpret_cast<char*>(digits), length_bytes)) throw DataError(where, "ends inside its .npy header");
    for (std::size_t i = 0; i < length_bytes; ++i) length |= std::uint64_t{digits[i]} << (8 * i);
    if (length > longest_text)
        throw DataError(where, "its .npy header declares " + std::to_string(length) + " bytes of text");
    std::string text(length, ' ');
    if (!read(text.data(), text.size())) throw DataError(where, "ends inside its .npy header");
    NpyHeader header = DictReader(text, where).read();
    header.header_bytes = 8 + length_bytes + length;
    return header;
}

}  // namespace cchnn
