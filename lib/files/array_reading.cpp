#include "files/array_reading.hpp"

#include "core/errors.hpp"

namespace cchnn {

Place at_end_of(std::vector<char>& bytes) {
    return [&bytes](std::uint64_t more) {
        bytes.resize(bytes.size() + more);
        return bytes.data() + bytes.size() - more;
    };
}

std::vector<char> read_values(ArrayReading& reading, const Part& part, const std::string& where) {
    std::vector<char> bytes;
    reading.read(part, at_end_of(bytes));
    const bool text = is_text(part.element());
    const std::uint64_t wanted = byte_count(part.count, text ? 1 : part.element().bytes);
    try {
        if ((text ? split_texts(bytes).size() : bytes.size()) == wanted) return bytes;
    } catch (const DataError&) {  // a text is longer than what is there
    }
    throw DataError(where, "could not be read: damaged or hostile (it sent other contents than requested)");
}

}  // namespace cchnn
