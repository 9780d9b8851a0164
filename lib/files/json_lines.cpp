#include "files/json_lines.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"
#include "files/atomic_file.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t rows_at_once = 64;

// Writes the shortest decimal number that is read back as the same one. JSON has neither infinity nor NaN; they
// become null.
template <class Number>
void append(std::string& text, const char* bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(number)) {
            text += "null";
            return;
        }
    char digits[64];
    const std::size_t begin = text.size();
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    // Loaders take the type of a column from the letters of its first numbers.
    if (std::is_floating_point_v<Number> && text.find_first_of(".e", begin) == std::string::npos) text += ".0";
}

using Append = void (*)(std::string&, const char*);

// Chosen once for a column and not for each number. Text and other integers have none: to ask for them is an
// error of the program.
Append append_of(Element element) {
    const bool wide = element.bytes == 8;
    if (element.kind == Element::Kind::floating) return wide ? append<double> : append<float>;
    if (element.kind == Element::Kind::integer && element.bytes >= 4)
        return wide ? append<std::int64_t> : append<std::int32_t>;
    if (element == uint8)
        return
            [](std::string& text, const char* bytes) { text += std::to_string(+static_cast<unsigned char>(*bytes)); };
    throw std::invalid_argument("lines of JSON: no numbers of the type " + to_text(element));
}

// Appends the axes from `axis` on as nested lists, and moves `next` behind the values.
void append_lists(std::string& line, const LineColumn& column, Append append_number, std::size_t axis,
                  const char*& next) {
    if (axis == column.shape.size()) {
        append_number(line, next);
        next += column.element.bytes;
        return;
    }
    line += '[';
    for (std::uint64_t i = 0; i < column.shape[axis]; ++i) {
        if (i > 0) line += ',';
        append_lists(line, column, append_number, axis + 1, next);
    }
    line += ']';
}

// Fills the lines column by column, because a column is read for many rows at once.
std::string lines_of(const std::vector<LineColumn>& columns, std::uint64_t first, std::uint64_t count) {
    std::vector<std::string> lines(count, "{");
    for (const LineColumn& column : columns) {
        const std::vector<char> bytes = column.rows(first, count);
        const Append append_number = append_of(column.element);
        const std::string key = nlohmann::json(column.name).dump() + ":";
        const char* next = bytes.data();
        for (std::string& line : lines) {
            line += (line.size() > 1 ? "," : "") + key;
            append_lists(line, column, append_number, 1, next);
        }
    }
    std::string text;
    for (const std::string& line : lines) text += line + "}\n";
    return text;
}

}  // namespace

// The file has its name only when all lines are in it (PendingFile). A stop between two blocks of rows leaves
// no file.
void write_json_lines(const std::filesystem::path& path, const std::vector<LineColumn>& columns, bool overwrite) {
    for (const LineColumn& column : columns)
        if (column.shape.empty() || column.shape[0] != columns[0].shape[0])
            throw std::invalid_argument("lines of JSON: '" + column.name + "' has another first axis");
    PendingFile pending(path, overwrite);
    std::ofstream out(pending.temporary_path(), std::ios::binary);
    const std::uint64_t rows = columns.empty() ? 0 : columns[0].shape[0];
    for (std::uint64_t first = 0; first < rows; first += rows_at_once) {
        throw_if_stopped();
        out << lines_of(columns, first, std::min(rows_at_once, rows - first));
        if (!out) break;
    }
    out.close();
    if (!out) throw IoError(path.string(), "cannot be written: " + system_reason(errno));
    pending.commit();
}

}  // namespace cchnn
