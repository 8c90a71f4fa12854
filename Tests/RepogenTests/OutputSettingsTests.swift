import SchemaLanguage
import Testing

@testable import repogen

/// The settings by which a finished run is recognized.
@Suite struct OutputSettingsTests {
    @Test("every setting of an output that determines its files is among its settings")
    func all() {
        typealias Output = ProjectConfiguration.Output
        let output = Output(schemas: ["a"], output: "b")
        let changes: [String: (inout Output) -> Void] = [
            "schemas": { $0.schemas.append("c") },
            "output": { $0.output = "c" },
            "access": { $0.access = .package },
            "grouping": { $0.grouping = .schema },
            "isServer": { $0.isServer = true },
            "templates": { $0.templates = "c" },
            "conformances": { $0.conformances = ["c"] },
            "module": { $0.module = "c" },
            "imports": { $0.imports = ["c"] },
        ]
        var found = Set([output.settings])
        for change in changes.values {
            var changed = output
            change(&changed)
            found.insert(changed.settings)
        }
        #expect(found.count == changes.count + 1)
        // A new property must be added above, unless no file depends on it.
        let others = ["schemaPlaces", "importPlaces", "budget"]
        let properties = Mirror(reflecting: output).children.compactMap(\.label)
        #expect(Set(properties) == Set(changes.keys).union(others))
    }
}
