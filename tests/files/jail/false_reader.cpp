// Stands in for cchnn-read (CCHNN_READ) and does what the file says behind its first eight bytes: what a reader process
// may do that a hostile file has taken over.

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
void frame(std::uint32_t kind, std::uint32_t number, std::uint64_t size) {
    const AnswerFrame one{kind, number, size};
    write(&one, sizeof one);
}
void answer(const Message& message) {
    frame(AnswerFrame::bytes, 0, message.bytes().size());
    write(message.bytes().data(), message.bytes().size());
    frame(AnswerFrame::end, 0, 0);
}
[[noreturn]] void stay() {
    for (;;) ::usleep(100'000);
}
// What a reader can do to whoever waits for it, in the jail too. Returns where `task` is none of these.
void hold_up(const std::string& task) {
    if (task == "say nothing") stay();
    if (task == "say it slowly") {
        frame(AnswerFrame::bytes, 0, 1 << 20);
        for (;; ::usleep(50'000)) write("x", 1);
    }
    if (task == "empty frames")
        for (;; ::usleep(50'000)) frame(AnswerFrame::bytes, 0, 0);
    if (task == "empty blocks")
        for (;;) frame(AnswerFrame::block, 0, 0);
    if (task == "small blocks")
        for (;;) frame(AnswerFrame::block, 0, 1);
    if (task == "small frames")
        for (;;) {
            frame(AnswerFrame::bytes, 0, 1);
            write("x", 1);
        }
    if (task == "hang up") {
        ::close(socket_descriptor);
        stay();
    }
}
void wait_for_question() {
    char byte;
    while (::read(socket_descriptor, &byte, 1) == 1) {
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 7) end_with(static_cast<pid_t>(std::strtol(argv[6], nullptr, 10)));
    std::string task(64, '\0');
    const ssize_t length = ::pread(file_descriptor, task.data(), task.size(), 8);
    task.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    if (task == "leave") return 9;
    const std::string jailed = "jailed: ";
    if (task.starts_with(jailed)) {
        enter_jail(64 << 20, 10);
        task.erase(0, jailed.size());
    }
    frame(AnswerFrame::ready, task == "open jail" ? limited_bit : filtered_bit | limited_bit, 0);
    if (task == "die") {
        std::signal(SIGSEGV, SIG_DFL);  // sanitizers would end it in their own way
        std::raise(SIGSEGV);
    }
    if (task == "killed") std::raise(SIGKILL);
    if (task == "forbidden") std::raise(SIGSYS);
    if (task == "spin")
        for (volatile bool ends = false; !ends;) {
        }
    if (task == "no memory") frame(AnswerFrame::no_memory, 0, 0);
    if (task == "babble") frame(99, 99, 99);
    if (task == "many problems") frame(AnswerFrame::problems, 0, std::uint64_t{1} << 40);
    frame(AnswerFrame::end, 0, 0);  // the file is open; what it is follows
    hold_up(task);
    if (task == "wrong block") frame(AnswerFrame::block, 2, 8);
    if (task == "long block") frame(AnswerFrame::block, 0, std::uint64_t{1} << 30);
    if (task == "endless") frame(AnswerFrame::bytes, 0, std::uint64_t{1} << 40);
    if (task == "wrong kind") answer(Message().number(1000).text("/x").number(0).number(0));
    if (task == "no path") answer(Message().number(0).text("x").number(0).number(0));
    if (task == "long text") answer(Message().number(0).number(1 << 30));
    if (task == "no chunk")
        answer(Message()
                   .number(1)
                   .text("/x")
                   .number(1)
                   .element(float64)
                   .shape({4})
                   .shape({0})
                   .number(0)
                   .number(0)
                   .number(0)
                   .number(0)
                   .number(0)
                   .number(0));
    if (task == "wrong element") answer(Message().number(1).text("/x").number(1).number(0).number(3));
    wait_for_question();
}
