#include "files/first_bytes.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>

namespace cchnn {
namespace {

// Whether a file begins with a line of several names or numbers, as a table that was saved as text does: with separators,
// or with numbers alone between spaces.
bool is_table(std::string_view bytes) {
    const std::string_view line = bytes.substr(0, bytes.find_first_of(std::string_view("\n\0", 2)));
    const auto is_text = [](unsigned char c) { return c == '\t' || c == '\r' || (c >= ' ' && c != 0x7F); };
    const bool is_other = line.empty() || std::string_view("{[<").find(line.front()) != std::string_view::npos;
    const bool is_separated = line.find_first_of(",;\t") != std::string_view::npos ||
                              (line.find(' ') != std::string_view::npos &&
                               line.find_first_not_of("0123456789+-.eE \r") == std::string_view::npos);
    return !is_other && is_separated && std::ranges::all_of(line, is_text);
}

}  // namespace

bool is_hdf5(int descriptor, std::uint64_t file_bytes) {
    constexpr std::string_view mark = "\x89HDF\r\n\x1a\n";
    char bytes[mark.size()];
    for (std::uint64_t position = 0; position + mark.size() <= file_bytes;
         position = position == 0 ? 512 : 2 * position)
        if (::pread(descriptor, bytes, mark.size(), position) == static_cast<ssize_t>(mark.size()) &&
            std::string_view(bytes, mark.size()) == mark)
            return true;
    return false;
}

std::string what_it_is(const std::filesystem::path& path) {
    std::string bytes(64, '\0');
    std::ifstream(path, std::ios::binary).read(bytes.data(), bytes.size());
    const auto begins = [&](std::string_view magic) { return bytes.starts_with(magic); };
    if (begins("\x93NUMPY"))
        return ", but one NumPy array (.npy); save both in one archive: numpy.savez('mine.npz', x=x, v=v)";
    if (begins("PK\x03\x04"))
        return ", but a ZIP archive; of NumPy's its name ends in .npz, of PyTorch's (.pt) save the arrays: "
               "numpy.savez('mine.npz', x=x.numpy(), v=v.numpy())";
    if (begins("MATLAB 5"))
        return ", but a MATLAB file; save the arrays: m = scipy.io.loadmat('mine.mat'), numpy.savez('mine.npz', "
               "x=m['x'], v=m['v'])";
    if (bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5)
        return ", but a Python pickle; save the arrays: numpy.savez('mine.npz', x=x, v=v)";
    if (is_table(bytes))
        return ", but a table of text (CSV); save arrays of shape (trajectories, samples, nodes, dimension): "
               "numpy.savez('mine.npz', x=x, v=v)";
    return "";
}

}  // namespace cchnn
