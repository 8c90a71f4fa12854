import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import YAMLTree

/// A schema of the test suite of JSON Schema, with instances of which each is valid or not.
struct SuiteGroup {
    /// What has become of a schema and its instances.
    struct Outcome {
        /// Whether anything besides the object around the instance is declared.
        var isDeclared = false
        /// The rules of what the import reported, but for restrictions that no schema has.
        var rules: Set<String> = []
        /// How many valid instances are accepted.
        var accepted = 0
        /// How many valid instances are refused, where the report says that the schema differs.
        var excused = 0
        /// How many invalid instances are refused.
        var refused = 0
        /// What is wrong.
        var faults: [String] = []
    }

    /// A value in JSON, which fits the schema or not.
    private struct Instance {
        var text: String
        var isValid: Bool
        var name: String
    }

    private let name: String
    private let schema: String
    private let instances: [Instance]
    private let keywords: Set<String>

    /// Reads a group of the suite.
    ///
    /// - Parameters:
    ///   - node: The group.
    ///   - path: The file that it is in.
    ///   - dialect: What `$schema` says, where the schema has none.
    init(_ node: YAMLNode, path: String, dialect: String?) {
        name = "\(path): \(node["description"]?.text ?? "")"
        var schema = node["schema"]?.jsonText ?? "true"
        if schema.hasPrefix("{"), !schema.contains(#""$schema""#), let dialect {
            let rest = schema.dropFirst()
            schema = #"{"$schema":"\#(dialect)""# + (rest == "}" ? "" : ",") + rest
        }
        self.schema = schema
        keywords = node["schema"]?.keywords ?? []
        instances = (node["tests"]?.elements ?? []).map { test in
            Instance(
                text: test["data"]?.jsonText ?? "null",
                isValid: test["valid"]?.text == "true",
                name: test["description"]?.text ?? ""
            )
        }
    }

    /// Imports the schema as that of a property, and compares an object with each instance in it.
    func outcome() throws -> Outcome {
        var outcome = Outcome()
        let main = """
            { "title": "Main", "type": "object", "required": ["value"],
              "properties": { "value": { "$ref": "schema.json" } } }
            """
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        let result = JSONSchemaImporter(options: options).propose(
            ["main.json"],
            from: LoadedDocuments([
                SourceFile(path: "main.json", text: main),
                SourceFile(path: "schema.json", text: schema),
            ])
        )
        let text = SchemaTextWriter().text(for: result.schema ?? ProposedSchema())
        let (checked, diagnostics) = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            .compile([SourceFile(path: "schema.yaml", text: text)])
        guard let checked, !diagnostics.contains(where: { $0.severity == .error }),
            let comparison = BodyComparison(checked, type: "Main")
        else {
            outcome.faults = ["\(name): no valid schema\n\(schema)\n\(text)"]
            return outcome
        }
        outcome.isDeclared = (result.schema?.declarations.count ?? 0) > 1
        outcome.rules = Set(result.diagnostics.map(\.rule)).subtracting(["unchecked"])
        for instance in instances {
            let text = "{\"value\":\(instance.text)}"
            let body = BodySource(path: "body.json", bytes: Array(text.utf8))
            let errors = try comparison.compare([body]).diagnostics.filter {
                $0.severity == .error
            }
            judge(instance, errors.map(\.message), result.diagnostics, &outcome)
        }
        let messages = result.diagnostics.map(\.message)
        if messages.isEmpty, text.contains("value: JSON"),
            ["\"properties\"", "\"items\""].contains(where: schema.contains)
        {
            outcome.faults.append("\(name): JSON without a finding\n  \(schema)")
        }
        for keyword in keywords.sorted()
        where !messages.contains(where: { $0.contains("`\(keyword)`") })
            && !text.contains("\(keyword): ")
        {
            outcome.faults.append("\(name): nothing is said of '\(keyword)'\n  \(schema)")
        }
        return outcome
    }
}

extension SuiteGroup {
    /// Judges what was found of an instance.
    private func judge(
        _ instance: Instance,
        _ errors: [String],
        _ report: [Diagnostic],
        _ outcome: inout Outcome
    ) {
        func fault(_ message: String) {
            outcome.faults.append(
                "\(name): \(instance.name): \(message)\n  \(schema)\n  \(instance.text)"
            )
        }
        switch (instance.isValid, errors.isEmpty) {
        case (true, true): outcome.accepted += 1
        case (false, false): outcome.refused += 1
        case (true, false):
            let isReported = !outcome.rules.subtracting(["guessed"]).isEmpty
            let isGuessed = errors.allSatisfy { isGuess($0, report.map(\.message)) }
            if isReported || isGuessed || isOutOfRange(instance.text) || isAnnotated(instance.name)
            {
                outcome.excused += 1
            } else {
                fault(errors.joined(separator: "; "))
            }
        case (false, true):
            guard report.isEmpty, !isLenient, !isOutOfRange(instance.text) else { return }
            fault("accepted without a finding")
        }
    }

    /// Whether a schema declares something that generated code reads leniently, by design: unknown values of
    /// enums and unions are kept, unknown keys are ignored, most formats are texts, and values break constraints.
    private var isLenient: Bool {
        if !keywords.isDisjoint(with: Self.constraints) { return true }
        return [
            "\"const\"", "\"enum\"", "\"format\"", "\"type\":[", "\"type\":\"null\"", "anyOf",
            "Properties\":false", "\"patternProperties\"", "\"contentMediaType\"",
        ].contains(where: schema.contains)
    }

    /// The keywords that a schema of ours has, too, and that reading does not check.
    private static let constraints: Set = [
        "exclusiveMaximum", "exclusiveMinimum", "maximum", "maxItems", "maxLength", "minimum",
        "minItems", "minLength", "multipleOf", "pattern", "uniqueItems",
    ]

    /// Whether a value does not fit because the kind of a schema without `type` was guessed.
    private func isGuess(_ error: String, _ messages: [String]) -> Bool {
        let guesses = [
            ("taken for an object", "found an object"), ("taken for an array", "found an array"),
            ("taken for a text", "found text"),
        ]
        return error.contains(", found ") && !error.contains("expected the key")
            && guesses.contains { message, found in
                messages.contains { $0.contains(message) } && !error.contains(found)
            }
    }

    /// Whether the suite says of an instance that a format or an encoding is not to be checked; a `Date` is.
    private func isAnnotated(_ name: String) -> Bool {
        name.hasSuffix("is only an annotation by default") || name.hasSuffix("validates true")
    }

    /// Whether an instance is a number that no `Int` holds, or that has a fraction of zero.
    private func isOutOfRange(_ text: String) -> Bool {
        Double(text) != nil && Int64(text) == nil
    }
}

extension YAMLNode {
    /// The keywords that restrict values further than a schema does, in any schema of this one.
    fileprivate var keywords: Set<String> {
        keywords(inNames: false)
    }

    private func keywords(inNames: Bool) -> Set<String> {
        guard case .mapping(let pairs) = content else {
            guard case .sequence(let elements) = content else { return [] }
            return elements.reduce(into: []) { $0.formUnion($1.keywords(inNames: false)) }
        }
        return pairs.reduce(into: []) { found, pair in
            let key = pair.key.text ?? ""
            let isOff = Self.flags.contains(key) && pair.value.text == "false"
            if !inNames, !isOff, Self.restrictions.contains(key) { found.insert(key) }
            if !inNames, ["const", "enum", "default", "examples"].contains(key) { return }
            let areNames = !inNames && Self.containers.contains(key)
            found.formUnion(pair.value.keywords(inNames: areNames))
        }
    }

    private static let containers: Set = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas",
        "dependencies", "dependentRequired",
    ]
    /// The keywords that restrict nothing where they are false.
    private static let flags: Set = ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"]
    private static let restrictions: Set = [
        "contains", "contentSchema", "dependencies", "dependentRequired", "dependentSchemas",
        "exclusiveMaximum",
        "exclusiveMinimum", "if", "maxContains", "maximum", "maxItems", "maxLength",
        "maxProperties", "minContains", "minimum", "minItems", "minLength", "minProperties",
        "multipleOf", "not", "pattern", "propertyNames", "unevaluatedItems", "uniqueItems",
    ]
}
