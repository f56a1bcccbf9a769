// Counting pairs of labels in hash tables: what glsl/common/label_pairs.glsl and cuda/measure/label_pairs.cuh share.
#ifndef GLCCL_SHARED_LABEL_PAIRS_H
#define GLCCL_SHARED_LABEL_PAIRS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int PAIR_GROUP = 256;   // invocations of a workgroup that counts pairs
const int PAIR_COLUMNS = 32;  // columns of such a workgroup
const int PAIR_ROWS = 32;     // rows of each of its invocations
const int GROUP_PROBES = 8;   // slots that are tried there for a pair

// Where the search for a pair begins in a hash table. Fibonacci hashing, and a mixing step after MurmurHash3's
// finalizer (A. Appleby, 2011), which both halves of the key reach.
GLCCL_PURE uint hash_of_pair(uint a, uint b) {
  uint key = a * 0x9E3779B9u ^ (b * 0x85EBCA6Bu + (b >> 15));
  key ^= key >> 16;
  key *= 0xC2B2AE35u;
  return key ^ key >> 13;
}

GLCCL_SHARED_END

#endif
