// Owners of what libhdf5 opens, and its errors as text.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace glccl::host {

/// An identifier of libhdf5 that `close` closes.
template <herr_t (*close)(hid_t)>
class Hdf5Handle {
 public:
  explicit Hdf5Handle(hid_t id = H5I_INVALID_HID) : id_(id) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Hdf5Handle() {
    if (id_ >= 0) close(id_);
  }

  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
};

using Hdf5File = Hdf5Handle<H5Fclose>;
using Hdf5Dataset = Hdf5Handle<H5Dclose>;
using Hdf5Space = Hdf5Handle<H5Sclose>;
using Hdf5Type = Hdf5Handle<H5Tclose>;
using Hdf5Properties = Hdf5Handle<H5Pclose>;

/// While it lives, libhdf5 prints no errors in this thread.
class Hdf5Quiet {
 public:
  Hdf5Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Hdf5Quiet(const Hdf5Quiet&) = delete;
  Hdf5Quiet& operator=(const Hdf5Quiet&) = delete;
  ~Hdf5Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

  /// The innermost error of the last call that has failed: "inflate() failed".
  static std::string error() {
    std::string text = "libhdf5 does not say why";
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned place, const H5E_error2_t* error, void* found) {
          if (place == 0 && error->desc != nullptr) *static_cast<std::string*>(found) = error->desc;
          return herr_t{0};
        },
        &text);
    return text;
  }

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace glccl::host
