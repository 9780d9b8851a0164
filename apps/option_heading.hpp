#pragma once
// Headings between the options of a command in its help.

namespace cchnn {

// Options that are added to `command`, a CLI::App, while this exists stand below `heading`; the others stand below
// "Options".
template <class App>
class OptionHeading {
  public:
    OptionHeading(App& command, const char* heading) : command_(command) { command.option_defaults()->group(heading); }
    ~OptionHeading() { command_.option_defaults()->group("Options"); }
    OptionHeading(const OptionHeading&) = delete;
    OptionHeading& operator=(const OptionHeading&) = delete;

  private:
    App& command_;
};

}  // namespace cchnn
