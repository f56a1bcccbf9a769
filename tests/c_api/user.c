// Labels an image through the C API in a context of its own, checks every result, and makes every mistake that the
// header names. Prints each mismatch and returns 1 if there was one.
#include <glccl/glccl.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "context.h"
#include "regions.h"
#include "tracker.h"

enum { WIDTH = 7, HEIGHT = 4, PIXELS = WIDTH * HEIGHT, PASSES = 512 };

// Segments of the values 3 and 5: five components with 4-connectivity, three with 8-connectivity.
static const uint8_t image[PIXELS] = {
    0, 3, 3, 0, 0, 0, 5,  //
    3, 0, 0, 0, 0, 5, 0,  //
    3, 0, 0, 0, 0, 0, 0,  //
    0, 0, 0, 3, 0, 0, 0,  //
};
static const uint32_t labels_by_corners[PIXELS] = {
    0, 1, 1, 0, 0, 0, 2,  //
    1, 0, 0, 0, 0, 2, 0,  //
    1, 0, 0, 0, 0, 0, 0,  //
    0, 0, 0, 3, 0, 0, 0,  //
};
static const glccl_component components_by_corners[3] = {
    {1, 4, {0, 0, 2, 2, 0, 0}, 3, 3, 0, 1, 3},
    {2, 2, {5, 0, 6, 1, 0, 0}, 11, 1, 0, 6, 5},
    {3, 1, {3, 3, 3, 3, 0, 0}, 3, 3, 0, 3 * WIDTH + 3, 3},
};

// The objects of a case. `failures` counts the mismatches.
typedef struct {
  glccl_labeler* labeler;
  gl_functions gl;
  glccl_inputs inputs;
  glccl_labeling_spec spec;
  glccl_outputs output;
  int failures;
} bench;

static void fail(bench* at, const char* what, const char* found) {
  fprintf(stderr, "mismatch: %s%s%s\n", what, found[0] == '\0' ? "" : ": ", found);
  ++at->failures;
}

static void expect(bench* at, int holds, const char* what) {
  if (!holds) fail(at, what, "");
}

// Expects that a call succeeded and cleared the error struct.
static void expect_ok(bench* at, glccl_error_code code, const glccl_error* error, const char* what) {
  if (code != GLCCL_OK || error->code != GLCCL_OK || error->message[0] != '\0') fail(at, what, error->message);
}

// Expects that a call failed with `expected` and a message that contains `words`.
static void expect_error(bench* at, glccl_error_code code, const glccl_error* error, glccl_error_code expected,
                         const char* words, const char* what) {
  if (code != expected || error->code != expected || strstr(error->message, words) == NULL) {
    fail(at, what, error->message);
  }
}

static int same_component(const glccl_component* a, const glccl_component* b) {
  return a->label == b->label && a->area == b->area && a->box.x0 == b->box.x0 && a->box.y0 == b->box.y0 &&
         a->box.x1 == b->box.x1 && a->box.y1 == b->box.y1 && a->box.z0 == b->box.z0 && a->box.z1 == b->box.z1 &&
         a->sum_x == b->sum_x && a->sum_y == b->sum_y && a->sum_z == b->sum_z && a->first == b->first &&
         a->value == b->value;
}

static void check_before_a_context(bench* at) {
  glccl_error error;
  glccl_labeler* labeler = (glccl_labeler*)at;
  expect(at, strcmp(glccl_version(), EXPECTED_VERSION) == 0, "the version is that of the package");
  expect_error(at, glccl_labeler_create(GLCCL_ENGINE_RASTER, &labeler, &error), &error, GLCCL_ERROR_NO_DEVICE, "4.5",
               "create() without a context");
  expect(at, labeler == NULL, "a create() that fails sets a null pointer");
  expect_error(at, glccl_labeler_create(77, &labeler, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT, "engine is 77",
               "create() with an engine that is none");
  expect_error(at, glccl_labeler_create(GLCCL_ENGINE_RASTER, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`labeler`", "create() without a place for the labeler");
  expect(at, glccl_labeler_create(77, &labeler, NULL) == GLCCL_ERROR_INVALID_ARGUMENT, "an error struct is optional");
  glccl_labeler_destroy(NULL);
}

static void check_before_a_labeling(bench* at) {
  glccl_error error;
  uint32_t value = 0;
  size_t count = 0;
  int32_t done = 0;
  expect_ok(at, glccl_poll(at->labeler, &done, &error), &error, "poll() before a labeling");
  expect(at, done == 1, "poll() before a labeling says that all is done");
  expect_error(at, glccl_readback_labels(at->labeler, &value, 1, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "label", "readback_labels() before a labeling");
  expect_error(at, glccl_readback_components(at->labeler, NULL, 0, &count, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "table", "readback_components() before a labeling");
}

static void check_labels(bench* at) {
  glccl_error error;
  glccl_labels labels = {.size = sizeof labels};
  uint32_t values[PIXELS] = {0};
  glccl_extent extent = {0, 0, 0};
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &at->spec, &at->output, &labels, &error), &error, "label()");
  expect(at, labels.texture != 0 && labels.extent.width == WIDTH && labels.extent.height == HEIGHT,
         "the result of label()");
  expect(at, labels.table.buffer != 0 && labels.table.rows == at->output.table_rows, "the table of label()");

  expect_error(at, glccl_readback_labels(at->labeler, values, PIXELS - 1, &extent, &error), &error,
               GLCCL_ERROR_BUFFER_TOO_SMALL, "7 * 4 = 28", "readback_labels() into too small a buffer");
  expect(at, values[1] == 0, "readback_labels() that fails writes nothing");
  expect(at, extent.width == WIDTH && extent.height == HEIGHT && extent.depth == 1,
         "the extent from readback_labels()");
  expect_ok(at, glccl_readback_labels(at->labeler, values, PIXELS, NULL, &error), &error, "readback_labels()");
  expect(at, memcmp(values, labels_by_corners, sizeof(values)) == 0, "the labels");

  int32_t done = 0;
  expect_ok(at, glccl_poll(at->labeler, &done, &error), &error, "poll()");
  expect(at, done == 1, "poll() after a readback");
  int32_t engine = GLCCL_ENGINE_AUTOMATIC;
  expect_ok(at, glccl_engine_of(at->labeler, &engine, &error), &error, "engine_of()");
  expect(at, engine == GLCCL_ENGINE_RASTER, "the engine that ran");
}

static void check_components(bench* at) {
  glccl_error error;
  glccl_component components[3];
  size_t count = 0;
  expect_ok(at, glccl_readback_components(at->labeler, NULL, 0, &count, &error), &error, "the count of components");
  expect(at, count == 3, "three components");
  count = 0;
  expect_error(at, glccl_readback_components(at->labeler, components, 2, &count, &error), &error,
               GLCCL_ERROR_BUFFER_TOO_SMALL, "3 are needed", "too small a buffer for the components");
  expect(at, count == 3, "the count comes with too small a buffer too");
  expect_error(at, glccl_readback_components(at->labeler, NULL, 3, &count, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "capacity of 3", "a null pointer with a capacity");
  expect_ok(at, glccl_readback_components(at->labeler, components, 3, &count, &error), &error, "the components");
  for (size_t i = 0; i < 3; ++i) {
    expect(at, same_component(&components[i], &components_by_corners[i]), "a component");
  }
  glccl_position first;
  glccl_position_of(components[2].first, (glccl_extent){WIDTH, HEIGHT, 1}, &first);
  expect(at, first.x == 3 && first.y == 3 && first.z == 0, "the position of a component's first pixel");
  glccl_component merged;
  expect_ok(at, glccl_merge_components(&components[1], &components[0], &merged, &error), &error, "merge_components()");
  expect(at, merged.label == 1 && merged.area == 6 && merged.first == 1 && merged.box.x1 == 6, "two components merged");
}

// Reads the table as a renderer that draws from it would.
static void check_table(bench* at) {
  struct {
    glccl_component_table_header header;
    glccl_component_row rows[3];
  } table;
  glccl_error error;
  glccl_labels labels = {.size = sizeof labels};
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &at->spec, &at->output, &labels, &error), &error, "label()");
  at->gl.GetNamedBufferSubData(labels.table.buffer, 0, sizeof(table), &table);
  expect(
      at,
      table.header.vertices == 4 && table.header.rows == 3 && table.header.count[0] == 3 && table.header.count[1] == 0,
      "the table's header");
  expect(at, table.header.groups_x == 1 && table.header.groups_y == 1 && table.header.groups_z == 1, "its groups");
  expect(at,
         table.header.row_bytes == glccl_row_bytes(GLCCL_COLUMN_BASE) && table.header.columns == GLCCL_COLUMN_BASE &&
             table.header.width == WIDTH && table.header.height == HEIGHT && table.header.depth == 1,
         "its layout");
  for (size_t i = 0; i < 3; ++i) {
    const glccl_component* expected = &components_by_corners[i];
    const glccl_component_row* row = &table.rows[i];
    expect(at,
           row->label == expected->label && row->area[0] == expected->area && row->value == expected->value &&
               row->x1 == (uint32_t)expected->box.x1 && row->sum_x[0] == expected->sum_x && row->sum_x[1] == 0,
           "a row of the table");
    glccl_component component;
    expect_ok(at, glccl_read_row(row, table.header.columns, &component, &error), &error, "read_row()");
    expect(at, same_component(&component, expected), "a row that was read");
  }
}

static void check_filter(bench* at) {
  glccl_error error;
  size_t count = 0;
  glccl_labeling_spec spec = at->spec;
  spec.filter.largest = 2;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_UNSUPPORTED, "raster has no filter: label with compute", "a filter of raster");

  glccl_labeler* compute = NULL;
  expect_ok(at, glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &compute, &error), &error, "create() of compute");
  expect_ok(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error, "label() with a filter");
  expect_ok(at, glccl_readback_components(compute, NULL, 0, &count, &error), &error, "the count of the largest");
  expect(at, count == 2, "the two largest components");
  spec.fill_holes = UINT64_MAX;
  spec.criterion.kind = GLCCL_CRITERION_FOREGROUND;
  expect_ok(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error, "label() fills holes");
  spec.criterion.kind = GLCCL_CRITERION_EQUAL;
  expect_error(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "holes are filled in a foreground", "holes of equal values");
  spec.fill_holes = 0;
  memset(&spec.filter, 0, sizeof spec.filter);
  expect_error(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "max_area of at least 1", "a filter of zeros");
  glccl_labeler_destroy(compute);
}

static void check_periodic(bench* at) {
  glccl_error error;
  glccl_labeling_spec spec = at->spec;
  spec.periodic.y = 1;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_UNSUPPORTED, "raster has no periodic axes: label with compute", "periodic axes of raster");

  glccl_labeler* compute = NULL;
  expect_ok(at, glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &compute, &error), &error, "create() of compute");
  expect_ok(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error, "label() of a torus");
  spec.periodic.z = 1;
  expect_error(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "leave PeriodicAxes::z out", "the third axis of an image");
  glccl_labeler_destroy(compute);
}

static void check_measurements(bench* at) {
  glccl_error error;
  glccl_measurements rows[3];
  size_t count = 0;
  glccl_labeling_spec spec = at->spec;
  spec.columns = GLCCL_COLUMN_MOMENTS | GLCCL_COLUMN_QUADS;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_UNSUPPORTED, "seams or intensities: label with compute or", "measurements of raster");

  glccl_labeler* compute = NULL;
  glccl_labels labels = {.size = sizeof labels};
  expect_ok(at, glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &compute, &error), &error, "create() of compute");
  expect_ok(at, glccl_label(compute, &at->inputs, &spec, &at->output, &labels, &error), &error, "label(), measured");
  expect_ok(at, glccl_readback_measurements(compute, rows, 3, &count, &error), &error, "the measurements");
  expect(at, count == 3, "a row for each component");
  for (size_t i = 0; i < 3; ++i) {
    const glccl_component* one = &components_by_corners[i];
    const glccl_moments moments = rows[i].moments;
    const glccl_quads quads = rows[i].quads;
    expect(at, moments.xx * one->area >= one->sum_x * one->sum_x && moments.yy * one->area >= one->sum_y * one->sum_y,
           "moments are at least those of the centroid");
    expect(at, quads.one + 2 * quads.two + 3 * quads.three + 2 * quads.diagonal <= 4 * one->area,
           "a pixel is in four windows");
    unsigned char row[128];
    glccl_measurements read;
    expect(at, glccl_row_bytes(GLCCL_COLUMN_BASE | spec.columns) == sizeof row, "bytes of a row");
    at->gl.GetNamedBufferSubData(labels.table.buffer, (GLintptr)(64 + i * sizeof row), sizeof row, row);
    expect_ok(at, glccl_read_measurements(row, GLCCL_COLUMN_BASE | spec.columns, &read, &error), &error,
              "read_measurements()");
    expect(at, memcmp(&read, &rows[i], sizeof read) == 0, "measurements that were read from the buffer");
  }
  glccl_inputs inputs = at->inputs;
  inputs.intensity = inputs.image;
  spec.columns = GLCCL_COLUMN_INTENSITY;
  spec.fraction_bits = 4;
  expect_error(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "there is no image of intensities", "intensities without an image");
  expect_ok(at, glccl_label(compute, &inputs, &spec, &at->output, NULL, &error), &error, "label() with intensities");
  expect_ok(at, glccl_readback_measurements(compute, rows, 3, &count, &error), &error, "the intensities");
  for (size_t i = 0; i < 3; ++i) {
    const glccl_intensity values = rows[i].intensity;
    expect(at, values.minimum > 0 && values.minimum <= values.maximum, "the smallest value is foreground");
    expect(at, values.sum.low >= (uint64_t)values.minimum * components_by_corners[i].area,
           "the sum of values is at least that of the smallest");
  }
  spec.columns = 0;
  inputs = at->inputs;
  inputs.mask = inputs.image;
  expect_ok(at, glccl_label(compute, &inputs, &spec, &at->output, NULL, &error), &error, "label(), masked by itself");
  glccl_component masked[3];
  expect_ok(at, glccl_readback_components(compute, masked, 3, &count, &error), &error, "components in a mask");
  expect(at, count == 3 && masked[0].area == components_by_corners[0].area, "the source masks nothing of itself");
  glccl_labeling_spec holes = glccl_default_spec();
  holes.fill_holes = UINT64_MAX;
  expect_error(at, glccl_label(compute, &inputs, &holes, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "a mask and filled holes", "holes filled under a mask");
  expect_ok(at, glccl_label(compute, &at->inputs, &spec, &at->output, NULL, &error), &error, "label(), not measured");
  expect_error(at, glccl_readback_measurements(compute, rows, 3, &count, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "LabelingSpec::columns", "measurements that were not asked for");
  glccl_labeler_destroy(compute);
}

static void check_options(bench* at) {
  glccl_error error;
  glccl_labels labels = {.size = sizeof labels};
  size_t count = 0;
  uint32_t values[PIXELS];

  glccl_labeling_spec spec = at->spec;
  spec.connectivity = GLCCL_CONNECTIVITY_FOUR;
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error, "label() by edges");
  expect_ok(at, glccl_readback_components(at->labeler, NULL, 0, &count, &error), &error, "the count by edges");
  expect(at, count == 5, "five components by edges");

  spec = glccl_default_spec();
  spec.criterion.kind = GLCCL_CRITERION_EQUAL;
  spec.criterion.background_kind = GLCCL_BACKGROUND_NONE;
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error, "no background");
  uint32_t all[PIXELS];
  expect_ok(at, glccl_readback_labels(at->labeler, all, PIXELS, NULL, &error), &error, "labels without background");
  int zeros = 0;
  for (size_t i = 0; i < PIXELS; ++i) zeros += all[i] == 0;
  expect(at, zeros == 0, "every pixel is in a component");
  spec.criterion.background_kind = GLCCL_BACKGROUND_VALUE;
  spec.criterion.background[0] = 0.5;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "the background is (0.5", "a background between integers");
  spec.criterion.kind = GLCCL_CRITERION_DIFFERENCE;
  spec.criterion.background_kind = GLCCL_BACKGROUND_DEFAULT;
  spec.criterion.measure = GLCCL_MEASURE_LUMINANCE;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_UNSUPPORTED, "it works on rgba8", "the luminance of one channel");
  spec.criterion.background_kind = 3;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "the kind of the background is 3", "no kind of background");

  glccl_outputs output = at->output;
  output.table_rows = 2;
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &at->spec, &output, NULL, &error), &error,
            "label() with a short table");
  expect_error(at, glccl_readback_components(at->labeler, NULL, 0, &count, &error), &error, GLCCL_ERROR_TOO_LARGE, "3",
               "more components than rows");

  spec = glccl_default_spec();
  expect(at, isinf(spec.criterion.high) && spec.criterion.low == 0.0, "the default range has no upper limit");
  spec.criterion.low = 4.0;
  spec.criterion.high = 0.0;
  expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &at->output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "pass a high above low", "a struct with a high of zero");
  spec.criterion.high = INFINITY;
  output = glccl_default_outputs();
  output.timing = GLCCL_TIMING_STAGES;
  output.debug_groups = GLCCL_DEBUG_GROUPS_NONE;
  const glccl_rectangle right_half = {4, 0, WIDTH, HEIGHT, 0, 1};
  glccl_inputs inputs = at->inputs;
  inputs.image.rectangle = &right_half;
  expect_ok(at, glccl_label(at->labeler, &inputs, &spec, &output, &labels, &error), &error, "label() of a rectangle");
  expect(at, labels.extent.width == 3 && labels.extent.height == 4 && labels.table.buffer == 0, "its result");
  expect_ok(at, glccl_readback_labels(at->labeler, values, PIXELS, NULL, &error), &error, "the rectangle's labels");
  expect(at, values[2] == 1 && values[4] == 1 && values[0] == 0, "the rectangle's labels");

  glccl_stage_time times[PASSES];
  expect_ok(at, glccl_times(at->labeler, times, PASSES, &count, &error), &error, "times()");
  expect(at, count > 0 && times[0].stage[0] != '\0' && times[0].milliseconds >= 0.0, "times of stages");
  expect_error(at, glccl_times(at->labeler, times, 0, &count, &error), &error, GLCCL_ERROR_BUFFER_TOO_SMALL, "needed",
               "too small a buffer for times");

  expect_ok(at, glccl_label(at->labeler, &at->inputs, NULL, NULL, NULL, &error), &error, "label() with the defaults");
  expect_ok(at, glccl_times(at->labeler, NULL, 0, &count, &error), &error, "times() of none");
  expect(at, count == 0, "no times unless they are asked for");
}

static void check_prepare(bench* at) {
  glccl_error error;
  const glccl_extent extent = {WIDTH, HEIGHT, 1};
  const glccl_extent nothing = {0, HEIGHT, 1};
  uint32_t values[PIXELS] = {0};
  glccl_input_formats formats = glccl_formats_of(GL_R8UI);
  expect_ok(at, glccl_prepare(at->labeler, &formats, extent, &at->spec, &at->output, &error), &error, "prepare()");
  expect_error(at, glccl_readback_labels(at->labeler, values, PIXELS, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "label", "prepare() leaves no result");
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &at->spec, &at->output, NULL, &error), &error,
            "label() after prepare()");
  expect_ok(at, glccl_readback_labels(at->labeler, values, PIXELS, NULL, &error), &error, "the labels after prepare()");
  expect(at, memcmp(values, labels_by_corners, sizeof(values)) == 0, "the labels after prepare()");
  int64_t bytes = 0;
  expect_ok(at, glccl_scratch_bytes_for(GLCCL_ENGINE_RASTER, &formats, extent, NULL, NULL, &bytes, &error), &error,
            "scratch_bytes_for()");
  expect(at, bytes > 0, "the bytes of a labeling");
  expect_error(at, glccl_scratch_bytes_for(GLCCL_ENGINE_RASTER, &formats, nothing, NULL, NULL, &bytes, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "0x4", "scratch_bytes_for() of no pixels");
  formats.image = GL_DEPTH_COMPONENT24;
  expect_ok(at, glccl_prepare(at->labeler, &formats, extent, NULL, NULL, &error), &error,
            "prepare() with the defaults");
  formats.image = GL_COMPRESSED_RED_RGTC1;
  expect_error(at, glccl_prepare(at->labeler, &formats, extent, NULL, NULL, &error), &error, GLCCL_ERROR_UNSUPPORTED,
               "GL_COMPRESSED_RED_RGTC1, which is compressed", "prepare() for a format that cannot be labeled");
  formats = glccl_formats_of(GL_R8UI);
  formats.mask = GL_COMPRESSED_RED_RGTC1;
  expect_error(at, glccl_prepare(at->labeler, &formats, extent, NULL, NULL, &error), &error, GLCCL_ERROR_UNSUPPORTED,
               "the mask", "prepare() for a mask that cannot be read");
  formats.mask = GL_R8;
  expect_error(at, glccl_prepare(at->labeler, &formats, extent, NULL, NULL, &error), &error, GLCCL_ERROR_UNSUPPORTED,
               "raster has no mask", "prepare() for a mask that the engine lacks");
  formats.mask = 0;
  expect_error(at, glccl_prepare(at->labeler, &formats, nothing, NULL, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "0x4", "prepare() for no pixels");
}

static void check_null_pointers(bench* at) {
  glccl_error error;
  size_t count = 0;
  int32_t done = 0;
  uint32_t value = 0;
  glccl_step step = {.size = sizeof step};
  const glccl_extent extent = {WIDTH, HEIGHT, 1};
  const glccl_input_formats formats = glccl_formats_of(GL_R8UI);
  const struct {
    glccl_error_code code;
    const char* what;
  } calls[] = {
      {glccl_label(NULL, &at->inputs, NULL, NULL, NULL, NULL), "label() without a labeler"},
      {glccl_label(at->labeler, NULL, NULL, NULL, NULL, NULL), "label() without inputs"},
      {glccl_prepare(NULL, &formats, extent, NULL, NULL, NULL), "prepare() without a labeler"},
      {glccl_prepare(at->labeler, NULL, extent, NULL, NULL, NULL), "prepare() without formats"},
      {glccl_poll(NULL, &done, NULL), "poll() without a labeler"},
      {glccl_poll(at->labeler, NULL, NULL), "poll() without an answer"},
      {glccl_readback_labels(NULL, &value, 1, NULL, NULL), "readback_labels() without a labeler"},
      {glccl_readback_labels(at->labeler, NULL, PIXELS, NULL, NULL), "readback_labels() into nothing"},
      {glccl_readback_components(NULL, NULL, 0, &count, NULL), "readback_components() without a labeler"},
      {glccl_readback_components(at->labeler, NULL, 0, NULL, NULL), "readback_components() without a count"},
      {glccl_times(NULL, NULL, 0, &count, NULL), "times() without a labeler"},
      {glccl_times(at->labeler, NULL, 0, NULL, NULL), "times() without a count"},
      {glccl_run_step(NULL, &at->inputs, NULL, NULL, 1, &step, NULL), "run_step() without a labeler"},
      {glccl_run_step(at->labeler, NULL, NULL, NULL, 1, &step, NULL), "run_step() without inputs"},
      {glccl_run_step(at->labeler, &at->inputs, NULL, NULL, 1, NULL, NULL), "run_step() without a step"},
      {glccl_plan(GLCCL_ENGINE_RASTER, extent, NULL, NULL, 0, NULL, 0, NULL, NULL), "plan() without a count"},
      {glccl_describe_plan(GLCCL_ENGINE_RASTER, extent, NULL, NULL, 0, NULL, 0, NULL, NULL),
       "describe_plan() without a count"},
      {glccl_engine_of(at->labeler, NULL, NULL), "engine_of() without an answer"},
      {glccl_read_row(NULL, GLCCL_COLUMN_BASE, NULL, NULL), "read_row() without a row"},
      {glccl_merge_components(NULL, NULL, NULL, NULL), "merge_components() without components"},
  };
  for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); ++i) {
    expect(at, calls[i].code == GLCCL_ERROR_INVALID_ARGUMENT, calls[i].what);
  }
  expect_error(at, glccl_label(at->labeler, NULL, NULL, NULL, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`inputs`", "a message that names the null pointer");
}

// Sets every number that belongs to an enumeration to a value outside of it.
static void check_enumerations(bench* at) {
  enum { FIELDS = 8, NONE = -3 };
  static const char* const words[FIELDS] = {
      "the connectivity is -3: its enumeration has the values 0, 4, 8, 6, 18 and 26",
      "the kind of the criterion is -3",
      "the channel is -3",
      "the numbering is -3",
      "the compaction is -3",
      "the state policy is -3",
      "the timing detail is -3",
      "debug_groups is -3",
  };
  for (int field = 0; field < FIELDS; ++field) {
    glccl_error error;
    glccl_labeling_spec spec = glccl_default_spec();
    glccl_outputs output = glccl_default_outputs();
    int32_t* const fields[FIELDS] = {
        &spec.connectivity,        &spec.criterion.kind, &spec.criterion.channel, &spec.numbering,
        &output.raster.compaction, &output.state_policy, &output.timing,          &output.debug_groups,
    };
    *fields[field] = NONE;
    expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, &output, NULL, &error), &error,
                 GLCCL_ERROR_INVALID_ARGUMENT, words[field], "a number outside its enumeration");
  }
}

static void check_what_cannot_be_labeled(bench* at) {
  glccl_error error;
  uint32_t values[PIXELS];
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &at->spec, &at->output, NULL, &error), &error, "label()");

  const uint32_t image = at->inputs.image.texture;
  const glccl_rectangle outside = {0, 0, WIDTH + 1, HEIGHT, 0, 1};
  const glccl_rectangle behind = {0, 0, WIDTH, HEIGHT, 0, 2};
  const glccl_rectangle no_slice = {.x1 = WIDTH, .y1 = HEIGHT};
  const struct {
    glccl_source source;
    const char* words;
    const char* what;
  } cases[] = {
      {{.texture = 4711}, "does not exist", "a texture that does not exist"},
      {{.texture = image, .level = 1}, "no level 1", "a level that the texture lacks"},
      {{.texture = image, .layer = 1}, "no layer 1", "a layer that the texture lacks"},
      {{.texture = image, .rectangle = &outside}, "to before (8, 4) is not inside", "a column too many"},
      {{.texture = image, .rectangle = &behind}, "to before slice 2 is not inside", "a slice too many"},
      {{.texture = image, .rectangle = &no_slice}, "is empty: level 0 of texture", "a rectangle without z1"},
      {{.texture = image, .rectangle = &no_slice}, "so z0 is 0 and z1 is 1", "a rectangle without z1"},
      {{.texture = image, .aspect = 2}, "the aspect is 2", "an aspect that is none"},
      {{.renderbuffer = 4711}, "renderbuffer 4711 does not exist", "a renderbuffer that does not exist"},
      {{.framebuffer = 4711}, "framebuffer 4711 does not exist", "a framebuffer that does not exist"},
      {{.texture = image, .renderbuffer = 1}, "name one of them", "two images"},
      {{.texture = image, .samples = 2}, "samples is 2", "samples that are none"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    glccl_labels labels = {sizeof labels, 1, {2, 3, 1}, {4, 5}};
    glccl_inputs inputs = {.size = sizeof inputs, .image = cases[i].source};
    expect_error(at, glccl_label(at->labeler, &inputs, NULL, NULL, &labels, &error), &error,
                 GLCCL_ERROR_INVALID_ARGUMENT, cases[i].words, cases[i].what);
    expect(at, labels.texture == 1 && labels.table.rows == 5, "a label() that fails leaves `labels` alone");
  }
  expect_ok(at, glccl_readback_labels(at->labeler, values, PIXELS, NULL, &error), &error, "the labels from before");
  expect(at, memcmp(values, labels_by_corners, sizeof(values)) == 0, "failures leave the last result alone");
}

// Structs of a header that ends earlier: members behind are not read, and not written. Then sizes that are wrong.
static void check_sizes(bench* at) {
  glccl_error error;
  glccl_labeling_spec spec = at->spec;
  glccl_outputs output = at->output;
  glccl_labels labels = {offsetof(glccl_labels, table), 0, {0, 0, 0}, {4, 5}};
  spec.size = offsetof(glccl_labeling_spec, periodic);
  memset(&spec.periodic, 0x77, sizeof spec.periodic);
  output.size = offsetof(glccl_outputs, raster);
  memset(&output.raster, 0x77, sizeof output.raster);
  glccl_inputs inputs = at->inputs;
  inputs.size = offsetof(glccl_inputs, mask);
  memset(&inputs.mask, 0x77, sizeof inputs.mask);
  expect_ok(at, glccl_label(at->labeler, &inputs, &spec, &output, &labels, &error), &error, "label(), shorter");
  expect(at, labels.size == offsetof(glccl_labels, table) && labels.texture != 0 && labels.extent.width == WIDTH,
         "a shorter result");
  expect(at, labels.table.buffer == 4 && labels.table.rows == 5, "members behind a shorter result");
  glccl_set_default_spec(&spec, offsetof(glccl_labeling_spec, periodic));
  expect(at, spec.criterion.kind == GLCCL_CRITERION_FOREGROUND && spec.periodic.z == 0x77777777, "shorter defaults");

  const uint32_t sizes[] = {0, 3, sizeof spec + 4};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    spec.size = sizes[i];
    expect_error(at, glccl_label(at->labeler, &at->inputs, &spec, NULL, NULL, &error), &error,
                 GLCCL_ERROR_INVALID_ARGUMENT, "`spec` begins with the size", "a size that no version has");
  }
  output.size = 0;
  expect_error(at, glccl_label(at->labeler, &at->inputs, NULL, &output, NULL, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "`outputs` begins with the size 0", "options of zeros");
  labels.size = 0;
  expect_error(at, glccl_label(at->labeler, &at->inputs, NULL, NULL, &labels, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "`labels` begins with the size 0", "a result without its size");
}

static void check_plan(bench* at) {
  glccl_error error;
  static glccl_planned_pass passes[PASSES];
  static char text[1 << 16];
  size_t count = 0;
  const glccl_extent extent = {WIDTH, HEIGHT, 1};
  const glccl_extent nothing = {0, HEIGHT, 1};

  expect_ok(at, glccl_plan(GLCCL_ENGINE_RASTER, extent, NULL, NULL, 0, passes, PASSES, &count, &error), &error,
            "plan()");
  expect(at, count > 0 && strcmp(passes[0].pass, "find_foreground") == 0 && passes[0].text[0] != '\0',
         "the first pass");
  const int32_t length = (int32_t)count;

  expect_ok(at, glccl_describe_plan(GLCCL_ENGINE_RASTER_PAPER, extent, NULL, NULL, 0, NULL, 0, &count, &error), &error,
            "the length of describe_plan()");
  expect_error(at,
               glccl_describe_plan(GLCCL_ENGINE_RASTER_PAPER, extent, NULL, NULL, 0, text, count - 1, &count, &error),
               &error, GLCCL_ERROR_BUFFER_TOO_SMALL, "characters", "too small a buffer for the plan");
  expect_ok(at,
            glccl_describe_plan(GLCCL_ENGINE_RASTER_PAPER, extent, NULL, NULL, 0, text, sizeof(text), &count, &error),
            &error, "describe_plan()");
  expect(at, strlen(text) + 1 == count && strstr(text, "encode_ids") != NULL, "the plan for people to read");
  expect_error(at, glccl_plan(GLCCL_ENGINE_RASTER, nothing, NULL, NULL, 0, NULL, 0, &count, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "0x4", "a plan for no pixels");
  expect_error(at, glccl_plan(77, extent, NULL, NULL, 0, NULL, 0, &count, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "engine is 77", "a plan of an engine that is none");

  glccl_step step = {.size = sizeof step};
  uint32_t value = 0;
  expect_ok(at, glccl_run_step(at->labeler, &at->inputs, NULL, NULL, 1, &step, &error), &error, "run_step()");
  expect(at, step.image[0] != '\0' && step.extent.width > 0 && step.contents == GLCCL_STEP_WORDS,
         "the result of run_step()");
  expect_error(at, glccl_readback_labels(at->labeler, &value, 1, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "label", "run_step() leaves no result");
  expect_error(at, glccl_run_step(at->labeler, &at->inputs, NULL, NULL, length + 1, &step, &error), &error,
               GLCCL_ERROR_INVALID_ARGUMENT, "", "a step beyond the plan");
}

static void follow_and_find_regions(bench* at) {
  glccl_error error;
  glccl_labels labels = {.size = sizeof labels};
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &at->spec, &at->output, &labels, &error), &error,
            "label() for a tracker and Regions");
  at->failures += check_tracker(&labels);
  at->failures += check_regions(&labels);
  glccl_labeling_spec by_four = at->spec;
  by_four.connectivity = GLCCL_CONNECTIVITY_FOUR;
  expect_ok(at, glccl_label(at->labeler, &at->inputs, &by_four, &at->output, &labels, &error), &error,
            "label() for contacts");
  at->failures += check_contacts(&labels);
}

static void check_with_a_context(bench* at) {
  glccl_error error;
  at->inputs = glccl_inputs_of(0);
  at->gl.CreateTextures(GL_TEXTURE_2D, 1, &at->inputs.image.texture);
  at->gl.TextureStorage2D(at->inputs.image.texture, 1, GL_R8UI, WIDTH, HEIGHT);
  // Rows of seven bytes do not have OpenGL's alignment of four: upload them one by one.
  for (int y = 0; y < HEIGHT; ++y) {
    at->gl.TextureSubImage2D(at->inputs.image.texture, 0, 0, y, WIDTH, 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                             image + y * WIDTH);
  }
  at->spec = glccl_default_spec();
  at->spec.criterion.kind = GLCCL_CRITERION_EQUAL;
  at->output = glccl_default_outputs();
  at->output.table_rows = 16;

  const glccl_error_code created = glccl_labeler_create(GLCCL_ENGINE_RASTER, &at->labeler, &error);
  expect_ok(at, created, &error, "create()");
  if (created == GLCCL_OK) {
    check_before_a_labeling(at);
    check_labels(at);
    check_components(at);
    check_table(at);
    check_filter(at);
    check_periodic(at);
    check_measurements(at);
    check_options(at);
    check_prepare(at);
    check_null_pointers(at);
    check_enumerations(at);
    check_what_cannot_be_labeled(at);
    check_sizes(at);
    check_plan(at);
    follow_and_find_regions(at);
    glccl_labeler_destroy(at->labeler);
  }
  at->gl.DeleteTextures(1, &at->inputs.image.texture);
  expect(at, at->gl.GetError() == GL_NO_ERROR, "no OpenGL error is left behind");
}

int main(void) {
  bench at;
  memset(&at, 0, sizeof(at));
  check_before_a_context(&at);
  headless context;
  if (!open_headless(&context)) {
    fprintf(stderr, "no OpenGL 4.5 context through EGL\n");
    return 1;
  }
  if (load_gl(&at.gl)) {
    check_with_a_context(&at);
  } else {
    fail(&at, "the OpenGL functions of the test", "one is missing");
  }
  close_headless(&context);
  return at.failures == 0 ? 0 : 1;
}
