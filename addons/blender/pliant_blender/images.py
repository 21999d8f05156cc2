"""PNG files of arrays: what is painted goes out as it is stored, without a gamma. Knows nothing of Blender."""
import struct
import zlib

import numpy


def png_bytes(pixels, bits=8):
    """(height, width, 4) numbers of 0 … 1, rows from the top."""
    pixels = numpy.nan_to_num(numpy.asarray(pixels, dtype=numpy.float64))
    height, width, _ = pixels.shape
    top = (1 << bits) - 1
    words = numpy.clip(numpy.rint(pixels * top), 0, top).astype(">u2" if bits == 16 else "u1")
    rows = words.reshape(height, -1).view(numpy.uint8).reshape(height, -1)
    raw = numpy.concatenate([numpy.zeros((height, 1), dtype=numpy.uint8), rows], axis=1).tobytes()

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 6, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))
