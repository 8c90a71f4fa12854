import Foundation

/// The bodies that are measured, and where they are from.
struct Corpus {
    /// What the bodies are, for the report.
    let name: String
    /// The bodies as they were published, indented.
    let published: [Data]

    /// The bodies without white space between their parts.
    var minified: [Data] { published.map(Corpus.minify) }

    /// PokeAPI's published bodies of pokemon where they are at hand, else bodies of the same shape.
    static func load() -> Corpus {
        if let bodies = try? published(), !bodies.isEmpty {
            return Corpus(
                name: "\(bodies.count) bodies of pokemon as PokeAPI publishes them",
                published: bodies
            )
        }
        let bodies = (1...60).map { Data(SyntheticPokemon(number: $0).text.utf8) }
        return Corpus(
            name: "\(bodies.count) bodies made here in the shape of PokeAPI's pokemon",
            published: bodies
        )
    }

    /// Unpacks the sample beside the repository into a temporary folder.
    private static func published() throws -> [Data] {
        let shared =
            ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"].map {
                URL(fileURLWithPath: $0)
            }
            ?? URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../../shared/data").standardizedFileURL
        let archive = shared.appendingPathComponent("pokeapi/pokemon-sample.tar.xz")
        guard FileManager.default.fileExists(atPath: archive.path) else { return [] }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("repogen-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let unpacking = Process()
        unpacking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        unpacking.arguments = ["tar", "-xf", archive.path, "-C", folder.path]
        try unpacking.run()
        unpacking.waitUntilExit()
        guard unpacking.terminationStatus == 0 else { return [] }
        let pokemon = folder.appendingPathComponent("data/api/v2/pokemon")
        return try FileManager.default.contentsOfDirectory(atPath: pokemon.path)
            .sorted()
            .map { pokemon.appendingPathComponent($0).appendingPathComponent("index.json") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .map { try Data(contentsOf: $0) }
    }

    private static func minify(_ body: Data) -> Data {
        var result: [UInt8] = []
        result.reserveCapacity(body.count)
        var isInString = false
        var isEscaped = false
        for byte in Array(body) {
            if isInString {
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte <= UInt8(ascii: " ") {
                continue
            } else {
                isInString = byte == UInt8(ascii: "\"")
            }
            result.append(byte)
        }
        return Data(result)
    }
}
