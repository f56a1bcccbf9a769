#include "python/src/region_arrays.hpp"

#include <cstddef>
#include <utility>

#include "python/src/arrays.hpp"

namespace nb = nanobind;

namespace glccl::python {

std::vector<Position> positions_of(const SeedArray& seeds) {
  std::vector<Position> positions(seeds.shape(0));
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = {seeds(i, 2), seeds(i, 1), seeds(i, 0)};
  return positions;
}

nb::ndarray<nb::numpy, std::uint32_t> numbers_of(const SeedReport& report) {
  std::vector<std::uint32_t> numbers;
  for (const SeedRow& row : report.seeds) numbers.push_back(row.number);
  const std::size_t count = numbers.size();
  return own(std::move(numbers), {count});
}

nb::tuple arrays_of(const std::vector<Contact>& contacts) {
  std::vector<std::uint32_t> pairs;
  std::vector<std::uint64_t> lengths;
  for (const Contact& contact : contacts) {
    pairs.insert(pairs.end(), {contact.first, contact.second});
    lengths.push_back(contact.length);
  }
  const std::size_t count = contacts.size();
  return nb::make_tuple(own(std::move(pairs), {count, 2}), own(std::move(lengths), {count}));
}

}  // namespace glccl::python
