#include "files/hdf5_handles.hpp"

#include "core/to_size.hpp"

#include <hdf5.h>

#include <algorithm>
#include <new>
#include <type_traits>
#include <vector>

namespace cchnn {

static_assert(std::is_same_v<hid_t, std::int64_t> && utf8_characters == H5T_CSET_UTF8);

namespace {

// What is kept of HDF5's list of errors: the description of the innermost one, which names the cause, and
// whether any of them says that memory ran out.
struct Innermost {
    std::string text;
    bool no_memory = false;
};

// Is called by HDF5 for each error of the list, the innermost with depth 0. A return value of 0 continues the list.
herr_t keep_innermost(unsigned depth, const H5E_error2_t* error, void* data) {
    auto& kept = *static_cast<Innermost*>(data);
    if (depth == 0 && error->desc) kept.text = error->desc;
    if (error->maj_num == H5E_RESOURCE_g && error->min_num == H5E_NOSPACE_g) kept.no_memory = true;
    return 0;
}

// The little-endian type of a number in the file. The caller has made sure that e is a number of 1, 2, 4 or 8
// bytes.
hid_t number_type(Element e) {
    const bool is_signed = e.kind == Element::Kind::integer;
    if (e.kind == Element::Kind::floating) return e.bytes == 4 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    switch (e.bytes) {
        case 1: return is_signed ? H5T_STD_I8LE : H5T_STD_U8LE;
        case 2: return is_signed ? H5T_STD_I16LE : H5T_STD_U16LE;
        case 4: return is_signed ? H5T_STD_I32LE : H5T_STD_U32LE;
        default: return is_signed ? H5T_STD_I64LE : H5T_STD_U64LE;
    }
}

// Integers of other lengths, for instance of 3 bytes, are a kind of their own, which no reader accepts.
Element integer_element(hid_t type) {
    const std::size_t bytes = H5Tget_size(type);
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return {Element::Kind::other, bytes};
    return {H5Tget_sign(type) == H5T_SGN_NONE ? Element::Kind::unsigned_integer : Element::Kind::integer, bytes};
}

}  // namespace

// Counts the identifier down, whatever it identifies: a file, an array, a type or a list of properties. Is
// false if HDF5 could not write what it still held.
bool Id::close() { return id_ < 0 || H5Idec_ref(std::exchange(id_, -1)) >= 0; }

// Is called before any other use of HDF5, and may be called again. H5dont_atexit() leaves out the clean-up of HDF5
// at the end of the program, where every file is closed already. Printing of errors is off: reason() fetches them.
void prepare_library() {
    [[maybe_unused]] static const herr_t first = H5dont_atexit();  // counts only before any other call
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);  // no filter plug-ins: they are code
}

// System calls that fail are described by HDF5 in a long line with times and addresses. Of those only the words
// of the operating system are taken, between the quotation marks. A lack of memory becomes std::bad_alloc,
// which is no fault of the file.
std::string reason() {
    Innermost kept;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &kept);
    H5Eclear2(H5E_DEFAULT);
    if (kept.no_memory) throw std::bad_alloc();
    const std::string& text = kept.text;
    const std::string mark = "error message = '";
    if (const auto found = text.find(mark); found != std::string::npos) {
        const auto begin = found + mark.size();
        return text.substr(begin, text.find('\'', begin) - begin);
    }
    return text.empty() ? "HDF5 gives no reason" : text;
}

// A list of properties for reading and writing texts of variable length with a small conversion buffer. By
// default HDF5 takes 1 MiB for each call.
Id text_transfer() {
    Id transfer(H5Pcreate(H5P_DATASET_XFER));
    H5Pset_buffer(transfer, 1 << 12, nullptr, nullptr);
    return transfer;
}

// Texts are padded with zeros and not ended by one, so that a text may fill all its bytes.
Id text_type(std::size_t bytes, int characters) {
    Id type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type, bytes);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, static_cast<H5T_cset_t>(characters));
    return type;
}

Id type_of(Element e, int characters) {
    if (e.kind == Element::Kind::variable_text) return text_type(H5T_VARIABLE, characters);
    return e.kind == Element::Kind::text ? text_type(e.bytes, characters) : Id(H5Tcopy(number_type(e)));
}

// Two kinds mark what is not read: `other_float` for floating-point numbers of 2 or 16 bytes, `other` for
// compounds, enumerations, references and so on. The number of bytes is given for all, since the checks of
// sizes need it.
Element element_of(hid_t type) {
    const std::size_t bytes = H5Tget_size(type);
    switch (H5Tget_class(type)) {
        case H5T_FLOAT: return {bytes == 4 || bytes == 8 ? Element::Kind::floating : Element::Kind::other_float, bytes};
        case H5T_INTEGER: return integer_element(type);
        case H5T_STRING:
            return {H5Tis_variable_str(type) > 0 ? Element::Kind::variable_text : Element::Kind::text, bytes};
        default: return {Element::Kind::other, bytes};
    }
}

// An array of a single value has no axes. So has one that HDF5 cannot describe.
Shape shape_of(hid_t space) {
    const int rank = H5Sget_simple_extent_ndims(space);
    Shape shape(std::max(rank, 0));
    std::vector<hsize_t> lengths(shape.size());
    if (rank > 0) H5Sget_simple_extent_dims(space, lengths.data(), nullptr);
    std::ranges::copy(lengths, shape.begin());
    return shape;
}

// No axes is a single value, which HDF5 calls scalar.
Id space_of(const Shape& shape) {
    const std::vector<hsize_t> lengths(shape.begin(), shape.end());
    return Id(shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(count_of(shape), lengths.data(), nullptr));
}

// Marks the box that begins at `start` and has the lengths `count`. A single value needs no mark.
bool select(hid_t space, const Shape& start, const Shape& count) {
    if (start.empty()) return true;
    const std::vector<hsize_t> first(start.begin(), start.end()), lengths(count.begin(), count.end());
    return H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, lengths.data(), nullptr) >= 0;
}

}  // namespace cchnn
