// The kinds of generated images, each with its definition where it is drawn. `canvas` is all background.
#pragma once

#include "glccl/host/generate.hpp"
#include "host/generate/canvas.hpp"

namespace glccl::host::generated {

// generate_shapes.cpp
void noise(Canvas& canvas, const GenerateOptions& options);
void columns(Canvas& canvas, const GenerateOptions& options);
void objects(Canvas& canvas, const GenerateOptions& options);
void circles(Canvas& canvas, const GenerateOptions& options);
void spiral(Canvas& canvas, const GenerateOptions& options);
void serpentine(Canvas& canvas, const GenerateOptions& options);
void comb(Canvas& canvas, const GenerateOptions& options);
void checkerboard(Canvas& canvas, const GenerateOptions& options);
void maze(Canvas& canvas, const GenerateOptions& options);
void text(Canvas& canvas, const GenerateOptions& options);
void full(Canvas& canvas, const GenerateOptions& options);
void empty(Canvas& canvas, const GenerateOptions& options);

// generate_paper.cpp
void page(Canvas& canvas, const GenerateOptions& options);
void letter(Canvas& canvas, const GenerateOptions& options);

// generate_fingerprint.cpp
void fingerprint(Canvas& canvas, const GenerateOptions& options);

}  // namespace glccl::host::generated
