// Records: what came out of a world over time, into files and into arrays.
#include <map>
#include <optional>

#include "things.h"

namespace {

class Record {
  public:
    Record(WorldPointer world, const std::optional<std::string>& folder, const py::object& formats,
           const std::vector<std::string>& keep)
        : world_(std::move(world)) {
        for (const std::string& name : keep) {
            Kept& kept = kept_[name];
            kept.body.world = world_;
            check(pliant_world_find_body(world_->id, name.c_str(), &kept.body.id));
        }
        if (!folder) {
            if (keep.empty())
                throw py::value_error("Record: expected a folder for files, names of bodies in keep, or both");
            return;
        }
        std::string list;
        if (py::isinstance<py::str>(formats)) {
            list = formats.cast<std::string>();
        } else {
            for (const std::string& format : formats.cast<std::vector<std::string>>())
                list += (list.empty() ? "" : ",") + format;
        }
        check(pliant_world_record_begin(world_->id, folder->c_str(), list.c_str()));
        to_files_ = true;
    }
    ~Record() {
        if (to_files_) pliant_world_record_end(world_->id);  // nobody is there to hear what went wrong
    }
    Record(const Record&) = delete;

    void frame() {
        if (ended_) throw py::value_error("Record: it has ended");
        if (to_files_) {
            const py::gil_scoped_release other_threads;
            check(pliant_world_record_frame(world_->id));
        }
        for (auto& [name, kept] : kept_) {
            pliant_surface s;
            check(pliant_body_surface(world_->id, kept.body.id, &s));
            if (frames_ && s.vertex_count != kept.vertices)
                throw py::value_error("Record: " + name +
                                      " has torn, and has other vertices than when the record began");
            kept.vertices = s.vertex_count;
            kept.positions.insert(kept.positions.end(), s.positions, s.positions + 3 * s.vertex_count);
        }
        ++frames_;
    }

    void end() {
        ended_ = true;
        if (!to_files_) return;
        to_files_ = false;
        const py::gil_scoped_release other_threads;
        check(pliant_world_record_end(world_->id));
    }

    py::ssize_t frames() const { return frames_; }

    py::array_t<float> positions(const std::string& body) const {
        const auto found = kept_.find(body);
        if (found == kept_.end()) throw py::key_error(body + " is not in keep");
        const Kept& kept = found->second;
        const std::vector<py::ssize_t> shape = {frames_, static_cast<py::ssize_t>(kept.vertices), 3};
        return py::array_t<float>(shape, kept.positions.data());
    }

  private:
    struct Kept {
        Body body;
        size_t vertices = 0;
        std::vector<float> positions;  // of all frames
    };
    WorldPointer world_;
    std::map<std::string, Kept> kept_;
    py::ssize_t frames_ = 0;
    bool to_files_ = false, ended_ = false;
};

}  // namespace

void add_records(py::module_& m) {
    py::class_<Record>(
        m, "Record",
        "What comes out of a world, frame by frame: into files in `folder`, in the formats of `pliant run "
        "--record` (\"glb, pc2\", or a list), and surfaces of the bodies in `keep` into arrays. Ends with its "
        "`with`; files are whole then. Of the bodies that are there when it begins; none may tear.\n\n"
        "    with pliant.Record(world, \"out\", \"usda\", keep=[\"egg\"]) as record:\n"
        "        for _ in range(60):\n"
        "            world.step()\n"
        "            record.frame()\n"
        "    heights = record.positions(\"egg\")[:, :, 1]")
        .def(py::init<WorldPointer, const std::optional<std::string>&, const py::object&,
                      const std::vector<std::string>&>(),
             "world"_a, "folder"_a = py::none(), "formats"_a = "glb", "keep"_a = std::vector<std::string>())
        .def("frame", &Record::frame, "Adds the world as it is now.")
        .def("end", &Record::end, "Finishes the files; arrays stay.")
        .def_property_readonly("frames", &Record::frames, "How many there are.")
        .def("positions", &Record::positions,
             "Of a body in `keep`: an array of frames × vertices × 3 [m], a copy. Base vertices of its surface, also "
             "where "
             "stretched faces are split in pictures.",
             "body"_a)
        .def(
            "__enter__", [](Record& r) -> Record& { return r; }, py::return_value_policy::reference)
        .def("__exit__", [](Record& r, const py::object&, const py::object&, const py::object&) { r.end(); });
}
