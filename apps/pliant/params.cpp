// pliant params, pliant schema: the parameter tables for people and for editors.

#include <cstdio>

#include "capi/cpp_layer.h"
#include "core/files.h"
#include "pliant/verbs.h"

namespace pliant::app {

Verb params_verb() {
    struct ParamsOptions {
        std::string table;
        bool json = false, markdown = false;
    };
    const auto o = std::make_shared<ParamsOptions>();
    return {"params", "List all parameters, or those of one table",
            [o](Options& options) {
                options.positional("table", o->table, "world, asset, body, lattice, collider, pair or camera", false);
                options.flag("--json", o->json, "As JSON");
                options.flag("--markdown", o->markdown, "As Markdown");
            },
            [o] {
                const char* text = pliant_parameter_reference(o->table.c_str(), o->json       ? "json"
                                                                                : o->markdown ? "markdown"
                                                                                              : "text");
                if (!text) throw cpp::Failure(PLIANT_BAD_INPUT, pliant_last_error());
                std::printf("%s", text);
                return Exit::done;
            }};
}

Verb schema_verb() {
    const auto output = std::make_shared<std::string>();
    return {"schema", "Print the JSON Schema of scenes",
            [output](Options& options) { options.text("-o,--output", *output, "A file to write it to"); },
            [output] {
                if (output->empty())
                    std::printf("%s", pliant_schema());
                else
                    write_file(*output, pliant_schema());
                return Exit::done;
            }};
}

}  // namespace pliant::app
