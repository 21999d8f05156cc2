// stb_image 2.27 copies the values of a Huffman table, as many as its sixteen counts add up to, into an array of 256
// (and their lengths into one of 257), and only then looks whether the counts can be. It also reads tables that no
// segment has filled. So the segments are gone through here first, in the order in which a decoder meets them. What
// stb_image refuses by itself (markers of other processes, sizes of 0) is left to it.
//
//   FFD8 │ FFxx length contents │ … │ FFDA length header, coded data (FF00, FFD0…7 within) │ FFxx … │ FFD9

#include "assets/jpeg_check.h"

#include <array>

#include "core/error.h"

namespace pliant {
namespace {

class JpegChecker {
  public:
    JpegChecker(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    JpegSize check() {
        at_ = 2;  // behind FFD8
        while (const u32 marker = next_marker()) {
            if (marker == 0xd9) break;
            read_segment(marker);
            if (marker == 0xda) skip_coded_data();
        }
        if (!components_) fail("it has no frame header");
        return size_;
    }

  private:
    [[noreturn]] void fail(const std::string& wrong) const {
        throw Error({name_, "this is not an image that can be read: " + wrong, "a whole JPEG file", ""});
    }

    u32 byte(size_t at) const { return at < bytes_.size() ? static_cast<u8>(bytes_[at]) : 0; }
    u32 word(size_t at) const { return byte(at) << 8 | byte(at + 1); }

    // 0 at the end of the file. Before a marker may be padding, which decoders skip too.
    u32 next_marker() {
        while (at_ < bytes_.size() && byte(at_) != 0xff) ++at_;
        while (at_ < bytes_.size() && byte(at_) == 0xff) ++at_;
        return at_ < bytes_.size() ? byte(at_++) : 0;
    }

    void read_segment(u32 marker) {
        const u32 length = word(at_);
        if (length < 2 || at_ + length > bytes_.size()) fail("it was cut short, or a segment has a wrong length");
        begin_ = at_ + 2;
        end_ = at_ + length;
        if (marker == 0xdb) read_quantisation();
        if (marker == 0xc4) read_huffman();
        if (marker == 0xc0 || marker == 0xc1 || marker == 0xc2) read_frame(marker == 0xc2);
        if (marker == 0xda) read_scan();
        at_ = end_;
    }

    void skip_coded_data() {
        while (at_ + 1 < bytes_.size()) {
            const u32 next = byte(at_ + 1);
            if (byte(at_) == 0xff && next != 0 && next != 0xff && !(next >= 0xd0 && next <= 0xd7)) return;
            ++at_;
        }
        at_ = bytes_.size();
    }

    void read_quantisation() {
        while (begin_ < end_) {
            const u32 precision = byte(begin_) >> 4, table = byte(begin_) & 15;
            if (precision > 1 || table > 3) fail("a quantisation table has no such number");
            begin_ += precision ? 129 : 65;
            if (begin_ > end_) fail("a quantisation table is cut short");
            has_quantisation_[table] = true;
        }
    }

    void read_huffman() {
        while (begin_ < end_) {
            const u32 of_ac = byte(begin_) >> 4, table = byte(begin_) & 15;
            if (of_ac > 1 || table > 3) fail("a Huffman table has no such number");
            if (begin_ + 17 > end_) fail("a Huffman table is cut short");
            u32 count = 0, free = 1;  // codes so far, and those of this length that are left
            for (u32 length = 1; length <= 16; ++length) {
                const u32 of_length = byte(begin_ + length);
                free *= 2;
                if (of_length > free) fail("a Huffman table has more codes than there can be");
                free -= of_length;
                count += of_length;
            }
            if (count > 256) fail("a Huffman table has more than 256 codes");
            begin_ += 17;
            if (begin_ + count > end_) fail("a Huffman table is cut short");
            for (u32 i = 0; i < count && !of_ac; ++i)
                if (byte(begin_ + i) > 15) fail("a Huffman table has a number of bits above 15");
            begin_ += count;
            has_huffman_[of_ac][table] = true;
        }
    }

    void read_frame(bool progressive) {
        if (components_) fail("it has two frame headers");
        if (begin_ + 6 > end_) fail("its frame header is cut short");
        progressive_ = progressive;
        size_ = {word(begin_ + 3), word(begin_ + 1)};
        components_ = byte(begin_ + 5);
        if (components_ != 1 && components_ != 3 && components_ != 4) fail("it has neither 1, 3 nor 4 components");
        if (begin_ + 6 + 3 * components_ != end_) fail("its frame header has a wrong length");
        for (u32 c = 0; c < components_; ++c) {
            const size_t at = begin_ + 6 + 3 * c;
            component_[c] = {byte(at), byte(at + 2)};
            for (u32 other = 0; other < c; ++other)
                if (component_[other].id == component_[c].id) fail("two of its components have one number");
            if (component_[c].quantisation > 3) fail("a component has a quantisation table of no such number");
        }
    }

    void read_scan() {
        if (!components_) fail("a scan comes before the frame header");
        const u32 count = byte(begin_);
        if (count < 1 || count > components_ || begin_ + 1 + 2 * count + 3 != end_)
            fail("the header of a scan has a wrong length");
        const u32 first = byte(end_ - 3), last = byte(end_ - 2);
        if (progressive_ && (last > 63 || first > last || (first == 0 && last != 0) || (first > 0 && count > 1)))
            fail("a scan takes frequencies that it cannot have");
        u32 seen = 0;  // bit per component
        for (u32 s = 0; s < count; ++s) {
            const u32 c = component_called(byte(begin_ + 1 + 2 * s)), tables = byte(begin_ + 2 + 2 * s);
            if (seen >> c & 1) fail("a scan has one component twice");
            seen |= 1u << c;
            const bool first_bits =
                byte(end_ - 1) >> 4 == 0;  // later bits of the lowest frequency are stored as they are
            const bool with_dc = (!progressive_ || first == 0) && first_bits, with_ac = !progressive_ || first > 0;
            if (with_dc && !(tables >> 4 <= 3 && has_huffman_[0][tables >> 4])) fail("a scan has no Huffman table");
            if (with_ac && !((tables & 15) <= 3 && has_huffman_[1][tables & 15])) fail("a scan has no Huffman table");
            if (!has_quantisation_[component_[c].quantisation]) fail("a component has no quantisation table");
        }
    }

    u32 component_called(u32 id) const {
        for (u32 c = 0; c < components_; ++c)
            if (component_[c].id == id) return c;
        fail("a scan names a component that the frame does not have");
    }

    struct Component {
        u32 id, quantisation;
    };

    const std::string_view bytes_;
    const std::string& name_;
    size_t at_ = 0, begin_ = 0, end_ = 0;  // what comes next; the contents of a segment
    JpegSize size_;
    u32 components_ = 0;
    bool progressive_ = false;
    std::array<Component, 4> component_{};
    bool has_quantisation_[4] = {}, has_huffman_[2][4] = {};
};

}  // namespace

JpegSize check_jpeg(std::string_view bytes, const std::string& name) { return JpegChecker(bytes, name).check(); }

}  // namespace pliant
