import Diagnostics
import Foundation
import SchemaLanguage
import ServiceVerification
import Testing

/// A schema whose service is verified.
struct VerifiedSchema {
    private let schema: CheckedSchema
    private let places: DifferencePlaces
    private let lines: [String: [String]]

    init(_ path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../").standardizedFileURL
        let place = root.appending(path: path)
        try self.init(
            at: path.hasSuffix(".yaml")
                ? [place]
                : try FileManager.default
                    .contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
                    .filter { $0.pathExtension == "yaml" }
        )
    }

    init(at urls: [URL]) throws {
        let files = try urls.map { url in
            SourceFile(path: url.path, bytes: Array(try Data(contentsOf: url)))
        }
        let (checked, diagnostics) = SchemaCompiler().compile(files)
        schema = try #require(checked, "\(diagnostics)")
        places = DifferencePlaces(schema, files)
        lines = Dictionary(
            uniqueKeysWithValues: try urls.map { url in
                (
                    url.path,
                    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
                )
            }
        )
    }

    func verify(
        _ url: String,
        writes: Bool = true,
        credential: String? = nil,
        only name: String? = nil,
        calls: Set<String> = []
    ) async -> Verification {
        var settings = VerificationSettings(url: url)
        settings.writes = writes
        settings.names = name.map { [$0] } ?? []
        settings.rate = 0
        // Machines stall.
        settings.timeout = .seconds(300)
        settings.credential = credential
        settings.calls = calls
        settings.seed = .random(in: 1...1_000_000_000)
        return await ServiceVerifier(schema, settings).verify()
    }

    /// Returns the line of the schema for a difference.
    func line(of difference: Difference) -> String {
        let range = places.range(of: difference.place)
        let lines = lines[range.path] ?? []
        return lines.indices.contains(range.start.line - 1) ? lines[range.start.line - 1] : ""
    }

    /// Expects that a difference is found at its line.
    static func expect(
        _ difference: PlantedDifference,
        at url: String,
        credential: String? = nil
    ) async throws {
        let subject = try VerifiedSchema("Schemas/Services/\(difference.service).yaml")
        try await LyingService.with(url, difference.lie) { url in
            let verification = await subject.verify(
                url,
                credential: credential,
                only: difference.name
            )
            let lines = verification.differences.map(subject.line)
            #expect(
                lines.contains { $0.contains(difference.line) },
                "\(verification.differences.map { "\(subject.line(of: $0)) <- \($0.message)" })"
            )
        }
    }
}
