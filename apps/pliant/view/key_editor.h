// Keys of the selected object: marks on the timeline, and curves below it to add, drag and delete keys.
#pragma once

#include <optional>

#include "pliant/view/key_track.h"
#include "pliant/view/selection.h"

namespace pliant::view {

class App;

// Where frames are on the window.
struct TimeScale {
    float left = 0, width = 1;
    double last = 1;   // [frames] at the right end
    double rate = 60;  // [1/s]
    float x(double frame) const { return left + width * static_cast<float>(frame / last); }
    double frame(float at) const { return static_cast<double>((at - left) / width) * last; }
    float x_of_time(double seconds) const { return x(seconds * rate); }
    double time(float at) const { return frame(at) / rate; }
};

class KeyEditor {
  public:
    bool open = false;
    float height = 0;  // [pixels] of the curves, where they are open

    void update(const App& app);  // once in a frame, first
    void forget();                // another scene comes
    const std::vector<KeyTrack>& tracks() const { return tracks_; }
    double last_time() const;  // [s] of all keys

    bool show(const std::string& path);  // the curve of a parameter of the selected object; false: it has none

    void draw_marks(const TimeScale& time, float y) const;
    void draw(App& app, const TimeScale& time, float list_width);
    // The key that was clicked last, if that was the last click. False: there is none.
    bool delete_key(App& app);

    // Of a parameter of the selected thing, whether it has keys already or not, at the time that is shown.
    static void key_now(App& app, const std::string& path, const ParameterSet& set, const Parameter& row);

  private:
    struct Place {
        size_t key;
        u32 component;
        bool operator==(const Place&) const = default;
    };
    struct KeyDrag {
        float x = 0, y = 0;  // [pixels] of the mouse when it began
        double time = 0;     // [s] of the key then
        Vec3d value;
        double low = 0, high = 1;  // of the curve's axis: it stands still meanwhile
    };
    const KeyTrack* active() const;
    void list(App& app, float width);
    void add_parameter(App& app);
    void toolbar(App& app, const KeyTrack& track);
    void curves(App& app, const KeyTrack& track, const TimeScale& time);
    void begin_drag(const KeyTrack& track, Place place, double low, double high);
    void drag(App& app, const KeyTrack& track, const TimeScale& time, double value_per_pixel);

    std::vector<KeyTrack> tracks_;
    std::string active_;           // path of the track whose curve is shown
    std::optional<Place> chosen_;  // of its keys
    std::optional<KeyDrag> drag_;
    bool focused_ = false;  // the last click was in here
};

}  // namespace pliant::view
