import Foundation
import Testing

/// `check` reports the right effect for a change of each key of the language.
@Suite struct KeyChangeTests {
    @Test("a change of a key is reported with its effect", arguments: KeyChanges.all)
    func meaning(changes: KeyChanges) async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs:\n"
                + changes.changes.indices
                .map { "  - { schemas: Schemas/\($0), output: Out/\($0) }\n" }.joined()
        ])
        for (index, change) in changes.changes.enumerated() {
            try package.write(changes.schema(change.old), to: "Schemas/\(index)/a.yaml")
        }
        let generated = try await CommandLineTool.run("generate", in: package.root)
        try #require(generated.status == 0, "\(generated.errors)")
        for (index, change) in changes.changes.enumerated() {
            try package.write(changes.schema(change.new), to: "Schemas/\(index)/a.yaml")
        }
        let run = try await CommandLineTool.run("check", in: package.root)
        try #require(run.status == 3, "\(run.errors)")
        let meanings = Self.meanings(run.errors)
        for (index, change) in changes.changes.enumerated() {
            #expect(meanings[index] == change.meaning, "\(changes.testDescription).\(change.name)")
        }
    }

    /// Returns the lines with effects, by the number of the output; documentation only if there are
    /// no
    /// others.
    private static func meanings(_ text: String) -> [Int: [String]] {
        var meanings: [Int: [String]] = [:]
        var output: Int?
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: #/^Out\/(\d+)\//#) {
                output = Int(match.1)
            } else if line.hasPrefix("  @@") {
                output = nil
            } else if line.hasPrefix("  the same change in ") {
                // The names depend on the declarations in the row; `CheckTests` covers them.
                continue
            } else if line.hasPrefix("  … and ") {
                // Many rows exceed the number of shown lines.
                continue
            } else if line.hasPrefix("  "), let output {
                meanings[output, default: []].append(String(line.dropFirst(2)))
            }
        }
        return meanings.mapValues { lines in
            let others = lines.filter { $0 != KeyChanges.documentation }
            return others.isEmpty ? [KeyChanges.documentation] : others
        }
    }
}
