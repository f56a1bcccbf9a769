// SFML: a render texture, and a window that shows the colours as a sprite.
#define GL_GLEXT_PROTOTYPES
#include <SFML/Graphics.hpp>
#include <SFML/OpenGL.hpp>

#include "renderer.hpp"

namespace {

class SfmlRenderer : public Renderer {
 public:
  SfmlRenderer(unsigned width, unsigned height)
      : width_(static_cast<GLsizei>(width)),
        height_(static_cast<GLsizei>(height)),
        window_(sf::VideoMode(width, height), "glccl") {
    picture_.create(width, height);
    shown_.create(width, height);
    window_.setActive();
    glCreateFramebuffers(1, &framebuffer_);
  }

  void draw(std::span<const Disc> discs) override {
    picture_.clear(sf::Color(24, 26, 32));
    for (const Disc& disc : discs) {
      sf::CircleShape circle(disc.radius);
      circle.setPosition(disc.x - disc.radius, disc.y - disc.radius);
      circle.setFillColor(sf::Color(static_cast<sf::Uint8>(disc.red), static_cast<sf::Uint8>(disc.green),
                                    static_cast<sf::Uint8>(disc.blue)));
      picture_.draw(circle);
    }
    picture_.display();
  }

  std::uint32_t source() override {
    window_.setActive();
    const std::uint32_t texture = picture_.getTexture().getNativeHandle();
    return texture;
  }

  void show(std::uint32_t colours) override {
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, colours, 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glCopyTextureSubImage2D(shown_.getNativeHandle(), 0, 0, 0, 0, 0, width_, height_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    window_.clear();
    window_.draw(sf::Sprite(shown_));
    window_.setActive();
  }

 private:
  GLsizei width_, height_;
  sf::RenderWindow window_;
  sf::RenderTexture picture_;
  sf::Texture shown_;
  GLuint framebuffer_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> make_renderer(unsigned width, unsigned height, bool /*has_context*/) {
  return std::make_unique<SfmlRenderer>(width, height);
}
