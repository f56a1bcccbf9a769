// Selections by seeds, boundaries, lists of elements, contacts and colours in OpenGL: labels in, masks, lists and
// colours that stay on the GPU out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "glccl/api.h"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// A selection that stays on the GPU, as do the lists. The objects belong to the Regions and hold their contents
/// until the next call that makes the same, or the Regions' end. Commands that the caller issues later may read them
/// in any way, without a barrier.
struct SeedSelection {
  std::uint32_t seeds =
      0;  ///< Name of the buffer object with what the seeds have found; region_results.hpp has its layout.
  std::uint32_t mask = 0;    ///< Name of an R8UI texture; 0 without RegionOptions::selection_mask.
  std::uint32_t labels = 0;  ///< Name of an R32UI texture; 0 without RegionOptions::selection_labels.
  Extent extent;             ///< Extent of the textures.
};

/// Lists that stay on the GPU.
struct ListBuffers {
  std::uint32_t lists = 0;   ///< Name of the buffer object with header and offsets; region_results.hpp has its layout.
  std::uint32_t places = 0;  ///< Name of the buffer object with the places.
};

/// Takes components out of label textures, on the GPU: those under seed points, their boundaries, lists of their
/// elements, which of them touch, and their colours. region_results.hpp has the rules. Reads nothing back and allocates
/// nothing after its creation. As a Labeler it belongs to the context that is current when it is created, installs no
/// debug callback and never calls glFinish; conditional rendering must not be active.
///
///     Labeler labeler = *Labeler::create();
///     Regions regions = *Regions::create({1920, 1080}, {.max_seeds = 16, .selection_mask = true});
///     Labels labels = *labeler.label({texture});
///     SeedSelection selection = *regions.select(labels, {{{x, y}}});  // selection.mask is 1 under (x, y)
class GLCCL_API Regions {
 public:
  /// Makes all that `options` ask for, and compiles the programs, for labels of this extent: an image's or a volume's.
  /// With StatePolicy::clobber calls change the program, shader storage bindings 0 to 5, image units 0 and 1, and the
  /// texture and sampler of unit 0. Errors: those of check_regions(); `invalid_argument` for a number outside its
  /// enumeration; `no_device` as Labeler::create(); `too_large` (textures or buffers beyond this context's limits);
  /// `gpu` (out of memory, or the driver rejects a shader).
  static Result<Regions> create(Extent extent, const RegionOptions& options, const ContextUse& context = {});

  /// Moves. Calls of the other object fail afterwards, as check_context() does, until it is assigned to.
  Regions(Regions&&) noexcept;
  /// Moves.
  Regions& operator=(Regions&&) noexcept;
  ~Regions();

  /// Whether calls can work: every other call begins with this check. Error `invalid_argument`: another context than
  /// that of create() is current, or none; this object was moved from.
  Result<void> check_context() const;

  /// Selects the components under `seeds`, of labels of any numbering; they need no table. Seeds may lie anywhere.
  /// Returns once the commands are issued.
  ///
  /// Errors, which leave everything as it was: those of check_context() and check_seeds(); `invalid_argument` (no such
  /// texture; another extent than the Regions'; active transform feedback), `unsupported` (the texture is not R32UI).
  Result<SeedSelection> select(const Labels& labels, std::span<const Position> seeds);

  /// Writes 1 for every element of a component that has a neighbour of another label, and 0 elsewhere, to an R8UI
  /// texture, whose name it returns; of labels of any numbering. Errors: those of select(), but check_seeds(), and of
  /// hops_of(); `invalid_argument` without RegionOptions::boundaries.
  Result<std::uint32_t> boundaries(const Labels& labels, Connectivity connectivity);

  /// Lists the elements of each component, of labels of Numbering::raster with a table, of which one row is enough: the
  /// number of components is read from its header, on the GPU. Elements with labels above that number count as
  /// background. An overflow is no error: the GPU finds it, and ListsHeader::overflow tells. Errors: those of select(),
  /// but check_seeds(); `invalid_argument` (labels without a table, no lists in the options).
  Result<ListBuffers> lists(const Labels& labels);

  /// Finds which components touch, of labels of any numbering, and the lengths of their common borders (contacts.hpp).
  /// Returns the name of the buffer of contacts. An overflow is no error: the GPU finds it, and
  /// ContactsHeader::overflow tells; Regions with a larger RegionOptions::max_contacts are needed then. Errors:
  /// those of select(), but check_seeds(), and of hops_of(); `invalid_argument` without RegionOptions::max_contacts.
  Result<std::uint32_t> contacts(const Labels& labels, Connectivity connectivity);

  /// Writes the colours of labels of any numbering (region_results.hpp) to an RGBA8 texture, whose name it returns:
  /// `target`, level 0, of the kind and extent of the labels, or with 0 a texture of the Regions' own. Shaders without
  /// usampler2D can draw them; the background shows what is below with blending, and is black without. Errors: those of
  /// select(), but check_seeds(); `invalid_argument` (no such target, another extent, no RegionOptions::colours),
  /// `unsupported` (the target is not RGBA8).
  Result<std::uint32_t> colours(const Labels& labels, std::uint32_t target = 0);

  /// Copies what the last select() has found of its seeds to the CPU; waits for the GPU. Error `invalid_argument`
  /// before the first select().
  Result<SeedReport> readback_seeds();

  /// Copies the last lists to the CPU; waits for the GPU. Error `invalid_argument` before the first lists().
  Result<ComponentLists> readback_lists();

  /// Copies the last contacts to the CPU; waits for the GPU. Error `invalid_argument` before the first contacts().
  Result<ContactList> readback_contacts();

  /// GPU times of the last call that made something, as Labeler::times().
  Result<std::vector<StageTime>> times() const;

  /// Bytes of GPU memory that the Regions have, all results included; 0 where check_context() fails.
  std::int64_t bytes() const;

 private:
  struct State;
  explicit Regions(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl
