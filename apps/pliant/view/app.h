// The viewer as a whole: the open document, the view and the selection. Panels are functions of it, one file each
// (panels.h); this class has the data and functions that several of them need.
#pragma once

#include <deque>
#include <set>

#include "pliant/view/background_job.h"
#include "pliant/view/document.h"
#include "pliant/view/filtered.h"
#include "pliant/view/gizmo.h"
#include "pliant/view/key_editor.h"
#include "pliant/view/navigation.h"
#include "pliant/view/paint_tool.h"
#include "pliant/view/particle_tool.h"
#include "pliant/view/pick.h"
#include "pliant/view/reach_marks.h"
#include "pliant/view/selection.h"
#include "pliant/view/simulation.h"
#include "pliant/view/ui.h"
#include "pliant/view/wind_arrow.h"
#include "pliant/view/window.h"
#include "render/renderer.h"

namespace pliant::view {

struct ViewOptions {
    std::string path;  // a scene, a mesh, the folder of a run, or empty
    std::vector<std::string> settings;
    u32 threads = 0;
    bool paused = false;
    double display_rate = 60;  // [1/s] 0: as fast as it goes
    // What the command does with files that are no scenes: a scene around a mesh, and a record to play.
    std::function<std::string(const std::string& mesh)> scene_around;
    std::function<std::unique_ptr<Player>(const std::string& folder)> open_record;
    // Opens `path` in another way than by its type: as a posed lattice, or a capture. Null: by its type.
    std::function<std::unique_ptr<Player>()> open_path;
};

// A sentence that is shown for a while, perhaps with something to do about it.
struct Notice {
    enum class Kind : u8 { info, warning, error } kind = Kind::info;
    std::string text;
    double until = 0;  // [s] of the program's clock
    std::string action;
    std::function<void()> run;
};

// Where the mouse or the keys are in the middle of something.
struct Drag {
    enum class What : u8 { nothing, camera, body, gizmo, paint, particles, empty } what = What::nothing;
    Motion motion = Motion::none;
    std::string body;     // that is held
    float depth = 0;      // [m] from the eye, of the plane it is moved in
    float travelled = 0;  // [pixels] since the button went down
    std::optional<Picked> picked;
    Vec3 place;           // [m] where the mouse draws it
    GrabId grab = 0;      // that pulls; 0: none yet
    bool pushed = false;  // a collider, while time went on
    Grip grip;            // of a pull
};

// Numbers over time, for plots.
struct PlotSeries {
    static constexpr size_t length = 240;
    std::vector<float> values;
    void add(float v) {
        values.push_back(v);
        if (values.size() > length) values.erase(values.begin());
    }
};

class App {
  public:
    App(Window& window, ViewOptions options);
    ~App();

    // ---- one picture
    void update();  // panels and mouse, and the actions they ask for
    void draw();    // the picture; panels are drawn over it
    bool done = false;
    bool sharp() const;  // all pixels are drawn

    // ---- the open document (app_files.cpp)
    void open(const std::string& path);  // asks first if something would be lost
    void open_now(const std::string& path);
    std::string path_in_scene(const std::string& path) const;  // relative, where it stands beside the scene or below
    void add_mesh(const std::string& path);                    // a body of it, in the scene that is open
    void drop(const std::string& path);
    void new_scene();
    void show_document(Document document, bool playing);
    bool save();  // false: it is not done, or not yet: something has to be asked first
    void save_as(const std::string& path);
    void ask_where_to_save();
    void quit();
    void check_disk();
    bool is_playback() const { return player && !player->simulation(); }

    // ---- changes of the scene
    void change(const std::string& label, const std::function<void(Editor&)>& how, const std::string& merge_key = {});
    void undo();
    void redo();
    void apply_document();  // what the document says now
    // Says that a drag can become keys of a parameter, or of an attachment, and does it when asked to.
    void offer_keys(const Selection& thing, const std::string& path);
    void offer_attachment(GrabId grab, const Grip& grip);
    void remove_selected();
    void duplicate_selected();
    // Where a value of a body or collider stands: instances have some of their own.
    std::string path_of(const Selection& thing, std::string_view parameter) const;
    std::string free_name(const char* section, const std::string& wanted) const;

    // ---- the view
    void show_notice(const std::string& text, Notice::Kind kind = Notice::Kind::info, const std::string& action = {},
                     std::function<void()> run = {});
    void show_error(const std::string& text) { show_notice(text, Notice::Kind::error); }
    bool is_hidden(const std::string& name) const { return hiding.has(name); }
    void isolate(const std::string& name);  // again: all are shown
    void frame_selected();
    void reset_camera();
    Box bounds_of(const Selection& thing) const;
    std::optional<Picked> pick_at(float x, float y) const;  // of the window
    PickRay ray_at(float x, float y) const;
    View view() const { return {viewport.high.x - viewport.low.x, viewport.high.y - viewport.low.y}; }
    void take_picture(const std::string& path);
    void start_film(const std::string& path);
    std::pair<std::string, bool> scene_file_for(const std::string& purpose);  // true: it is to be removed again
    double now() const;                                                       // [s]

    Window& window;
    ViewOptions options;
    Document document;
    std::unique_ptr<Player> player;
    std::string record_folder;           // of a run that is shown
    std::shared_ptr<const Scene> scene;  // the last that could be read
    std::string scene_trouble;           // why the text cannot be read now
    FileWatch asset_watch;

    // Of this frame.
    PlayerState state;
    std::shared_ptr<const render::Moment> moment, compared;
    ui::Rectangle viewport;

    Camera camera;
    bool camera_set = false;
    Bookmarks bookmarks;
    NavigationStyle navigation = NavigationStyle::blender;
    render::Look look;
    Hiding hiding;
    Selection selection;
    GizmoMode gizmo_mode = GizmoMode::none;
    Gizmo gizmo;
    WindArrow wind_arrow;
    ReachMarks reach_marks;
    bool wind_open = false;  // its tab is
    PaintTool paint;
    ParticleTool particles;
    KeyEditor keys;
    Drag drag;
    bool loop = false;                       // starts over at the scene's duration
    double clip_fade = 0.2;                  // [s] from one clip to another, where a character is told to
    std::set<std::string> folded, unfolded;  // groups of parameters, where that is not as at first
    bool hint = true;                        // a hint for new users, until they do something
    PauseOn pause_on;
    bool picking_place = false;       // the next click says which place is plotted
    bool picking_hold = false;        // the next click on the selected body holds that place in space
    bool picking_attachment = false;  // the next click on a body says which place is attached
    std::string followed;             // what that is, in words
    bool compare_a = false;           // of two settings, the first is shown alone
    bool split = true;                // both are shown
    std::string compared_text;        // the scene of A
    GrabId grab_count = 0;            // that ever held something
    float ball_radius = 0.12f;
    double ball_speed = 6;

    std::vector<Notice> notices;
    double display_rate = 0;  // measured
    PlotSeries frame_history, step_history, stage_history[static_cast<size_t>(Stage::count)];

    // Panels that are open.
    bool show_help = false, show_examples = false, show_about = false;
    float left_width = 220, right_width = 404, bottom_height = 92;
    float time_height() const { return bottom_height + (keys.open ? keys.height : 0); }
    std::string search;
    int right_tab = 0;
    std::string tab_wanted;
    std::string asking;                // the dialog that waits for an answer: "unsaved", "conflict", "recover", or none
    std::function<void()> when_saved;  // runs once nothing can be lost any more
    std::string left_behind;
    BackgroundJob film, export_run, packing;
    int picture_width = 1920, picture_height = 1080;

  private:
    void measure();
    void handle_player_events();
    void take_keys();
    void reset_shown();                        // another document or record comes
    bool handle_disk_change(DiskChange news);  // true: there were some
    std::function<bool(BodyId)> hidden_bodies(const render::Moment& of) const;
    // All that a picture depends on: drawn again only when something of it is another.
    struct Picture {
        std::unique_ptr<render::Renderer> renderer;
        u64 moment = 0;
        Camera camera;
        u32 width = 0, height = 0;
        std::string look;
        float share = 1;          // of the pixels across: fewer while things move, where drawing is slow
        double full_cost = 0.01;  // [s] to draw all pixels
        double changed_at = 0;    // [s]
    };
    void draw_moment(Picture& picture, const render::Moment& shown, float left, float width);
    std::string look_words() const;

    Picture picture_, second_picture_;
    u64 taken_revision_ = 0;
    std::deque<double> pictures_;  // [s] when they were shown, in the last second
    double last_frame_ = 0, last_disk_check_ = 0, last_autosave_ = 0;
    Filtered filtered_, second_filtered_;
};

}  // namespace pliant::view
