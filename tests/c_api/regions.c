#include "regions.h"

#include <glccl/regions.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "mismatch: %s\n", what);
  ++failures;
}

static void expect_ok(glccl_error_code code, const glccl_error* error, const char* what) {
  expect(code == GLCCL_OK && error->code == GLCCL_OK, what);
}

static void expect_error(glccl_error_code code, const glccl_error* error, glccl_error_code expected, const char* words,
                         const char* what) {
  expect(code == expected && error->code == expected && strstr(error->message, words) != NULL, what);
}

static void check_refusals(const glccl_labels* labels) {
  glccl_error error;
  glccl_regions* regions = (glccl_regions*)&error;
  glccl_region_options options = glccl_default_regions();
  uint32_t mask = 99;
  size_t count = 99;
  const glccl_extent nothing = {0, 4, 1};
  expect_error(glccl_regions_create(labels->extent, &options, &regions, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "of nothing", "regions of nothing");
  expect(regions == NULL, "no regions after a failure");
  expect_error(glccl_regions_create(labels->extent, NULL, &regions, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`options`", "regions without options");
  expect_error(glccl_regions_create(labels->extent, &options, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`regions`", "create() without a place for the Regions");
  options.max_seeds = 70000;
  expect_error(glccl_regions_create(labels->extent, &options, &regions, &error), &error, GLCCL_ERROR_TOO_LARGE, "65536",
               "too many seeds");
  options.max_seeds = 1;
  expect_error(glccl_regions_create(nothing, &options, &regions, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT, "0x4",
               "regions for no pixels");
  options.state_policy = 7;
  expect_error(glccl_regions_create(labels->extent, &options, &regions, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "the state policy is 7", "a state policy that is none");
  options.state_policy = GLCCL_STATE_CLOBBER;
  options.debug_groups = 2;
  expect_error(glccl_regions_create(labels->extent, &options, &regions, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "debug_groups is 2: its enumeration has the values 0 to 1", "debug groups that are none");
  expect_error(glccl_regions_select(NULL, labels, NULL, 0, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`regions`", "select() without Regions");
  expect_error(glccl_regions_boundaries(NULL, labels, 4, &mask, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`regions`", "boundaries() without Regions");
  expect_error(glccl_readback_places(NULL, NULL, 0, &count, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT, "`regions`",
               "reading places without Regions");
  expect(mask == 99 && count == 99, "outputs after failures");
  glccl_regions_destroy(NULL);
}

static void check_selection(glccl_regions* regions, const glccl_labels* labels) {
  glccl_error error;
  glccl_seed found[4];
  glccl_selection selection = {sizeof selection, 99, 99, 99, {0, 0, 0}};
  size_t count = 99;
  const glccl_position seeds[4] = {{3, 3, 0}, {0, 0, 0}, {2, 0, 0}, {-5, 0, 0}};
  memset(found, 0x77, sizeof(found));
  expect_error(glccl_readback_seeds(regions, found, 4, &count, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "select() first", "reading seeds before the first selection");
  expect_error(glccl_regions_select(regions, labels, NULL, 2, &selection, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "the count 2", "seeds that are a null pointer");
  expect_error(glccl_regions_select(regions, labels, seeds, 5, &selection, &error), &error, GLCCL_ERROR_TOO_LARGE,
               "take 4", "too many seeds for these Regions");
  expect_error(glccl_regions_select(regions, NULL, seeds, 1, &selection, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`labels`", "select() without labels");
  expect(selection.seeds == 99 && count == 99, "outputs after failures of select()");
  expect_ok(glccl_regions_select(regions, labels, seeds, 4, &selection, &error), &error, "select()");
  expect(selection.seeds != 0 && selection.mask != 0 && selection.labels == 0, "the objects of a selection");
  expect(selection.extent.width == labels->extent.width && selection.extent.depth == 1, "the extent of a selection");
  expect_error(glccl_readback_seeds(regions, found, 3, &count, &error), &error, GLCCL_ERROR_BUFFER_TOO_SMALL, "4",
               "too little room for the seeds");
  expect(found[0].label == 0x77777777u, "nothing is written where there is too little room");
  expect_ok(glccl_readback_seeds(regions, found, 4, &count, &error), &error, "the seeds");
  expect(count == 4 && found[0].label == 3 && found[0].number == 1, "the first seed");
  expect(found[1].label == 0 && found[1].number == 0 && found[3].label == 0, "seeds that find nothing");
  expect(found[2].label == 1 && found[2].number == 2, "the third seed");
  expect_ok(glccl_regions_select(regions, labels, NULL, 0, NULL, &error), &error, "select() without seeds");
  expect_ok(glccl_readback_seeds(regions, NULL, 0, &count, &error), &error, "the number of seeds");
  expect(count == 0, "no seeds");
}

static void check_boundaries(glccl_regions* regions, const glccl_labels* labels) {
  glccl_error error;
  uint32_t mask = 99;
  expect_error(glccl_regions_boundaries(regions, labels, 5, &mask, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "connectivity 5", "boundaries with a connectivity that is none");
  expect(mask == 99, "the mask after a failure");
  expect_ok(glccl_regions_boundaries(regions, labels, GLCCL_CONNECTIVITY_FOUR, &mask, &error), &error, "boundaries()");
  expect(mask != 99 && mask != 0, "the mask");
}

static void check_lists(glccl_regions* regions, const glccl_labels* labels) {
  static const uint32_t expected_offsets[4] = {0, 4, 6, 7};
  static const uint32_t expected_places[7] = {1, 2, 7, 14, 6, 12, 24};
  glccl_error error;
  glccl_lists_header header;
  glccl_lists lists = {.size = sizeof lists};
  uint32_t offsets[4];
  uint32_t places[7];
  size_t count = 99;
  expect_error(glccl_readback_lists_header(regions, &header, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "lists() first", "reading lists before the first ones");
  expect_ok(glccl_regions_lists(regions, labels, &lists, &error), &error, "list()");
  expect(lists.lists != 0 && lists.places != 0, "the buffers of lists");
  expect_ok(glccl_readback_lists_header(regions, &header, &error), &error, "the header");
  expect(header.components == 3 && header.lists == 3 && header.elements == 7 && header.overflow == 0, "the counts");
  expect_ok(glccl_readback_offsets(regions, offsets, 4, &count, &error), &error, "the offsets");
  expect(count == 4 && memcmp(offsets, expected_offsets, sizeof(offsets)) == 0, "the values of offsets");
  expect_error(glccl_readback_places(regions, places, 6, &count, &error), &error, GLCCL_ERROR_BUFFER_TOO_SMALL, "7",
               "too little room for the places");
  expect_ok(glccl_readback_places(regions, places, 7, &count, &error), &error, "the places");
  expect(count == 7 && memcmp(places, expected_places, sizeof(places)) == 0, "the values of places");
}

static void check_colours(glccl_regions* regions, const glccl_labels* labels) {
  glccl_error error;
  uint32_t texture = 99;
  expect_error(glccl_regions_colours(regions, NULL, 0, &texture, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`labels`", "colours without labels");
  expect_error(glccl_regions_colours(regions, labels, labels->texture, &texture, &error), &error,
               GLCCL_ERROR_UNSUPPORTED, "colours need RGBA8", "colours in the labels");
  expect(texture == 99, "the texture after failures of colours()");
  expect_ok(glccl_regions_colours(regions, labels, 0, NULL, &error), &error, "colours() without an output");
  expect_ok(glccl_regions_colours(regions, labels, 0, &texture, &error), &error, "colours()");
  expect(texture != 99 && texture != 0 && texture != labels->texture, "the texture of colours");
  expect_ok(glccl_regions_colours(regions, labels, texture, NULL, &error), &error, "colours() in a target");
}

static void check_an_overflow(const glccl_labels* labels) {
  glccl_error error;
  glccl_lists_header header;
  glccl_regions* regions = NULL;
  glccl_region_options options = glccl_default_regions();
  uint32_t mask = 0;
  size_t count = 99;
  options.max_components = 2;
  options.state_policy = GLCCL_STATE_CLOBBER;
  expect_ok(glccl_regions_create(labels->extent, &options, &regions, &error), &error, "create() for two lists");
  if (regions == NULL) return;
  expect_ok(glccl_regions_lists(regions, labels, NULL, &error), &error, "list() of too many components");
  expect_ok(glccl_readback_lists_header(regions, &header, &error), &error, "the header of no lists");
  expect(header.lists == 0 && header.overflow == (uint32_t)GLCCL_LIST_TOO_MANY_COMPONENTS, "the overflow");
  expect_ok(glccl_readback_places(regions, NULL, 0, &count, &error), &error, "the number of places");
  expect(count == 0, "no places");
  expect_error(glccl_regions_select(regions, labels, NULL, 0, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "no selections", "select() of Regions without");
  expect_error(glccl_regions_boundaries(regions, labels, 4, &mask, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "no boundaries", "boundaries() of Regions without");
  glccl_regions_destroy(regions);
}

int check_regions(const glccl_labels* labels) {
  glccl_error error;
  glccl_regions* regions = NULL;
  glccl_region_options options = glccl_default_regions();
  check_refusals(labels);
  options.max_seeds = 4;
  options.selection_mask = 1;
  options.boundaries = 1;
  options.max_components = 16;
  options.colours = 1;
  expect_ok(glccl_regions_create(labels->extent, &options, &regions, &error), &error, "create() of Regions");
  if (regions != NULL) {
    check_selection(regions, labels);
    check_boundaries(regions, labels);
    check_lists(regions, labels);
    check_colours(regions, labels);
  }
  glccl_regions_destroy(regions);
  check_an_overflow(labels);
  return failures;
}

static void check_no_contacts(const glccl_labels* labels) {
  glccl_error error;
  glccl_regions* regions = NULL;
  glccl_region_options options = glccl_default_regions();
  glccl_contacts_header header;
  uint32_t buffer = 99;
  size_t count = 99;
  options.max_contacts = 1u << 30;
  expect_error(glccl_regions_create(labels->extent, &options, &regions, &error), &error, GLCCL_ERROR_TOO_LARGE,
               "16777216", "too many contacts");
  options.max_contacts = 1;
  expect_ok(glccl_regions_create(labels->extent, &options, &regions, &error), &error, "create() for one contact");
  if (regions == NULL) return;
  expect_error(glccl_readback_contacts(regions, NULL, 0, &count, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "contacts() first", "reading contacts before the first ones");
  expect_error(glccl_regions_contacts(regions, labels, 5, &buffer, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "connectivity 5", "contacts with a connectivity that is none");
  expect_error(glccl_regions_contacts(regions, NULL, 8, &buffer, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`labels`", "contacts without labels");
  expect(buffer == 99 && count == 99, "outputs after failures of contacts()");
  expect_ok(glccl_regions_contacts(regions, labels, GLCCL_CONNECTIVITY_EIGHT, NULL, &error), &error,
            "contacts() of too many");
  expect_ok(glccl_readback_contacts_header(regions, &header, &error), &error, "the header of no contacts");
  expect(header.found == 2 && header.contacts == 0 && header.overflow == 1 && header.border == 2, "too many contacts");
  expect_ok(glccl_readback_contacts(regions, NULL, 0, &count, &error), &error, "the number of contacts");
  expect(count == 0, "no contacts after an overflow");
  glccl_regions_destroy(regions);
}

int check_contacts(const glccl_labels* labels) {
  const int before = failures;
  glccl_error error;
  glccl_regions* regions = NULL;
  glccl_region_options options = glccl_default_regions();
  glccl_contacts_header header;
  glccl_contact contacts[2];
  uint32_t buffer = 0;
  size_t count = 99;
  check_no_contacts(labels);
  options.max_contacts = 8;
  expect_ok(glccl_regions_create(labels->extent, &options, &regions, &error), &error, "create() for contacts");
  if (regions == NULL) return failures - before;
  memset(contacts, 0x77, sizeof(contacts));
  expect_ok(glccl_regions_contacts(regions, labels, GLCCL_CONNECTIVITY_EIGHT, &buffer, &error), &error, "contacts()");
  expect(buffer != 0, "the buffer of contacts");
  expect_ok(glccl_readback_contacts_header(regions, &header, &error), &error, "the header of contacts");
  expect(header.found == 2 && header.contacts == 2 && header.overflow == 0 && header.max_contacts == 8 &&
             header.border == 2,
         "the counts of contacts");
  expect_error(glccl_readback_contacts(regions, contacts, 1, &count, &error), &error, GLCCL_ERROR_BUFFER_TOO_SMALL, "2",
               "too little room for the contacts");
  expect(contacts[0].first == 0x77777777u, "no contacts where there is too little room");
  expect_ok(glccl_readback_contacts(regions, contacts, 2, &count, &error), &error, "the contacts");
  expect(count == 2 && contacts[0].first == 1 && contacts[0].second == 3 && contacts[0].length == 1,
         "the first contact");
  expect(contacts[1].first == 2 && contacts[1].second == 4 && contacts[1].length == 1, "the second contact");
  expect_ok(glccl_regions_contacts(regions, labels, GLCCL_CONNECTIVITY_FOUR, &buffer, &error), &error,
            "contacts() by 4 neighbours");
  expect_ok(glccl_readback_contacts(regions, NULL, 0, &count, &error), &error, "the contacts by 4 neighbours");
  expect(count == 0, "no contacts by 4 neighbours");
  glccl_regions_destroy(regions);
  return failures - before;
}
