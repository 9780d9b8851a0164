// Stands in for cchnn-read (CCHNN_READ) and does what the file says behind its first eight bytes: what a reader process
// may do that a hostile file has taken over.

#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "files/jail/enter_jail.hpp"
#include "files/jail/message.hpp"

namespace {

using namespace cchnn;

void write(const void* bytes, std::size_t size) {
    if (::write(socket_descriptor, bytes, size) != static_cast<ssize_t>(size)) ::_exit(1);
}
void say(std::uint64_t kind, std::uint64_t size) {
    const Word word{kind, size};
    write(&word, sizeof word);
}
void part(const std::vector<char>& bytes) {
    say(Word::part, bytes.size());
    write(bytes.data(), bytes.size());
}
void answer(const std::vector<char>& bytes) {
    part(bytes);
    say(Word::end, 0);
}
std::vector<char> packed(std::vector<Object> objects) {
    Message message;
    pass(message, objects);
    return message.bytes();
}
constexpr std::uint64_t numbers = 1000;
const std::vector<char> zeros(numbers * sizeof(double));
// What the file might be: numbers and texts.
std::vector<Object> honest() {
    Object x{{Entry::Kind::array, "/x"}, {}, {}, ""}, text{{Entry::Kind::array, "/text"}, {}, {}, ""};
    x.array.shape = {numbers};
    text.array.element = utf8;
    text.array.shape = {2};
    return {{{Entry::Kind::group, "/"}, {}, {{"model", utf8, {}}}, ""}, x, text};
}
template <class Change>
void describe(const Change& change) {
    std::vector<Object> objects = honest();
    change(objects[1]);
    answer(packed(objects));
}
[[noreturn]] void stay() {
    for (;;) ::usleep(100'000);
}
// What a reader can do to whoever waits for it, in the jail too. Returns where `task` is none of these.
void hold_up(const std::string& task) {
    if (task == "say nothing") stay();
    if (task == "say it slowly") {
        say(Word::part, 1 << 20);
        for (;; ::usleep(50'000)) write("x", 1);
    }
    if (task == "empty parts")
        for (;;) say(Word::part, 0);
    if (task == "small parts")
        for (;;) part({1});
    if (task == "bytes")
        for (;;) write("x", 1);
    if (task == "large parts")
        for (;;) part(std::vector<char>(100'000));
    if (task == "hang up") {
        ::close(socket_descriptor);
        stay();
    }
}
// Descriptions that no honest reader sends.
void describe_falsely(const std::string& task) {
    if (task == "endless") say(Word::part, std::uint64_t{1} << 40);
    if (task == "nothing") say(Word::end, 0);
    if (task == "wrong kind") describe([](Object& x) { x.entry.kind = static_cast<Entry::Kind>(1000); });
    if (task == "no path") describe([](Object& x) { x.entry.path = "x"; });
    if (task == "zero in a path") describe([](Object& x) { x.entry.path = std::string("/x\0y", 4); });
    if (task == "no chunk") describe([](Object& x) { x.array.chunk = {0}; });
    if (task == "wrong chunk") describe([](Object& x) { x.array.chunk = {1, 1}; });
    if (task == "wrong element") describe([](Object& x) { x.array.element.bytes = 3; });
    if (task == "wrong attribute") describe([](Object& x) { x.attributes = {{"a", {Element::Kind::integer, 3}, {}}}; });
    if (task == "many axes") describe([](Object& x) { x.array.shape.resize(33, 1); });
    const std::vector<char> good = packed(honest());
    if (task == "truncated") answer({good.begin(), good.end() - 1});
    if (task == "too long") {
        std::vector<char> more = good;
        more.push_back(0);
        answer(more);
    }
    // Every number of the message in its turn is one that is too large for what is there.
    if (task.starts_with("lies at ")) {
        std::vector<char> lies = good;
        const std::size_t at = 8 * std::stoul(task.substr(8));
        if (at + 8 > lies.size()) ::_exit(0);
        const std::uint64_t lie = std::uint64_t{1} << 60;
        std::memcpy(&lies[at], &lie, 8);
        answer(lies);
    }
}
Request take_request() {
    Request request;
    for (std::size_t taken = 0; taken < sizeof request;) {
        const ssize_t n = ::read(socket_descriptor, reinterpret_cast<char*>(&request) + taken, sizeof request - taken);
        if (n <= 0) ::_exit(0);
        taken += static_cast<std::size_t>(n);
    }
    return request;
}
// Answers to a request that no honest reader sends; the description was right.
void answer_falsely(const std::string& task) {
    answer(packed(honest()));
    if (task == "does not read")
        for (;;) answer(zeros);
    take_request();
    if (task == "too few") answer({zeros.begin(), zeros.end() - 1});
    if (task == "none") say(Word::end, 0);
    if (task == "too many") answer(std::vector<char>(zeros.size() + 1));
    if (task == "one part too many") {
        part(zeros);
        answer({0});
    }
    if (task == "longer than the rest") {
        part({0});
        part(zeros);
    }
    if (task == "dies within") {
        say(Word::part, zeros.size());
        write(zeros.data(), 100);
        std::raise(SIGSEGV);
    }
    if (task == "half a word") {
        write("x", 1);
        ::shutdown(socket_descriptor, SHUT_RDWR);
    }
    if (task == "hangs within") {
        say(Word::part, zeros.size());
        write(zeros.data(), 100);
        stay();
    }
    if (task == "two answers") {
        for (int answers = 0; answers < 2; ++answers) answer(zeros);
        take_request();
        take_request();
        answer({});
    }
    if (task == "problems after all") {
        answer(zeros);
        say(Word::problems, 0);
    }
    if (task == "false problems") {
        say(Word::problems, 64);
        write(std::vector<char>(64, 0x7f).data(), 64);
    }
    if (task == "no problems") say(Word::problems, 0);
    if (task == "long problems") say(Word::problems, std::uint64_t{1} << 40);
    // As many texts as were asked for; lengths that lie.
    if (task == "one text") answer(std::vector<char>(8, 0));
    if (task == "three texts") answer(std::vector<char>(24, 0));
    if (task == "long text") answer(std::vector<char>(16, 0x7f));
    if (task == "no text") say(Word::end, 0);
    stay();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 4) end_with(static_cast<pid_t>(std::strtol(argv[3], nullptr, 10)));
    std::signal(SIGSEGV, SIG_DFL);  // sanitizers would end it in their own way
    std::string task(64, '\0');
    const ssize_t length = ::pread(file_descriptor, task.data(), task.size(), 8);
    task.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    if (task == "leave") return 9;
    const std::string jailed = "jailed: ";
    if (task.starts_with(jailed)) {
        enter_jail(64 << 20, 10);
        task.erase(0, jailed.size());
    }
    say(Word::ready, task == "open jail" ? limited_bit : filtered_bit | limited_bit);
    if (task == "die") std::raise(SIGSEGV);
    if (task == "killed") std::raise(SIGKILL);
    if (task == "forbidden") std::raise(SIGSYS);
    if (task == "spin")
        for (volatile bool ends = false; !ends;) {
        }
    if (task == "no memory") say(Word::no_memory, 0);
    if (task == "babble") say(99, 99);
    if (task == "ready again") say(Word::ready, 0);
    if (task == "many problems") say(Word::problems, std::uint64_t{1} << 31);
    hold_up(task);
    describe_falsely(task);
    answer_falsely(task);
}
