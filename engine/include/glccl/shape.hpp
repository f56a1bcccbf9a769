// Properties of components that follow from the measurements of the component table: moments, quads and cubes
// (table.hpp).
//
// They have the names and the definitions of scikit-image 0.25 (skimage.measure.regionprops): pixels are points, so a
// single pixel has axes of length 0, and an ellipse has the same second moments as the component.
#pragma once

#include <cstdint>

#include "glccl/api.h"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Sums of products of the distances of a component's elements from its centroid: its central moments of second order.
struct CentralMoments {
  double xx = 0.0;  ///< Sum of (x - centroid_x)^2.
  double xy = 0.0;  ///< Sum of (x - centroid_x) (y - centroid_y).
  double yy = 0.0;  ///< Sum of (y - centroid_y)^2.
  double xz = 0.0;  ///< Sum of (x - centroid_x) (z - centroid_z); 0 in images.
  double yz = 0.0;  ///< Sum of (y - centroid_y) (z - centroid_z); 0 in images.
  double zz = 0.0;  ///< Sum of (z - centroid_z)^2; 0 in images.
};

/// The central moments of a component. Sums are moved in integers to the pixel nearest to the centroid, so the results
/// are as exact as a double: the relative error is below 1e-15 times a small factor for every component.
GLCCL_API CentralMoments central_moments(const Component& component, const Moments& moments);

/// The ellipse with the second moments of a component of an image.
struct Ellipse {
  double axis_major_length = 0.0;  ///< Length of the major axis in pixels: 4 times the standard deviation along it.
  double axis_minor_length = 0.0;  ///< Length of the minor axis in pixels.
  double eccentricity = 0.0;  ///< Distance of the foci over the major axis: 0 for a circle, below 1. 0 for a pixel.
  /// The angle between the y axis (from row to row) and the major axis, counter-clockwise as seen in an image, in
  /// radians from -pi/2 to pi/2. Without a major axis -pi/4, as in scikit-image.
  double orientation = 0.0;
};

/// The ellipse of a component of an image, of `area` pixels. Requires an area from 1.
GLCCL_API Ellipse ellipse_of(const CentralMoments& moments, std::uint64_t area);

/// The Euler number of a component of an image: 1 minus the number of its holes. `connectivity` is that of the
/// component's pixels, 4 or 8; of a slice of a volume 6 stands for 4, and 18, 26 and full for 8. Holes have the other
/// connectivity. From counts of windows after S. B. Gray, 1971.
GLCCL_API std::int64_t euler_number(const Quads& quads, Connectivity connectivity);

/// The number of sides of pixels of the component between it and other pixels, those around the image included.
GLCCL_API std::uint64_t boundary_sides(const Quads& quads);

/// The Euler number of a component of a volume: 1, less its tunnels, plus its cavities. `connectivity` is that of the
/// component's voxels; 4 stands for 6, and 8 and full for 26. The background has 26 neighbours for 6, and 6 for 18
/// and 26.
GLCCL_API std::int64_t euler_number(const Cubes& cubes, Connectivity connectivity);

/// The number of faces of voxels of the component between it and other voxels, those around the volume included.
GLCCL_API std::uint64_t exposed_faces(const Cubes& cubes);

/// The area of these faces, of voxels whose sides have these lengths along x, y and z.
GLCCL_API double exposed_area(const Cubes& cubes, double x, double y, double z);

/// The length of the component's boundary in pixels by Crofton's formula from lines in 2 or 4 directions, as
/// skimage.measure.perimeter_crofton. regionprops uses 4.
GLCCL_API double perimeter_crofton(const Quads& quads, int directions = 4);

}  // namespace glccl
