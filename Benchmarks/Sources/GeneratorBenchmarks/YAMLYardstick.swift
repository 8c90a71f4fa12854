import CYAML
import Foundation

/// The yardstick: libyaml reads the same files, and nobody looks at what it finds.
enum YAMLYardstick {
    /// A file is no YAML.
    struct Failure: Error {
        let path: String
    }

    /// The seconds that reading files and taking all their events takes.
    static func seconds(reading paths: [String]) throws -> Double {
        let clock = ContinuousClock()
        let time = try clock.measure {
            for path in paths { try read(path) }
        }
        return time / .seconds(1)
    }

    private static func read(_ path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Failure(path: path) }
        defer { yaml_parser_delete(&parser) }
        try bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            var isAtEnd = false
            while !isAtEnd {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { throw Failure(path: path) }
                isAtEnd = event.type == YAML_STREAM_END_EVENT
                yaml_event_delete(&event)
            }
        }
    }
}
