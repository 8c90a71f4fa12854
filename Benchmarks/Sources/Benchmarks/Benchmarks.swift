import Foundation
import RepositoryRuntime

/// Prints how fast conversions are, as ratios to what Foundation or hand-written code does.
///
/// Arguments name the paths to measure, by a part of the name; without any, all are measured.
/// With `--profile`, only our way runs, for a profiler to watch.
@main
enum Benchmarks {
    static func main() throws {
        let corpus = Corpus.load()
        print("Bodies: \(corpus.name).")
        if !Measurement.isProfiling { try checkEquality(corpus.published) }
        print(
            """

            | path | bar | ratio | speed | of simdjson's DOM |
            |---|---|---|---|---|
            """
        )
        try report("decode, as published", bar: 16) { try decoding(corpus.published) }
        try report("decode, minified", bar: 16) { try decoding(corpus.minified) }
        try report("encode", bar: 8) { try encoding(corpus.published) }
        try report("from dictionary", bar: 1) { try fromDictionary(corpus.published) }
        try report("to dictionary", bar: 1) { try toDictionary(corpus.published) }
    }

    private static func report(
        _ path: String,
        bar: Double,
        _ measure: () throws -> Measurement
    ) rethrows {
        let wanted = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
        guard wanted.isEmpty || wanted.contains(where: path.contains) else { return }
        let measurement = try measure()
        let ratio = String(format: "%.2f ×", measurement.ratio)
        let speed = measurement.bytesPerSecond.map { String(format: "%.0f MB/s", $0 / 1e6) } ?? ""
        let yardstick = measurement.yardstickRatio.map { String(format: "%.2f ×", $0) } ?? ""
        let bar = String(format: "%.0f", bar)
        print("| \(path) | \(bar) × | \(ratio) | \(speed) | \(yardstick) |")
    }

    // MARK: - Paths

    private static func decoding(_ bodies: [Data]) throws -> Measurement {
        let decoder = JSONDecoder()
        let parse = Simdjson(bodies).map { simdjson in { simdjson.parse() } }
        return try Measurement(
            byteCount: bodies.reduce(0) { $0 + $1.count },
            ours: { for body in bodies { consume(try Pokemon(jsonData: body)) } },
            other: {
                for body in bodies { consume(try decoder.decode(Twin.Pokemon.self, from: body)) }
            },
            yardstick: parse
        )
    }

    private static func encoding(_ bodies: [Data]) throws -> Measurement {
        let ours = try bodies.map { try Pokemon(jsonData: $0) }
        let twins = try bodies.map { try JSONDecoder().decode(Twin.Pokemon.self, from: $0) }
        let byteCount = try ours.reduce(0) { $0 + (try $1.jsonBytes().count) }
        let encoder = JSONEncoder()
        return try Measurement(byteCount: byteCount) {
            for pokemon in ours { consume(try pokemon.jsonData()) }
        } other: {
            for pokemon in twins { consume(try encoder.encode(pokemon)) }
        }
    }

    private static func fromDictionary(_ bodies: [Data]) throws -> Measurement {
        let dictionaries = try bodies.compactMap {
            try JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
        return try Measurement {
            for dictionary in dictionaries { consume(try Pokemon(dictionary: dictionary)) }
        } other: {
            for dictionary in dictionaries { consume(Twin.Pokemon(dictionary: dictionary)) }
        }
    }

    private static func toDictionary(_ bodies: [Data]) throws -> Measurement {
        let ours = try bodies.map { try Pokemon(jsonData: $0) }
        let twins = try bodies.map { try JSONDecoder().decode(Twin.Pokemon.self, from: $0) }
        return Measurement {
            for pokemon in ours { consume(pokemon.dictionary) }
        } other: {
            for pokemon in twins { consume(pokemon.dictionary) }
        }
    }

    /// Stops when the two ways do not do the same.
    private static func checkEquality(_ bodies: [Data]) throws {
        for body in bodies {
            let pokemon = try Pokemon(jsonData: body)
            let any = try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
            let twin = Twin.Pokemon(dictionary: any)
            let isEqual =
                try pokemon == Pokemon(dictionary: any)
                && pokemon == Pokemon(jsonBytes: pokemon.jsonBytes())
                && pokemon == Pokemon(jsonData: JSONEncoder().encode(twin))
            precondition(isEqual, "both ways must give the same values")
        }
    }

    /// Keeps the optimizer from leaving a result out.
    @inline(never)
    private static func consume<Value>(_ value: Value) {}
}
