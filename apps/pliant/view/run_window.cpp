#include "pliant/view/run_window.h"

#include "pliant/view/examples.h"
#include "pliant/view/script_driver.h"

namespace pliant::view {

std::string run_window(const ViewOptions& options, const WindowOptions& size) {
    Window window(size.width, size.height, "Pliant", static_cast<float>(size.scale));
    App app(window, options);
    if (options.display_rate == 0) window.wait_for_display(false);
    std::unique_ptr<ScriptDriver> script;
    if (!size.script.empty()) script = std::make_unique<ScriptDriver>(app, size.script);
    std::string path = options.path;
    if (path.empty() && !examples_folder().empty()) path = examples_folder() + "/octopus/scene.json";
    if (path.empty()) {
        app.new_scene();
    } else {
        app.open_now(path);
    }
    for (const std::string& setting : options.settings) {
        const size_t equals = setting.find('=');
        app.change("--set " + setting,
                   [&](Editor& e) { e.set(setting.substr(0, equals), setting.substr(equals + 1)); });
    }
    while (!app.done) {
        if (script) script->before_frame();
        window.begin_frame();
        app.update();
        ImGui::Render();
        app.draw();
        window.draw_panels();
        if (script) script->after_draw();
        window.show();
        if (script && script->done()) break;
    }
    if (!script) return "";
    script->closed();
    app.document.remove_autosave();  // a script leaves changes unsaved on purpose
    return script->trouble();
}

}  // namespace pliant::view
