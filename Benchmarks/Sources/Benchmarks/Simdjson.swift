import Foundation
import SimdjsonYardstick

/// Bodies that simdjson parses into its DOM; nil where simdjson is not installed.
///
/// Its DOM is a tape of its own memory, without structs, strings or arrays of Swift: a limit of
/// what a decoder can reach.
final class Simdjson {
    private let yardstick: OpaquePointer

    init?(_ bodies: [Data]) {
        guard let yardstick = simdjson_yardstick_create() else { return nil }
        self.yardstick = yardstick
        for body in bodies {
            Array(body).withUnsafeBufferPointer {
                simdjson_yardstick_add(yardstick, $0.baseAddress, $0.count)
            }
        }
    }

    deinit { simdjson_yardstick_destroy(yardstick) }

    /// Parses all bodies once.
    func parse() {
        let failures = simdjson_yardstick_parse(yardstick)
        precondition(failures == 0, "simdjson must parse all bodies")
    }
}
