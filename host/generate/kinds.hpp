// The functions that draw generated images and volumes. Each is documented at its definition. `canvas` is all
// background before. The functions that say "element" draw in space; an image is a volume of one slice to them.
#pragma once

#include "glccl/host/generate.hpp"
#include "host/generate/canvas.hpp"

namespace glccl::host::generated {

// shapes.cpp
void noise(PixelCanvas& canvas, const GenerateOptions& options);
void columns(PixelCanvas& canvas, const GenerateOptions& options);
void objects(PixelCanvas& canvas, const GenerateOptions& options);
void circles(PixelCanvas& canvas, const GenerateOptions& options);
void spiral(PixelCanvas& canvas, const GenerateOptions& options);
void serpentine(PixelCanvas& canvas, const GenerateOptions& options);
void comb(PixelCanvas& canvas, const GenerateOptions& options);
void checkerboard(PixelCanvas& canvas, const GenerateOptions& options);
void stripes(PixelCanvas& canvas, const GenerateOptions& options);
void grid(PixelCanvas& canvas, const GenerateOptions& options);
void maze(PixelCanvas& canvas, const GenerateOptions& options);
void text(PixelCanvas& canvas, const GenerateOptions& options);
void full(PixelCanvas& canvas, const GenerateOptions& options);
void empty(PixelCanvas& canvas, const GenerateOptions& options);

// space.cpp
void balls(PixelCanvas& canvas, const GenerateOptions& options);
void tubes(PixelCanvas& canvas, const GenerateOptions& options);
void gyroid(PixelCanvas& canvas, const GenerateOptions& options);
void hilbert(PixelCanvas& canvas, const GenerateOptions& options);

// values.cpp
void cells(PixelCanvas& canvas, const GenerateOptions& options);
void smooth(PixelCanvas& canvas, const GenerateOptions& options);

// paper.cpp
void page(PixelCanvas& canvas, const GenerateOptions& options);
void letter(PixelCanvas& canvas, const GenerateOptions& options);

// fingerprint.cpp
void fingerprint(PixelCanvas& canvas, const GenerateOptions& options);

}  // namespace glccl::host::generated
