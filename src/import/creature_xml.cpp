#include "import/creature_xml.h"

#include "assets/data_uri.h"
#include "assets/mesh_file.h"
#include "import/creature_xml_reader.h"
#include "import/creature_xml_words.h"

namespace pliant {

Creature CreatureXmlReader::read() {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed)
        throw Error({at(parsed.offset), parsed.description(), "XML", "it may have been cut short while it was copied"});
    const Node model = document.document_element();
    if (std::string_view(model.name()) != "model")
        fail(model, "the outermost element is " + in_quotes(model.name()), "<model>");
    attributes_are(model, {"name"});
    creature_.name = model.attribute("name").value();
    for (const Node child : children(model, {"soft_body", "rigid_bodies", "joints"})) {
        const std::string_view what = child.name();
        if (what == "soft_body") read_soft_body(child);
        if (what == "rigid_bodies") read_rigid_bodies(child);
        if (what == "joints") read_joints(child);
    }
    if (!creature_.mesh.face_count())
        fail(model, "there is no polygon mesh", "<polygon_mesh target=\"rendering\"> in <soft_body>");
    check_creature(creature_, name_);
    return std::move(creature_);
}

void CreatureXmlReader::read_vertices(const Node& list, std::vector<Vec3>& points, Ids& ids) const {
    for (const Node v : plain(list, {"vertex"})) {
        attributes_are(v, {"id", "x", "y", "z"});
        enter(v, ids, static_cast<u32>(points.size()));
        points.push_back(place(v));
    }
}

Transformd CreatureXmlReader::pose_in(const Node& node) const {
    const Node pose = node.child("pose");
    if (!pose) return {};
    attributes_are(pose, {"x", "y", "z", "qx", "qy", "qz", "qw"});
    return {{number_or(pose, "x", 0), number_or(pose, "y", 0), number_or(pose, "z", 0)},
            {number_or(pose, "qx", 0), number_or(pose, "qy", 0), number_or(pose, "qz", 0), number_or(pose, "qw", 1)}};
}

void CreatureXmlReader::read_soft_body(const Node& node) {
    if (creature_.mesh.face_count()) fail(node, "a second <soft_body>", "one");
    attributes_are(node, {"kind"});
    const std::string kind = node.attribute("kind") ? node.attribute("kind").value() : "flesh";
    set_value(node, "kind", quoted_json(kind));
    const std::vector<Node> parts =
        children(node, {"tetrahedron_mesh", "polygon_mesh", "barycentric", "attributes", "attachments"});
    const auto each = [&](const char* name, auto&& read_part) {
        for (const Node& part : parts)
            if (std::string_view(part.name()) == name) read_part(part);
    };
    TetMesh volume;
    Ids tets, points;
    each("tetrahedron_mesh", [&](const Node& n) { read_tets(n, volume, tets); });
    each("polygon_mesh", [&](const Node& n) { read_polygons(n, points); });
    each("barycentric", [&](const Node& n) { read_places(n, tets, points); });
    if (const Node tet_mesh = node.child("tetrahedron_mesh"))
        set_volume(creature_, std::move(volume), at(tet_mesh.offset_debug()));
    each("attributes", [&](const Node& n) { read_attributes(n); });
    each("attachments", [&](const Node& n) { read_attachments(n); });
}

void CreatureXmlReader::target_is(const Node& node, const char* wanted) const {
    attributes_are(node, {"target"});
    if (std::string_view(node.attribute("target").value()) != wanted)
        fail(node, "the target of <" + std::string(node.name()) + "> is " + in_quotes(node.attribute("target").value()),
             std::string("\"") + wanted + "\"");
}

void CreatureXmlReader::read_tets(const Node& node, TetMesh& volume, Ids& tets) const {
    target_is(node, "volume");
    if (!volume.tets.empty()) fail(node, "a second <tetrahedron_mesh>", "one");
    Ids points;
    children(node, {"vertices", "tetrahedra"});
    for (const Node list : node.children("vertices")) read_vertices(list, volume.points, points);
    for (const Node list : node.children("tetrahedra"))
        for (const Node tet : plain(list, {"tetrahedron"})) {
            attributes_are(tet, {"id"});
            const std::vector<Node> corners = children(tet, {"node"});
            if (corners.size() != 4) fail(tet, "a tetrahedron of " + std::to_string(corners.size()) + " nodes", "4");
            const i64 number = tet.attribute("id") ? id(tet, "id") : static_cast<i64>(volume.tets.size()) + 1;
            if (!tets.try_emplace(number, static_cast<u32>(volume.tets.size())).second)
                fail(tet, "a second tetrahedron " + std::to_string(number), "an id of its own");
            TetPoints p{};
            for (size_t k = 0; k < 4; ++k) {
                attributes_are(corners[k], {"v"});
                p[k] = find(corners[k], "v", points, "vertex");
            }
            volume.tets.push_back(p);
        }
}

void CreatureXmlReader::read_polygons(const Node& node, Ids& points) {
    target_is(node, "rendering");
    if (creature_.mesh.face_count()) fail(node, "a second <polygon_mesh>", "one");
    children(node, {"vertices", "texture_coords", "normals", "materials", "faces", "vertex_attributes"});
    FileMesh file;
    file.mesh.name = name_;
    CornerMesh corners;
    Ids uv, normals, materials;
    for (const Node list : node.children("vertices")) read_vertices(list, file.mesh.points, points);
    for (const Node list : node.children("texture_coords"))
        for (const Node c : plain(list, {"coord"})) {
            attributes_are(c, {"id", "u", "v"});
            enter(c, uv, static_cast<u32>(corners.uv.size()));
            corners.uv.push_back({small(c, "u"), static_cast<float>(1 - number(c, "v"))});  // upwards, as in OBJ
        }
    for (const Node list : node.children("normals"))
        for (const Node v : plain(list, {"vector"})) {
            attributes_are(v, {"id", "x", "y", "z"});
            enter(v, normals, static_cast<u32>(corners.normals.size()));
            corners.normals.push_back(place(v));
        }
    for (const Node list : node.children("materials")) read_materials(list, file.mesh, materials);
    if (file.mesh.materials.empty()) file.mesh.materials.resize(1);
    for (const Node list : node.children("faces"))
        for (const Node face : plain(list, {"face"})) read_face(face, corners, points, uv, normals, materials);
    add_faces(file, std::move(corners));
    for (const Node list : node.children("vertex_attributes")) read_painted(list, file.mesh);
    creature_.mesh = std::move(file.mesh);
    creature_.notes.insert(creature_.notes.end(), file.notes.begin(), file.notes.end());
}

void CreatureXmlReader::read_face(const Node& face, CornerMesh& mesh, const Ids& points, const Ids& uv,
                                  const Ids& normals, const Ids& materials) const {
    attributes_are(face, {"material"});
    const std::vector<Node> corners = children(face, {"node"});
    if (corners.size() < 3) fail(face, "a face of " + std::to_string(corners.size()) + " nodes", "3 or more");
    for (const Node& c : corners) {
        attributes_are(c, {"v", "n", "t"});
        FaceCorner corner;
        corner.point = find(c, "v", points, "vertex");
        if (c.attribute("t")) corner.uv = find(c, "t", uv, "texture coordinate");
        if (c.attribute("n")) corner.normal = find(c, "n", normals, "normal");
        mesh.corners.push_back(corner);
    }
    mesh.face_start.push_back(static_cast<u32>(mesh.corners.size()));
    mesh.face_material.push_back(face.attribute("material") ? find(face, "material", materials, "material") : 0);
}

void CreatureXmlReader::read_materials(const Node& list, Mesh& mesh, Ids& ids) const {
    for (const Node m : plain(list, {"material"})) {
        attributes_are(m, {"id", "name", "color", "opacity", "roughness", "metallic", "two_sided", "texture"});
        enter(m, ids, static_cast<u32>(mesh.materials.size()));
        Material material;
        material.name = m.attribute("name").value();
        if (m.attribute("color")) {
            const std::vector<float> c = numbers(m, m.attribute("color").value(), "color");
            if (c.size() != 3) fail(m, "a color of " + std::to_string(c.size()) + " numbers", "3, linear, 0 to 1");
            material.color = {c[0], c[1], c[2]};
        }
        material.opacity = static_cast<float>(number_or(m, "opacity", 1));
        material.roughness = static_cast<float>(number_or(m, "roughness", material.roughness));
        material.metallic = static_cast<float>(number_or(m, "metallic", 0));
        material.two_sided = flag(m, "two_sided");
        material.texture = m.attribute("texture").value();
        if (const std::string_view data = trimmed(m.text().get()); !data.empty()) {
            const std::optional<std::string> bytes = decode_data_uri(data);
            if (!bytes)
                fail(m, "the image of material " + in_quotes(material.name) + " is broken", "data:image/png;base64,…");
            material.texture_bytes.assign(bytes->begin(), bytes->end());
        }
        mesh.materials.push_back(std::move(material));
    }
}

void CreatureXmlReader::read_painted(const Node& list, Mesh& mesh) const {
    for (const Node a : plain(list, {"attribute"})) {
        attributes_are(a, {"name"});
        Attribute attribute{a.attribute("name").value(), numbers(a, a.text().get(), "a value")};
        if (attribute.name.empty() || mesh.attribute(attribute.name))
            fail(a, "a painted attribute " + in_quotes(attribute.name), "a name of its own");
        if (attribute.values.size() != mesh.points.size())
            fail(a, with_commas(attribute.values.size()) + " values",
                 with_commas(mesh.points.size()) + ", one a vertex");
        mesh.attributes.push_back(std::move(attribute));
    }
}

void CreatureXmlReader::read_places(const Node& node, const Ids& tets, const Ids& points) {
    const u32 none = 0xffffffffu;
    std::vector<TetPlace> places(creature_.mesh.points.size(), TetPlace{none, {}});
    for (const Node c : plain(node, {"coord"})) {
        attributes_are(c, {"render_id", "tetr_id", "v0", "v1", "v2"});
        TetPlace& to = places[find(c, "render_id", points, "vertex")];
        if (to.tet != none) fail(c, "a second place of vertex " + std::string(c.attribute("render_id").value()), "one");
        to = place_in_tet(find(c, "tetr_id", tets, "tetrahedron"), {small(c, "v0"), small(c, "v1"), small(c, "v2")});
    }
    for (const TetPlace& p : places)
        if (p.tet == none) fail(node, "a vertex has no place", "a <coord> for every vertex of the polygon mesh");
    creature_.places = std::move(places);
}

void CreatureXmlReader::set_value(const Node& node, const std::string& key, const std::string& json) {
    Json value;
    try {
        value = parse_json(json, "");
    } catch (const Error&) {
        fail(node, key + " is " + in_quotes(json), "a number, or another JSON value");
    }
    if (creature_.body.find(key)) fail(node, key + " is given twice", "it once");
    value.line = 0;
    creature_.body.members.emplace_back(key, std::move(value));
}

void CreatureXmlReader::read_attributes(const Node& node) {
    std::vector<std::string> known{"mass", "parameter"};
    for (const auto& [paper, ours] : soft_body_words) known.emplace_back(paper);
    for (const Node a : plain(node, known)) {
        const std::string name = a.name();
        if (name == "parameter") {
            attributes_are(a, {"name"});
            set_value(a, a.attribute("name").value(), std::string(trimmed(a.text().get())));
            continue;
        }
        attributes_are(a, {});
        const double v = number(a, a.text().get(), name);
        if (name == "mass") {
            if (!creature_.mesh.volume)
                fail(a, "a mass without a volume", "<tetrahedron_mesh>, or the parameter density");
            set_value(a, "density", number_json(density_of(v, *creature_.mesh.volume)));
        }
        for (const auto& [paper, ours] : soft_body_words)
            if (name == paper) set_value(a, ours, number_json(v));
    }
}

void CreatureXmlReader::read_attachments(const Node& node) {
    for (const Node a : plain(node, {"attachment"})) {
        attributes_are(a, {"name"});
        Json entry;
        try {
            entry = parse_json(trimmed(a.text().get()), "");
        } catch (const Error& e) {
            fail(a, e.trouble().wrong, "an entry of a scene's \"attachments\", as JSON");
        }
        creature_.attachments.members.emplace_back(a.attribute("name").value(), std::move(entry));
    }
}

Creature read_creature_xml(std::string_view bytes, const std::string& name) {
    return CreatureXmlReader(bytes, name).read();
}

void register_creature_xml() {
    register_creature_format("xml",
                             {[](std::string_view bytes, const std::string& name, const FileResolver&) {
                                  return read_creature_xml(bytes, name);
                              },
                              [](const Creature& creature, const std::string&) { return creature_xml(creature); }});
    register_importer({"xml"}, [](std::string_view bytes, const std::string& name, const FileResolver&) {
        Creature creature = read_creature_xml(bytes, name);
        FileMesh file;
        file.mesh = std::move(creature.mesh);
        file.notes = std::move(creature.notes);
        return file;
    });
}

}  // namespace pliant
