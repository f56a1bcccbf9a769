// The colours of labels in pictures.
#ifndef GLCCL_SHARED_LABEL_COLOURS_H
#define GLCCL_SHARED_LABEL_COLOURS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const uint LOW_CHANNEL = 40u;    // the value of a colour's darkest channel
const uint HIGH_CHANNEL = 255u;  // the value of its brightest channel

// A saturated colour that depends on the label alone, as red | green << 8 | blue << 16 | alpha << 24. It is opaque, and
// transparent black for label 0. Hues step by the golden ratio: consecutive labels, often neighbours in the image, have
// distant hues, and no hue returns soon. Integers give the same colour on every machine.
//
//     sixth of the circle   0     1     2     3     4     5
//     red                   high  falls low   low   rises high
//     green                 rises high  high  falls low   low
//     blue                  low   low   rises high  high  falls
GLCCL_PURE uint label_colour(uint label) {
  uint turn = label * 2654435769u;  // 2^32 / golden ratio
  // turn * 6 * 256 >> 32, in two halves of 16 bits
  uint hue = ((turn >> 16) * 1536u + ((turn & 0xFFFFu) * 1536u >> 16)) >> 16;
  uint sixth = hue / 256u;
  uint rise = (HIGH_CHANNEL - LOW_CHANNEL) * (hue % 256u) / 255u;
  uint rises = LOW_CHANNEL + rise;
  uint falls = HIGH_CHANNEL - rise;
  uint red = sixth == 0u || sixth == 5u ? HIGH_CHANNEL : sixth == 1u ? falls : sixth == 4u ? rises : LOW_CHANNEL;
  uint green = sixth == 1u || sixth == 2u ? HIGH_CHANNEL : sixth == 3u ? falls : sixth == 0u ? rises : LOW_CHANNEL;
  uint blue = sixth == 3u || sixth == 4u ? HIGH_CHANNEL : sixth == 5u ? falls : sixth == 2u ? rises : LOW_CHANNEL;
  return label == 0u ? 0u : red | green << 8 | blue << 16 | 0xFF000000u;
}

GLCCL_SHARED_END

#endif
