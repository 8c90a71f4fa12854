#include "SimdjsonYardstick.h"

#if __has_include(<simdjson.h>)
// As the library was built: a flag of its pkg-config file that SwiftPM rejects.
#define SIMDJSON_THREADS_ENABLED 1
#include <simdjson.h>
#include <vector>

struct SimdjsonYardstick {
    simdjson::dom::parser parser;
    std::vector<simdjson::padded_string> bodies;
};

SimdjsonYardstick *simdjson_yardstick_create(void) { return new SimdjsonYardstick; }

void simdjson_yardstick_add(SimdjsonYardstick *yardstick, const uint8_t *bytes, size_t count) {
    yardstick->bodies.emplace_back(reinterpret_cast<const char *>(bytes), count);
}

size_t simdjson_yardstick_parse(SimdjsonYardstick *yardstick) {
    size_t failures = 0;
    for (const auto &body : yardstick->bodies) {
        simdjson::dom::element element;
        if (yardstick->parser.parse(body).get(element)) failures += 1;
    }
    return failures;
}

void simdjson_yardstick_destroy(SimdjsonYardstick *yardstick) { delete yardstick; }
#else
struct SimdjsonYardstick {};

SimdjsonYardstick *simdjson_yardstick_create(void) { return nullptr; }
void simdjson_yardstick_add(SimdjsonYardstick *, const uint8_t *, size_t) {}
size_t simdjson_yardstick_parse(SimdjsonYardstick *) { return 0; }
void simdjson_yardstick_destroy(SimdjsonYardstick *) {}
#endif
