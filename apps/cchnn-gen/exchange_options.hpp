#pragma once
// The command lines of cchnn-gen export and import.

#include <string>

#include "options.hpp"

namespace CLI {
class App;
}

namespace cchnn {

class ExchangeParser {
  public:
    explicit ExchangeParser(CLI::App& app);
    bool export_parsed() const;
    bool import_parsed() const;
    ExportCommand export_command() const;  // throws UsageError
    ImportCommand import_command() const { return import_; }

  private:
    void add_export(CLI::App& app);
    void add_import(CLI::App& app);

    CLI::App *export_app_ = nullptr, *import_app_ = nullptr;
    ExportCommand export_;
    ImportCommand import_;
    std::string layout_ = "arrays", format_, dtype_ = "float64";
};

}  // namespace cchnn
