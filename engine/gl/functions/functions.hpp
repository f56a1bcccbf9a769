// OpenGL's functions: one table for each context's library, which a Labeler, Regions or Tracker loads when it is
// created. The engine links no library of OpenGL.
#pragma once

#include "engine/gl/functions/opengl.hpp"
#include "glccl/options.hpp"

#if defined(_WIN32)
#define GLCCL_OPENGL_CALL __stdcall
#else
#define GLCCL_OPENGL_CALL
#endif

namespace glccl::gl {

/// A pointer to a function of OpenGL.
template <class Return, class... Arguments>
using Function = Return(GLCCL_OPENGL_CALL*)(Arguments...);

/// Asks for functions by their names, and remembers the first one that is missing.
class FunctionLoader {
 public:
  explicit FunctionLoader(GetProcAddress get) : get_(get) {}

  /// A function of any type.
  struct Found {
    template <class Pointer>
    operator Pointer() const {
      return reinterpret_cast<Pointer>(address);
    }
    void (*address)();
  };

  /// A function that every context needs.
  Found operator()(const char* name) {
    const Found found = optional(name);
    if (found.address == nullptr && missing_ == nullptr) missing_ = name;
    return found;
  }

  /// A function of an extension or of compatibility profiles. Null where the context has none.
  Found optional(const char* name) const { return {get_(name)}; }

  /// The name of the first needed function that is missing; null if there are all.
  const char* missing() const { return missing_; }

 private:
  GetProcAddress get_;
  const char* missing_ = nullptr;
};

/// The functions that the engine calls, by their names without gl. Each member loads itself.
struct Functions {
  explicit Functions(GetProcAddress get) : load(get) {}

  FunctionLoader load;
  Function<void, GLenum> ActiveTexture = load("glActiveTexture");
  Function<void, GLuint, GLuint> AttachShader = load("glAttachShader");
  Function<void, GLuint, GLenum> BeginConditionalRender = load("glBeginConditionalRender");
  Function<void, GLenum, GLuint> BeginQuery = load("glBeginQuery");
  Function<void, GLenum> BeginTransformFeedback = load("glBeginTransformFeedback");
  Function<void, GLenum, GLuint> BindBuffer = load("glBindBuffer");
  Function<void, GLenum, GLuint, GLuint> BindBufferBase = load("glBindBufferBase");
  Function<void, GLenum, GLuint, GLuint, GLintptr, GLsizeiptr> BindBufferRange = load("glBindBufferRange");
  Function<void, GLenum, GLuint> BindFramebuffer = load("glBindFramebuffer");
  Function<void, GLuint, GLuint, GLint, GLboolean, GLint, GLenum, GLenum> BindImageTexture = load("glBindImageTexture");
  Function<void, GLuint, GLuint> BindSampler = load("glBindSampler");
  Function<void, GLenum, GLuint> BindTexture = load("glBindTexture");
  Function<void, GLuint, GLuint> BindTextureUnit = load("glBindTextureUnit");
  Function<void, GLenum, GLuint> BindTransformFeedback = load("glBindTransformFeedback");
  Function<void, GLuint> BindVertexArray = load("glBindVertexArray");
  Function<void, GLuint, GLenum, GLenum> BlendEquationSeparatei = load("glBlendEquationSeparatei");
  Function<void, GLuint, GLenum> BlendEquationi = load("glBlendEquationi");
  Function<void, GLuint, GLuint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum>
      BlitNamedFramebuffer = load("glBlitNamedFramebuffer");
  Function<GLenum, GLuint, GLenum> CheckNamedFramebufferStatus = load("glCheckNamedFramebufferStatus");
  Function<void, GLenum, GLenum> ClampColor = load("glClampColor");
  Function<void, GLuint, GLenum, GLint, const GLfloat*> ClearNamedFramebufferfv = load("glClearNamedFramebufferfv");
  Function<void, GLuint, GLint, GLenum, GLenum, const void*> ClearTexImage = load("glClearTexImage");
  Function<void, GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, const void*>
      ClearTexSubImage = load("glClearTexSubImage");
  Function<GLenum, GLsync, GLbitfield, GLuint64> ClientWaitSync = load("glClientWaitSync");
  Function<void, GLenum, GLenum> ClipControl = load("glClipControl");
  Function<void, GLuint, GLboolean, GLboolean, GLboolean, GLboolean> ColorMaski = load("glColorMaski");
  Function<void, GLuint> CompileShader = load("glCompileShader");
  Function<void, GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei,
           GLsizei, GLsizei>
      CopyImageSubData = load("glCopyImageSubData");
  Function<void, GLuint, GLuint, GLintptr, GLintptr, GLsizeiptr> CopyNamedBufferSubData =
      load("glCopyNamedBufferSubData");
  Function<void, GLsizei, GLuint*> CreateBuffers = load("glCreateBuffers");
  Function<void, GLsizei, GLuint*> CreateFramebuffers = load("glCreateFramebuffers");
  Function<GLuint> CreateProgram = load("glCreateProgram");
  Function<void, GLenum, GLsizei, GLuint*> CreateQueries = load("glCreateQueries");
  Function<void, GLsizei, GLuint*> CreateSamplers = load("glCreateSamplers");
  Function<GLuint, GLenum> CreateShader = load("glCreateShader");
  Function<void, GLenum, GLsizei, GLuint*> CreateTextures = load("glCreateTextures");
  Function<void, GLsizei, GLuint*> CreateTransformFeedbacks = load("glCreateTransformFeedbacks");
  Function<void, GLsizei, GLuint*> CreateVertexArrays = load("glCreateVertexArrays");
  Function<void, GLsizei, const GLuint*> DeleteBuffers = load("glDeleteBuffers");
  Function<void, GLsizei, const GLuint*> DeleteFramebuffers = load("glDeleteFramebuffers");
  Function<void, GLuint> DeleteProgram = load("glDeleteProgram");
  Function<void, GLsizei, const GLuint*> DeleteQueries = load("glDeleteQueries");
  Function<void, GLsizei, const GLuint*> DeleteSamplers = load("glDeleteSamplers");
  Function<void, GLuint> DeleteShader = load("glDeleteShader");
  Function<void, GLsync> DeleteSync = load("glDeleteSync");
  Function<void, GLsizei, const GLuint*> DeleteTextures = load("glDeleteTextures");
  Function<void, GLsizei, const GLuint*> DeleteTransformFeedbacks = load("glDeleteTransformFeedbacks");
  Function<void, GLsizei, const GLuint*> DeleteVertexArrays = load("glDeleteVertexArrays");
  Function<void, GLenum> DepthFunc = load("glDepthFunc");
  Function<void, GLboolean> DepthMask = load("glDepthMask");
  Function<void, GLuint, GLdouble, GLdouble> DepthRangeIndexed = load("glDepthRangeIndexed");
  Function<void, GLuint, GLuint> DetachShader = load("glDetachShader");
  Function<void, GLenum> Disable = load("glDisable");
  Function<void, GLenum, GLuint> Disablei = load("glDisablei");
  Function<void, GLuint, GLuint, GLuint> DispatchCompute = load("glDispatchCompute");
  Function<void, GLenum, GLint, GLsizei> DrawArrays = load("glDrawArrays");
  Function<void, GLenum, const void*> DrawArraysIndirect = load("glDrawArraysIndirect");
  Function<void, GLenum, GLint, GLsizei, GLsizei> DrawArraysInstanced = load("glDrawArraysInstanced");
  Function<void, GLenum> Enable = load("glEnable");
  Function<void, GLenum, GLuint> Enablei = load("glEnablei");
  Function<void> EndConditionalRender = load("glEndConditionalRender");
  Function<void, GLenum> EndQuery = load("glEndQuery");
  Function<void> EndTransformFeedback = load("glEndTransformFeedback");
  Function<GLsync, GLenum, GLbitfield> FenceSync = load("glFenceSync");
  Function<void, GLenum, GLuint, GLboolean*> GetBooleani_v = load("glGetBooleani_v");
  Function<void, GLenum, GLuint, GLdouble*> GetDoublei_v = load("glGetDoublei_v");
  Function<void, GLenum, GLdouble*> GetDoublev = load("glGetDoublev");
  Function<GLenum> GetError = load("glGetError");
  Function<void, GLenum, GLfloat*> GetFloatv = load("glGetFloatv");
  Function<void, GLenum, GLuint, GLint64*> GetInteger64i_v = load("glGetInteger64i_v");
  Function<void, GLenum, GLint64*> GetInteger64v = load("glGetInteger64v");
  Function<void, GLenum, GLuint, GLint*> GetIntegeri_v = load("glGetIntegeri_v");
  Function<void, GLenum, GLint*> GetIntegerv = load("glGetIntegerv");
  Function<void, GLuint, GLenum, GLint64*> GetNamedBufferParameteri64v = load("glGetNamedBufferParameteri64v");
  Function<void, GLuint, GLintptr, GLsizeiptr, void*> GetNamedBufferSubData = load("glGetNamedBufferSubData");
  Function<void, GLuint, GLenum, GLenum, GLint*> GetNamedFramebufferAttachmentParameteriv =
      load("glGetNamedFramebufferAttachmentParameteriv");
  Function<void, GLuint, GLenum, GLint*> GetNamedFramebufferParameteriv = load("glGetNamedFramebufferParameteriv");
  Function<void, GLuint, GLenum, GLint*> GetNamedRenderbufferParameteriv = load("glGetNamedRenderbufferParameteriv");
  Function<void, GLenum, GLuint, GLsizei, GLsizei*, GLchar*> GetObjectLabel = load("glGetObjectLabel");
  Function<void, GLuint, GLsizei, GLsizei*, GLchar*> GetProgramInfoLog = load("glGetProgramInfoLog");
  Function<void, GLuint, GLenum, GLenum, GLint*> GetProgramInterfaceiv = load("glGetProgramInterfaceiv");
  Function<void, GLuint, GLenum, GLuint, GLsizei, const GLenum*, GLsizei, GLsizei*, GLint*> GetProgramResourceiv =
      load("glGetProgramResourceiv");
  Function<void, GLuint, GLenum, GLint*> GetProgramiv = load("glGetProgramiv");
  Function<void, GLuint, GLuint, GLenum, GLintptr> GetQueryBufferObjectuiv = load("glGetQueryBufferObjectuiv");
  Function<void, GLuint, GLenum, GLuint64*> GetQueryObjectui64v = load("glGetQueryObjectui64v");
  Function<void, GLenum, GLenum, GLint*> GetQueryiv = load("glGetQueryiv");
  Function<void, GLuint, GLsizei, GLsizei*, GLchar*> GetShaderInfoLog = load("glGetShaderInfoLog");
  Function<void, GLuint, GLenum, GLint*> GetShaderiv = load("glGetShaderiv");
  Function<const GLubyte*, GLenum> GetString = load("glGetString");
  Function<const GLubyte*, GLenum, GLuint> GetStringi = load("glGetStringi");
  Function<void, GLuint, GLint, GLenum, GLint*> GetTextureLevelParameteriv = load("glGetTextureLevelParameteriv");
  Function<void, GLuint, GLenum, GLint*> GetTextureParameteriv = load("glGetTextureParameteriv");
  Function<void, GLuint, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei, GLenum, GLenum, GLsizei, void*>
      GetTextureSubImage = load("glGetTextureSubImage");
  Function<GLboolean, GLuint> IsBuffer = load("glIsBuffer");
  Function<GLboolean, GLenum> IsEnabled = load("glIsEnabled");
  Function<GLboolean, GLenum, GLuint> IsEnabledi = load("glIsEnabledi");
  Function<GLboolean, GLuint> IsFramebuffer = load("glIsFramebuffer");
  Function<GLboolean, GLuint> IsProgram = load("glIsProgram");
  Function<GLboolean, GLuint> IsRenderbuffer = load("glIsRenderbuffer");
  Function<GLboolean, GLuint> IsSampler = load("glIsSampler");
  Function<GLboolean, GLuint> IsTexture = load("glIsTexture");
  Function<GLboolean, GLuint> IsTransformFeedback = load("glIsTransformFeedback");
  Function<GLboolean, GLuint> IsVertexArray = load("glIsVertexArray");
  Function<void, GLuint> LinkProgram = load("glLinkProgram");
  Function<void, GLbitfield> MemoryBarrier = load("glMemoryBarrier");
  Function<void, GLuint, GLsizeiptr, const void*, GLbitfield> NamedBufferStorage = load("glNamedBufferStorage");
  Function<void, GLuint, GLintptr, GLsizeiptr, const void*> NamedBufferSubData = load("glNamedBufferSubData");
  Function<void, GLuint, GLenum, GLint> NamedFramebufferParameteri = load("glNamedFramebufferParameteri");
  Function<void, GLuint, GLenum> NamedFramebufferReadBuffer = load("glNamedFramebufferReadBuffer");
  Function<void, GLuint, GLenum, GLuint, GLint> NamedFramebufferTexture = load("glNamedFramebufferTexture");
  Function<void, GLuint, GLenum, GLuint, GLint, GLint> NamedFramebufferTextureLayer =
      load("glNamedFramebufferTextureLayer");
  Function<void, GLenum, GLuint, GLsizei, const GLchar*> ObjectLabel = load("glObjectLabel");
  Function<void, GLenum, GLint> PixelStorei = load("glPixelStorei");
  Function<void, GLenum, GLfloat> PointParameterf = load("glPointParameterf");
  Function<void, GLfloat> PointSize = load("glPointSize");
  Function<void, GLenum, GLenum> PolygonMode = load("glPolygonMode");
  Function<void> PopDebugGroup = load("glPopDebugGroup");
  Function<void, GLuint, GLint, GLfloat> ProgramUniform1f = load("glProgramUniform1f");
  Function<void, GLuint, GLint, GLint> ProgramUniform1i = load("glProgramUniform1i");
  Function<void, GLuint, GLint, GLuint> ProgramUniform1ui = load("glProgramUniform1ui");
  Function<void, GLuint, GLint, GLsizei, const GLuint*> ProgramUniform1uiv = load("glProgramUniform1uiv");
  Function<void, GLuint, GLint, GLsizei, const GLint*> ProgramUniform2iv = load("glProgramUniform2iv");
  Function<void, GLuint, GLint, GLsizei, const GLint*> ProgramUniform4iv = load("glProgramUniform4iv");
  Function<void, GLenum, GLuint, GLsizei, const GLchar*> PushDebugGroup = load("glPushDebugGroup");
  Function<void, GLuint, GLenum> QueryCounter = load("glQueryCounter");
  Function<void, GLuint, GLenum, GLint> SamplerParameteri = load("glSamplerParameteri");
  Function<void, GLuint, GLsizei, const GLchar* const*, const GLint*> ShaderSource = load("glShaderSource");
  Function<void, GLenum, GLenum, GLint, GLuint> StencilFuncSeparate = load("glStencilFuncSeparate");
  Function<void, GLenum, GLuint> StencilMaskSeparate = load("glStencilMaskSeparate");
  Function<void, GLenum, GLenum, GLenum, GLenum> StencilOpSeparate = load("glStencilOpSeparate");
  Function<void> TextureBarrier = load("glTextureBarrier");
  Function<void, GLuint, GLenum, GLint> TextureParameteri = load("glTextureParameteri");
  Function<void, GLuint, GLsizei, GLenum, GLsizei, GLsizei> TextureStorage2D = load("glTextureStorage2D");
  Function<void, GLuint, GLsizei, GLenum, GLsizei, GLsizei, GLboolean> TextureStorage2DMultisample =
      load("glTextureStorage2DMultisample");
  Function<void, GLuint, GLsizei, GLenum, GLsizei, GLsizei, GLsizei> TextureStorage3D = load("glTextureStorage3D");
  Function<void, GLuint, GLuint, GLuint> TransformFeedbackBufferBase = load("glTransformFeedbackBufferBase");
  Function<void, GLuint, GLsizei, const GLchar* const*, GLenum> TransformFeedbackVaryings =
      load("glTransformFeedbackVaryings");
  Function<void, GLuint> UseProgram = load("glUseProgram");
  Function<void, GLuint, GLfloat, GLfloat, GLfloat, GLfloat> ViewportIndexedf = load("glViewportIndexedf");

  // Of extensions and compatibility profiles: called only where the context has them.
  Function<void, GLenum> ActiveStencilFaceEXT = load.optional("glActiveStencilFaceEXT");
  Function<void, GLenum> DisableClientState = load.optional("glDisableClientState");
  Function<void, GLenum> EnableClientState = load.optional("glEnableClientState");
  Function<void, GLuint, GLsizei, GLsizei*, GLenum*, void*> GetProgramBinary = load.optional("glGetProgramBinary");
  Function<void, GLuint, GLenum, const void*, GLsizei> ProgramBinary = load.optional("glProgramBinary");
  Function<void, GLuint, GLenum, GLint> ProgramParameteri = load.optional("glProgramParameteri");
  Function<void, GLuint, GLenum, GLenum, GLenum, GLenum> ViewportSwizzleNV = load.optional("glViewportSwizzleNV");
  Function<void, GLenum, GLsizei, const GLint*> WindowRectanglesEXT = load.optional("glWindowRectanglesEXT");
};

/// While it lives, api() on its thread gives the functions of a table, which must outlive it; afterwards those that it
/// gave before.
class UseFunctions {
 public:
  explicit UseFunctions(const Functions* functions) : before_(used_) { used_ = functions; }
  ~UseFunctions() { used_ = before_; }
  UseFunctions(const UseFunctions&) = delete;
  UseFunctions& operator=(const UseFunctions&) = delete;

  /// Lets api() on this thread give the functions of a table, outside of every UseFunctions. For programs that have one
  /// table for all of their contexts.
  static void from_now_on(const Functions* functions) { used_ = functions; }

 private:
  friend const Functions& api();
  constinit inline static thread_local const Functions* used_ = nullptr;
  const Functions* before_;
};

/// OpenGL's functions for the objects and passes that are at work on this thread.
inline const Functions& api() { return *UseFunctions::used_; }

}  // namespace glccl::gl
