"""A window of raylib: moving discs, and beside them a colour for each component. Discs that touch and have one colour
are a component."""

import argparse
import math

import raylib as rl

import glccl.gl

WIDTH, HEIGHT = 480, 360
BACKGROUND = (24, 26, 32, 255)
WHITE = (255, 255, 255, 255)
COLOURS = ((230, 90, 80, 255), (90, 180, 230, 255), (240, 200, 90, 255))


def draw_discs(seconds: float) -> None:
    for i in range(40):
        angle = 2.4 * i + seconds * (0.2 + 0.4 * (i % 5))
        x, y = WIDTH / 2 + (20 + 5 * i) * math.cos(angle), HEIGHT / 2 + (10 + 4 * i) * math.sin(angle)
        rl.DrawCircle(round(x), round(y), 12 + 5 * (i % 4), COLOURS[i % len(COLOURS)])


def draw_texture(name: int, x: int) -> None:
    # What raylib knows of a texture: its name, extent, mipmaps and format. Row 0 is the bottom one.
    texture = rl.ffi.new("Texture *", (name, WIDTH, HEIGHT, 1, rl.PIXELFORMAT_UNCOMPRESSED_R8G8B8A8))
    rl.DrawTextureRec(texture[0], (0, 0, WIDTH, -HEIGHT), (x, 0), WHITE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=0, help="0, the default: until the window is closed")
    parser.add_argument("--out", metavar="FILE", help="write the last frame as a PNG")
    arguments = parser.parse_args()

    rl.SetTraceLogLevel(rl.LOG_WARNING)
    rl.InitWindow(2 * WIDTH, HEIGHT, b"glccl and raylib")
    rl.SetTargetFPS(60)
    scene = rl.LoadRenderTexture(WIDTH, HEIGHT)
    labeler = glccl.gl.Labeler()
    regions = glccl.gl.Regions((HEIGHT, WIDTH), colours=True)
    frame = 0
    while frame == 0 or (frame != arguments.frames and not rl.WindowShouldClose()):
        rl.BeginTextureMode(scene)
        rl.ClearBackground(BACKGROUND)
        draw_discs(frame / 60)
        rl.EndTextureMode()

        labels = labeler.label(scene.texture.id, criterion="equal", background=BACKGROUND)
        colours = regions.colours(labels)

        rl.BeginDrawing()
        rl.ClearBackground(BACKGROUND)
        draw_texture(scene.texture.id, 0)
        draw_texture(colours, WIDTH)
        frame += 1
        if arguments.out and frame == arguments.frames:
            rl.rlDrawRenderBatchActive()
            rl.ExportImage(rl.LoadImageFromScreen(), arguments.out.encode())
        rl.EndDrawing()
    print(f"{labels.numpy().max()} components in the last of {frame} frames")


if __name__ == "__main__":
    main()
