#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The bodies to parse, and a parser; created only where simdjson is installed.
typedef struct SimdjsonYardstick SimdjsonYardstick;

/// Returns a yardstick without bodies; null where simdjson is not installed.
SimdjsonYardstick *simdjson_yardstick_create(void);

/// Adds a copy of a body, with the padding that simdjson requires.
void simdjson_yardstick_add(SimdjsonYardstick *yardstick, const uint8_t *bytes, size_t count);

/// Parses all bodies into simdjson's DOM; returns the number that failed.
size_t simdjson_yardstick_parse(SimdjsonYardstick *yardstick);

/// Frees the yardstick.
void simdjson_yardstick_destroy(SimdjsonYardstick *yardstick);

#ifdef __cplusplus
}
#endif
