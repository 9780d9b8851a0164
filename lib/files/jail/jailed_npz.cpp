#include "files/jail/jailed_npz.hpp"

#include "core/errors.hpp"
#include "files/jail/reader_process.hpp"
#include "files/numpy/npz_reading.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_of_an_answer = 16 << 20, longest_element = 16 << 20;
constexpr std::size_t longest_entry = 64 << 10;

// Like JailedHdf5 it believes no answer before it has checked it.
class JailedNpz : public NpzReading {
  public:
    explicit JailedNpz(SourceFile file) : reader_(std::move(file), "npz") {}

    std::uint64_t file_bytes() const override { return reader_.file_bytes(); }

    std::vector<std::string> names() const override {
        std::vector<std::string> found;
        reader_.understand(Message(Question::names), most_of_an_answer, [&](MessageReader& answer) {
            while (!answer.at_end()) found.push_back(answer.text(longest_entry));
        });
        return found;
    }

    bool has(const std::string& name) const override {
        bool found = false;
        reader_.understand(Message(Question::has).text(name), most_of_an_answer,
                           [&](MessageReader& answer) { found = answer.number(1) == 1; });
        return found;
    }

    NpyHeader open_entry(const std::string& name, bool text) override {
        reader_.understand(Message(Question::open_entry).text(name).number(text), most_of_an_answer,
                           [&](MessageReader& answer) {
                               header_.shape = answer.shape();
                               header_.element_bytes = answer.number(longest_element);
                               header_.text = answer.number(1) == 1;
                               const bool is_number = header_.element_bytes == 4 || header_.element_bytes == 8;
                               if (header_.text != text || (!text && !is_number)) throw MalformedMessage();
                           });
        return header_;
    }

    std::vector<char> next_bytes(std::uint64_t elements) override {
        std::vector<char> bytes(byte_count({elements}, header_.element_bytes));
        reader_.ask(Message(Question::next_bytes).number(elements), bytes.data(), bytes.size());
        return bytes;
    }

  private:
    mutable ReaderProcess reader_;
    NpyHeader header_;
};

}  // namespace

std::unique_ptr<NpzReading> read_npz_in_jail(const std::filesystem::path& path) {
    return std::make_unique<JailedNpz>(open_source_file(path));
}

}  // namespace cchnn
