import Foundation
import RepositoryRuntime
import Testing

/// The official test suite of JSON Schema, for schemas that consist of constraints; it is not part
/// of the package.
///
///     git clone https://github.com/json-schema-org/JSON-Schema-Test-Suite
///     JSON_SCHEMA_SUITE=$PWD/JSON-Schema-Test-Suite swift test --filter ConstraintSuiteTests
@Suite struct ConstraintSuiteTests {
    private static let folder = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"]

    private static let drafts = ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"]

    /// The groups with other expectations of the keyword.
    private static let excluded = [
        // A host name follows RFC 1123: the letters after `xn--` are not decoded.
        "validation of A-label (punycode) host names"
    ]

    /// The result of a file: the number of instances, and of wrong results.
    private struct Tally {
        var groups = 0
        var instances = 0
        var faults: [String] = []
    }

    @Test(
        "each instance satisfies the constraints of its schema, or not, as the suite specifies",
        .enabled(if: folder != nil, "JSON_SCHEMA_SUITE names no folder with the suite"),
        arguments: drafts
    )
    func draft(name: String) throws {
        let tests = URL(filePath: try #require(Self.folder)).appending(path: "tests/\(name)")
        var tally = Tally()
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path).sorted()
        where path.hasSuffix(".json") {
            let data = try Data(contentsOf: tests.appending(path: path))
            for group in try JSON(jsonData: data).array ?? [] {
                try judge(group, "\(name)/\(path)", &tally)
            }
        }
        print("\(name): \(tally.instances) instances of \(tally.groups) schemas")
        #expect(tally.groups >= 25)
        #expect(tally.instances >= 200)
        #expect(tally.faults.isEmpty, "\(tally.faults.joined(separator: "\n"))")
    }

    private func judge(_ group: JSON, _ path: String, _ tally: inout Tally) throws {
        let description = group["description"]?.string ?? ""
        guard !Self.excluded.contains(description),
            let keywords = group["schema"]?.object,
            let constraints = Self.constraints(of: keywords), !constraints.isEmpty
        else { return }
        tally.groups += 1
        let type = keywords["type"]?.string
        for test in group["tests"]?.array ?? [] {
            let name = test["description"]?.string ?? ""
            // Validating formats is optional, and this implementation does it.
            guard !name.hasSuffix("is only an annotation by default") else { continue }
            let instance = try #require(test["data"])
            let isValid =
                (type.map { Self.isOf($0, instance) } ?? true)
                && constraints.allSatisfy { $0.isSatisfied(by: instance) }
            tally.instances += 1
            guard isValid != test["valid"]?.bool else { continue }
            tally.faults.append("\(path): \(description): \(name): \(instance)")
        }
    }

    /// Returns the constraints of a schema with nothing but its type; nil for any other.
    private static func constraints(of keywords: [String: JSON]) -> [Constraint]? {
        var found: [Constraint] = []
        for (key, value) in keywords {
            switch key {
            case "$schema", "$comment", "description", "type": continue
            case "minimum" where keywords["exclusiveMinimum"]?.bool == true: continue
            case "maximum" where keywords["exclusiveMaximum"]?.bool == true: continue
            default: break
            }
            guard let constraint = constraint(key, value, in: keywords) else { return nil }
            found += constraint
        }
        return found
    }

    /// Returns the constraint of a keyword; none for a false flag, nil for other keywords.
    private static func constraint(
        _ key: String,
        _ value: JSON,
        in keywords: [String: JSON]
    ) -> [Constraint]? {
        let bound = value.number.map { Constraint.Bound($0) }
        func other(_ key: String) -> Constraint.Bound? {
            keywords[key]?.number.map { Constraint.Bound($0) }
        }
        let constraint: Constraint? =
            switch (key, value) {
            case ("uniqueItems", false): nil
            case ("uniqueItems", true): .uniqueItems
            case ("minLength", _): value.int.map { .minLength($0) }
            case ("maxLength", _): value.int.map { .maxLength($0) }
            case ("minItems", _): value.int.map { .minItems($0) }
            case ("maxItems", _): value.int.map { .maxItems($0) }
            case ("minimum", _): bound.map { .minimum($0) }
            case ("maximum", _): bound.map { .maximum($0) }
            // Up to draft 4, a flag makes a bound exclusive.
            case ("exclusiveMinimum", true): other("minimum").map { .exclusiveMinimum($0) }
            case ("exclusiveMaximum", true): other("maximum").map { .exclusiveMaximum($0) }
            case ("exclusiveMinimum", false), ("exclusiveMaximum", false): nil
            case ("exclusiveMinimum", _): bound.map { .exclusiveMinimum($0) }
            case ("exclusiveMaximum", _): bound.map { .exclusiveMaximum($0) }
            case ("multipleOf", _): bound.map { .multipleOf($0) }
            case ("pattern", .string(let source)):
                (try? Pattern(source)).map { .pattern($0.source) }
            case ("format", .string(let name)): TextFormat(rawValue: name).map { .format($0) }
            default: nil
            }
        if let constraint { return [constraint] }
        return value == false
            && ["uniqueItems", "exclusiveMinimum", "exclusiveMaximum"].contains(key)
            ? [] : nil
    }

    private static func isOf(_ type: String, _ json: JSON) -> Bool {
        switch (type, json) {
        case ("integer", .number(let number)):
            Constraint.multipleOf(1).isSatisfied(by: .number(number))
        case ("number", .number), ("string", .string), ("boolean", .bool), ("array", .array),
            ("object", .object), ("null", .null):
            true
        default: false
        }
    }
}
