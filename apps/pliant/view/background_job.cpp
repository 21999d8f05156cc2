#include "pliant/view/background_job.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/text.h"
#include "pliant/view/app.h"

namespace pliant::view {

namespace {

// The number that ends at a place of a text, or begins there; commas stand in large ones.
std::optional<double> number_in(std::string_view digits) {
    std::string plain(digits);
    std::erase(plain, ',');
    return parse_number(plain);
}

bool is_digit(char c) { return (c >= '0' && c <= '9') || c == ','; }

}  // namespace

std::optional<float> share_done(std::string_view line) {
    const size_t slash = line.find('/');
    if (slash == std::string_view::npos) return {};
    size_t begin = slash, end = slash + 1;
    while (begin > 0 && is_digit(line[begin - 1])) --begin;
    while (end < line.size() && is_digit(line[end])) ++end;
    if (end > slash + 1 && line[end - 1] == ',') --end;
    const auto done = number_in(line.substr(begin, slash - begin)),
               all = number_in(line.substr(slash + 1, end - slash - 1));
    if (!done || !all || !(*all > 0)) return {};
    return static_cast<float>(std::clamp(*done / *all, 0.0, 1.0));
}

void BackgroundJob::start(const std::vector<std::string>& arguments, Words words, std::string passing) {
    words_ = std::move(words);
    passing_ = std::move(passing);
    stopping_ = false;
    std::vector<std::string> command = {own_program()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    child_ = std::make_unique<ChildProcess>(command);
}

float BackgroundJob::panel(App& app, const char* title, float top) {
    if (!child_) return 0;
    const bool running = child_->running();
    const float width = std::min(420 * ui::scale(), app.view().width - 20);
    ImGui::SetNextWindowPos({(app.viewport.low.x + app.viewport.high.x - width) / 2, top});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::Begin(title, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    ui::wrapped_text(words_.doing);
    const std::string& line = child_->last_line();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {4, 1});
    ImGui::ProgressBar(share_done(line).value_or(0), {-1, 0}, "");
    ImGui::PopStyleVar();
    ImGui::PushTextWrapPos(0);
    ui::dim_text(stopping_ ? "stopping …" : line.empty() ? "starting …" : line);
    ImGui::PopTextWrapPos();
    ImGui::BeginDisabled(stopping_);
    if (ui::button("Stop", "Ends it; what is written until then is whole.")) {
        child_->ask_to_stop();
        stopping_ = true;
    }
    ImGui::EndDisabled();
    const float height = ImGui::GetWindowSize().y;
    ImGui::End();
    if (!running) end(app);
    return height + 8 * ui::scale();
}

void BackgroundJob::end(App& app) {
    if (stopping_ && child_->code() != 0) {
        app.show_notice(words_.stopped);
    } else if (child_->code() == 0) {
        app.show_notice(words_.done);
    } else {
        app.show_error(words_.failed + ": " + child_->last_line());
    }
    child_.reset();
    std::error_code error;
    if (!passing_.empty()) std::filesystem::remove(std::exchange(passing_, {}), error);
}

}  // namespace pliant::view
