#include "cook/model_bytes.h"

#include <cstring>

#include "body/registry.h"
#include "core/hash.h"
#include "core/soundness.h"
#include "core/text.h"

namespace pliant {

namespace {

constexpr char magic[8] = {'P', 'L', 'M', 'O', 'D', 'E', 'L', '6'};

}  // namespace

std::string model_bytes(const Model& model) {
    std::vector<std::byte> content;
    Writer writer(content);
    writer.text(model.kind().name);
    writer.value(static_cast<u8>(model.embedded != nullptr));
    if (model.embedded) model.embedded->save(writer);
    model.save(writer);
    const u64 size = content.size(), hash = hash_bytes(content.data(), content.size());
    std::string bytes(magic, sizeof magic);
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    bytes.append(reinterpret_cast<const char*>(content.data()), content.size());
    return bytes;
}

std::shared_ptr<const Model> model_from_bytes(std::string_view bytes, const std::string& name) {
    u64 size = 0, hash = 0;
    if (bytes.size() < sizeof magic + 16 || bytes.substr(0, sizeof magic) != std::string_view(magic, sizeof magic))
        throw Error({name, "this is not a cooked model of this version", "", "cook the mesh again"});
    std::memcpy(&size, bytes.data() + 8, 8);
    std::memcpy(&hash, bytes.data() + 16, 8);
    bytes.remove_prefix(24);
    if (size != bytes.size())
        throw Error({name, std::to_string(bytes.size()) + " bytes", std::to_string(size), "the file is cut off"});
    if (hash != hash_bytes(bytes.data(), bytes.size()))
        throw Error({name, "the content does not match its hash", "", "the file is damaged"});
    Reader reader({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, name);
    const std::string kind_name = reader.text();
    const Kind* kind = find_kind(kind_name);
    if (!kind)
        throw Error({name, "a model of the unknown kind " + in_quotes(kind_name), "one of: " + kind_names(), ""});
    std::shared_ptr<const EmbeddedSurface> drawn;
    if (reader.value<u8>() != 0) drawn = std::make_shared<const EmbeddedSurface>(reader);
    const std::shared_ptr<Model> model = kind->load(reader);
    if (drawn) drawn->check(model->surface, Soundness(name));
    model->embedded = std::move(drawn);
    return model;
}

}  // namespace pliant
