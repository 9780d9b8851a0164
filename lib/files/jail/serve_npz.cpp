#include <algorithm>
#include <memory>

#include "files/jail/serve.hpp"
#include "files/numpy/npz_reading.hpp"

namespace cchnn {
namespace {

constexpr std::size_t longest_name = 64 << 10;

// Answers questions about one .npz file in the reader process. A question that belongs to another kind of file ends the
// conversation, since only a damaged message asks it.
class NpzServer {
  public:
    NpzServer(Answering& answering, NpzReading& file) : answering_(answering), file_(file) {}

    void answer(const std::vector<char>& question) {
        MessageReader asked(question);
        switch (static_cast<Question>(asked.number())) {
            case Question::names: return names();
            case Question::has: return send(Message().number(file_.has(asked.text(longest_name))));
            case Question::open_entry: return open_entry(asked);
            case Question::next_bytes: return next_bytes(asked.number());
            case Question::describe:
            case Question::entries:
            case Question::array:
            case Question::attributes:
            case Question::has_attribute:
            case Question::attribute_bytes:
            case Question::read_bytes:
            case Question::read_doubles:
            case Question::text_bytes: break;
        }
        throw MalformedMessage();
    }

  private:
    void send(const Message& message) { answering_.send(message.bytes()); }

    void names() {
        Message answer;
        for (const std::string& name : file_.names()) answer.text(name);
        send(answer);
    }

    // The header is kept: it says how long an element is for the questions that follow.
    void open_entry(MessageReader& asked) {
        const std::string name = asked.text(longest_name);
        header_ = file_.open_entry(name, asked.number(1) == 1);
        send(Message().shape(header_.shape).number(header_.element_bytes).number(header_.text));
    }

    // Sends as many elements at once as a shared block holds. Zero elements are asked for too, since reading to
    // the end compares the checksum of the archive.
    void next_bytes(std::uint64_t elements) {
        const std::uint64_t width = std::max<std::uint64_t>(1, header_.element_bytes);
        const std::uint64_t most = std::max<std::uint64_t>(1, answering_.block_bytes() / width);
        for (std::uint64_t done = 0; done < elements; done += most)
            answering_.send(file_.next_bytes(std::min(most, elements - done)));
        if (elements == 0) answering_.send(file_.next_bytes(0));
    }

    Answering& answering_;
    NpzReading& file_;
    NpyHeader header_;
};

}  // namespace

void serve_npz(Answering& answering, int descriptor, std::uint64_t file_bytes) {
    std::unique_ptr<NpzReading> file;
    try {
        file = read_npz_here(descriptor, file_bytes, "");
    } catch (const DataError& error) {
        return answering.send_problems(error.problems());
    }
    NpzServer server(answering, *file);
    answer_all(answering, server);
}

}  // namespace cchnn
