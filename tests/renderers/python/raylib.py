"""raylib: a render texture; the colours are a texture that raylib draws to the window."""

import raylib as rl


class Renderer:
    def __init__(self, system, size):
        rl.SetTraceLogLevel(rl.LOG_WARNING)
        rl.SetConfigFlags(rl.FLAG_WINDOW_HIDDEN)
        rl.InitWindow(*size, b"glccl")
        self.size = size
        self.picture = rl.LoadRenderTexture(*size)

    def draw(self, scene):
        rl.BeginTextureMode(self.picture)
        rl.ClearBackground((24, 26, 32, 255))
        for disc in scene:
            rl.DrawCircle(int(disc.x), int(disc.y), disc.radius, (*disc.colour, 255))
        rl.EndTextureMode()

    def source(self):
        texture = self.picture.texture.id
        return texture

    def show(self, colours):
        rl.BeginDrawing()
        rl.ClearBackground((0, 0, 0, 255))
        texture = rl.ffi.new("Texture *", (colours, *self.size, 1, rl.PIXELFORMAT_UNCOMPRESSED_R8G8B8A8))
        rl.DrawTexture(texture[0], 0, 0, (255, 255, 255, 255))
        rl.rlDrawRenderBatchActive()
