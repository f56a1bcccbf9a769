// OGRE: a texture that a camera renders to, and a rectangle in the window with the colours.
#include <Ogre.h>
#include <OgreRectangle2D.h>

#include "renderer.hpp"

namespace {

constexpr Ogre::uint32 scene_mask = 1;
constexpr Ogre::uint32 screen_mask = 2;
const std::string group = Ogre::RGN_DEFAULT;

class OgreRenderer : public Renderer {
 public:
  OgreRenderer(unsigned width, unsigned height) : root_("", "", "") {
    root_.loadPlugin(GLCCL_OGRE_PLUGINS "/RenderSystem_GL");
    root_.setRenderSystem(root_.getAvailableRenderers().front());
    root_.initialise(false);
    window_ = root_.createRenderWindow("glccl", width, height, false);
    scene_ = root_.createSceneManager();
    Ogre::Camera* const camera = scene_->createCamera("camera");
    scene_->getRootSceneNode()
        ->createChildSceneNode(Ogre::Vector3(static_cast<float>(width) / 2, static_cast<float>(height) / 2, 500))
        ->attachObject(camera);
    camera->setProjectionType(Ogre::PT_ORTHOGRAPHIC);
    camera->setOrthoWindow(static_cast<float>(width), static_cast<float>(height));

    picture_ = make_texture("picture", width, height, Ogre::TU_RENDERTARGET);
    Ogre::Viewport* const viewport = picture_->getBuffer()->getRenderTarget()->addViewport(camera);
    viewport->setBackgroundColour(Ogre::ColourValue(24 / 255.F, 26 / 255.F, 32 / 255.F));
    viewport->setVisibilityMask(scene_mask);
    discs_ = scene_->createManualObject();
    discs_->setVisibilityFlags(scene_mask);
    scene_->getRootSceneNode()->attachObject(discs_);

    colours_ = make_texture("colours", width, height, Ogre::TU_DEFAULT);
    window_->addViewport(camera)->setVisibilityMask(screen_mask);
    const Ogre::MaterialPtr material = Ogre::MaterialManager::getSingleton().create("colours", group);
    Ogre::Pass* const pass = material->getTechnique(0)->getPass(0);
    pass->setLightingEnabled(false);
    pass->createTextureUnitState()->setTexture(colours_);
    pass->getTextureUnitState(0)->setTextureFiltering(Ogre::TFO_NONE);
    auto* const rectangle = new Ogre::Rectangle2D(true);
    rectangle->setCorners(-1, 1, 1, -1);
    rectangle->setMaterial(material);
    rectangle->setBoundingBox(Ogre::AxisAlignedBox::BOX_INFINITE);
    rectangle->setVisibilityFlags(screen_mask);
    scene_->getRootSceneNode()->attachObject(rectangle);
  }

  void draw(std::span<const Disc> discs) override {
    discs_->clear();
    discs_->begin("BaseWhiteNoLighting", Ogre::RenderOperation::OT_TRIANGLE_LIST);
    float depth = 0;
    for (const Disc& disc : discs) {
      const auto add_vertex = [&](float angle, float radius) {
        discs_->position(disc.x + radius * std::cos(angle), disc.y + radius * std::sin(angle), depth);
        discs_->colour(disc.red / 255, disc.green / 255, disc.blue / 255);
      };
      for (int i = 0; i < 32; ++i) {
        add_vertex(0, 0);
        add_vertex(static_cast<float>(i) / 16 * Ogre::Math::PI, disc.radius);
        add_vertex(static_cast<float>(i + 1) / 16 * Ogre::Math::PI, disc.radius);
      }
      depth += 1;
    }
    discs_->end();
    picture_->getBuffer()->getRenderTarget()->update();
  }

  std::uint32_t source() override { return name_of(*picture_); }

  std::uint32_t target() override { return name_of(*colours_); }

  void show(std::uint32_t /*colours*/) override { window_->update(false); }

 private:
  static Ogre::TexturePtr make_texture(const std::string& name, unsigned width, unsigned height, int usage) {
    return Ogre::TextureManager::getSingleton().createManual(name, group, Ogre::TEX_TYPE_2D, width, height, 0,
                                                             Ogre::PF_BYTE_RGBA, usage);
  }

  static std::uint32_t name_of(Ogre::Texture& picture) {
    std::uint32_t texture = 0;
    picture.getCustomAttribute("GLID", &texture);
    return texture;
  }

  Ogre::Root root_;
  Ogre::RenderWindow* window_;
  Ogre::SceneManager* scene_;
  Ogre::ManualObject* discs_;
  Ogre::TexturePtr picture_, colours_;
};

}  // namespace

std::unique_ptr<Renderer> make_renderer(unsigned width, unsigned height, bool /*has_context*/) {
  return std::make_unique<OgreRenderer>(width, height);
}
