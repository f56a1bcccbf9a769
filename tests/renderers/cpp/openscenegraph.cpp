// OpenSceneGraph: a camera that renders to a texture, and another one that draws the colours on a square.
#include <osg/Geometry>
#include <osg/Shape>
#include <osg/ShapeDrawable>
#include <osg/Texture2D>
#include <osgViewer/Viewer>

#include "renderer.hpp"

namespace {

osg::ref_ptr<osg::Texture2D> make_texture(int width, int height) {
  const osg::ref_ptr<osg::Texture2D> texture = new osg::Texture2D;
  texture->setTextureSize(width, height);
  texture->setInternalFormat(GL_RGBA);
  texture->setFilter(osg::Texture::MIN_FILTER, osg::Texture::NEAREST);
  texture->setFilter(osg::Texture::MAG_FILTER, osg::Texture::NEAREST);
  texture->setResizeNonPowerOfTwoHint(false);
  return texture;
}

osg::ref_ptr<osg::Camera> make_camera(osg::Camera::RenderOrder order, int width, int height) {
  const osg::ref_ptr<osg::Camera> camera = new osg::Camera;
  camera->setReferenceFrame(osg::Transform::ABSOLUTE_RF);
  camera->setRenderOrder(order);
  camera->setViewport(0, 0, width, height);
  camera->setProjectionMatrixAsOrtho(0, width, 0, height, -500, 500);
  camera->setCullingMode(osg::CullSettings::NO_CULLING);
  camera->setComputeNearFarMode(osg::CullSettings::DO_NOT_COMPUTE_NEAR_FAR);
  camera->setClearColor({24 / 255.F, 26 / 255.F, 32 / 255.F, 1});
  camera->getOrCreateStateSet()->setMode(GL_LIGHTING, osg::StateAttribute::OFF);
  return camera;
}

class OsgRenderer : public Renderer {
 public:
  OsgRenderer(int width, int height, bool has_context)
      : picture_(make_texture(width, height)), colours_(make_texture(width, height)) {
    viewer_.setThreadingModel(osgViewer::Viewer::SingleThreaded);
    if (has_context) {
      viewer_.setUpViewerAsEmbeddedInWindow(0, 0, width, height);
    } else {
      viewer_.setUpViewInWindow(0, 0, width, height);
      viewer_.setReleaseContextAtEndOfFrameHint(false);
    }
    scene_camera_ = make_camera(osg::Camera::PRE_RENDER, width, height);
    scene_camera_->setRenderTargetImplementation(osg::Camera::FRAME_BUFFER_OBJECT);
    scene_camera_->attach(osg::Camera::COLOR_BUFFER, picture_);
    screen_camera_ = make_camera(osg::Camera::POST_RENDER, width, height);
    const osg::ref_ptr<osg::Geometry> square =
        osg::createTexturedQuadGeometry({}, {static_cast<float>(width), 0, 0}, {0, static_cast<float>(height), 0});
    square->getOrCreateStateSet()->setTextureAttributeAndModes(0, colours_);
    screen_camera_->addChild(square);
    const osg::ref_ptr<osg::Group> root = new osg::Group;
    root->addChild(scene_camera_);
    root->addChild(screen_camera_);
    viewer_.setSceneData(root);
    viewer_.getCamera()->setProjectionMatrixAsOrtho2D(0, width, 0, height);
    viewer_.realize();
    viewer_.frame();  // makes the textures
  }

  void draw(std::span<const Disc> discs) override {
    scene_camera_->removeChildren(0, scene_camera_->getNumChildren());
    for (const Disc& disc : discs) {
      const osg::ref_ptr<osg::ShapeDrawable> sphere =
          new osg::ShapeDrawable(new osg::Sphere({disc.x, disc.y, disc.radius}, disc.radius));
      sphere->setColor({disc.red / 255, disc.green / 255, disc.blue / 255, 1});
      scene_camera_->addChild(sphere);
    }
    render(*scene_camera_);
  }

  std::uint32_t source() override { return name_of(*picture_); }

  std::uint32_t target() override { return name_of(*colours_); }

  void show(std::uint32_t /*colours*/) override { render(*screen_camera_); }

 private:
  std::uint32_t name_of(const osg::Texture2D& picture) {
    osg::GraphicsContext& context = *viewer_.getCamera()->getGraphicsContext();
    context.makeCurrent();
    const std::uint32_t texture = picture.getTextureObject(context.getState()->getContextID())->id();
    return texture;
  }

  void render(const osg::Camera& camera) {
    scene_camera_->setNodeMask(&camera == scene_camera_ ? ~0U : 0U);
    screen_camera_->setNodeMask(&camera == screen_camera_ ? ~0U : 0U);
    viewer_.frame();
    viewer_.getCamera()->getGraphicsContext()->makeCurrent();
  }

  osgViewer::Viewer viewer_;
  osg::ref_ptr<osg::Texture2D> picture_, colours_;
  osg::ref_ptr<osg::Camera> scene_camera_, screen_camera_;
};

}  // namespace

std::unique_ptr<Renderer> make_renderer(unsigned width, unsigned height, bool has_context) {
  return std::make_unique<OsgRenderer>(static_cast<int>(width), static_cast<int>(height), has_context);
}
