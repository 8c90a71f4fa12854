import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import Testing
import YAMLTree

/// A folder under `Tests/Goldens`: schemas and their expected results.
struct GoldenCase: CustomTestStringConvertible {
    /// The folder of all cases.
    static let goldens = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")

    /// Whether the run records its results instead of comparing them; such a run fails.
    static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil

    let folder: URL

    var name: String { folder.lastPathComponent }
    var testDescription: String { name }

    /// The cases of a kind, `Good` or `Bad`, sorted by name.
    static func all(_ kind: String) -> [GoldenCase] {
        let folder = goldens.appending(path: kind)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { !$0.hasPrefix(".") }
            .map { GoldenCase(folder: folder.appending(path: $0)) }
    }

    /// The schemas of the case.
    var schemas: [SourceFile] {
        get throws {
            try sources(where: {
                ["yaml", "yml", "json"].contains($0.pathExtension)
                    && $0.lastPathComponent != Self.configurationName
            })
        }
    }

    /// The templates of the case.
    var templates: [SourceFile] {
        get throws { try sources(where: { $0.path.contains("/Templates/") }) }
    }

    private static let configurationName = "repogen.yaml"

    /// The configuration of the output of the case; the default if the case has none.
    var configuration: SwiftEmitter.Configuration {
        get throws {
            guard
                let file = try sources(where: { $0.lastPathComponent == Self.configurationName })
                    .first
            else { return SwiftEmitter.Configuration() }
            var diagnostics: [Diagnostic] = []
            let parsed = ConfigurationParser().parse(
                try YAMLReader().read(file),
                of: file,
                diagnostics: &diagnostics
            )
            let output = try #require(parsed?.outputs.first, "\(diagnostics)")
            return SwiftEmitter.Configuration(
                access: output.access,
                grouping: output.grouping,
                isServer: output.isServer
            )
        }
    }

    private func sources(where isIncluded: (URL) -> Bool) throws -> [SourceFile] {
        try files(in: folder, where: isIncluded)
            .map { SourceFile(path: $0.key, bytes: Array($0.value)) }
            .sorted { $0.path < $1.path }
    }

    /// The modules of users that the output imports: one source each, named after the module.
    var modules: [URL] {
        get throws {
            let folder = folder.appending(path: "Modules")
            return try files(in: folder) { $0.pathExtension == "swift" }
                .keys.sorted().map { folder.appending(path: $0) }
        }
    }

    /// Returns the files below a folder that match, by relative path; none if the folder is
    /// missing.
    func files(in folder: URL, where isIncluded: (URL) -> Bool) throws -> [String: Data] {
        guard let enumerator = FileManager.default.enumerator(atPath: folder.path) else {
            return [:]
        }
        var files: [String: Data] = [:]
        for case let path as String in enumerator {
            let url = folder.appending(path: path)
            guard isIncluded(url),
                (try? url.resourceValues(forKeys: [.isRegularFileKey]))?
                    .isRegularFile == true
            else { continue }
            files[path] = try Data(contentsOf: url)
        }
        return files
    }
}

/// Compares texts and returns the lines that differ.
func difference(expected: String, found: String) -> String {
    let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let found = found.split(separator: "\n", omittingEmptySubsequences: false)
    return found.difference(from: expected).map { change in
        switch change {
        case .remove(let offset, let line, _): "- \(offset + 1): \(line)"
        case .insert(let offset, let line, _): "+ \(offset + 1): \(line)"
        }
    }.joined(separator: "\n")
}
