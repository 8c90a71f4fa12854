import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import YAMLTree

/// A schema of the JSON Schema test suite, with valid and invalid instances.
struct SuiteGroup {
    /// The result for a schema and its instances.
    struct Outcome {
        /// Whether anything besides the object around the instance is declared.
        var isDeclared = false
        /// The rules in the import's report, except for unsupported restrictions.
        var rules: Set<String> = []
        /// The number of accepted valid instances.
        var accepted = 0
        /// The number of rejected valid instances whose difference is reported.
        var excused = 0
        /// The number of rejected invalid instances.
        var refused = 0
        /// The failures.
        var faults: [String] = []
    }

    /// A JSON value, which is valid for the schema or not.
    private struct Instance {
        var text: String
        var isValid: Bool
        var name: String
    }

    private let name: String
    private let schema: String
    private let instances: [Instance]
    private let keywords: Set<String>

    /// Parses a group of the suite.
    ///
    /// - Parameters:
    ///   - node: The group.
    ///   - path: The path of its file.
    ///   - dialect: The `$schema`, if the schema has none.
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
    /// Evaluates the result for an instance.
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

    /// Whether generated code is lenient for the schema by design: unknown cases and keys are
    /// accepted, most formats are strings, and constraints are not checked.
    private var isLenient: Bool {
        if !keywords.isDisjoint(with: Self.constraints) { return true }
        return [
            "\"const\"", "\"enum\"", "\"format\"", "\"type\":[", "\"type\":\"null\"", "anyOf",
            "Properties\":false", "\"patternProperties\"", "\"contentMediaType\"",
        ].contains(where: schema.contains)
    }

    /// The supported keywords that decoding does not check.
    private static let constraints: Set = [
        "exclusiveMaximum", "exclusiveMinimum", "maximum", "maxItems", "maxLength", "minimum",
        "minItems", "minLength", "multipleOf", "pattern", "uniqueItems",
    ]

    /// Whether a mismatch is due to the guessed type of a schema without `type`.
    private func isGuess(_ error: String, _ messages: [String]) -> Bool {
        let guesses = [
            ("assumed to be an object", "found an object"),
            ("assumed to be an array", "found an array"),
            ("assumed to be a string", "found a string"),
        ]
        return error.contains(", found ") && !error.contains("expected the key")
            && guesses.contains { message, found in
                messages.contains { $0.contains(message) } && !error.contains(found)
            }
    }

    /// Whether the suite marks a format or an encoding of an instance as unchecked; a `Date` is
    /// checked.
    private func isAnnotated(_ name: String) -> Bool {
        name.hasSuffix("is only an annotation by default") || name.hasSuffix("validates true")
    }

    /// Whether an instance is a number out of the range of `Int`, or with a zero fraction.
    private func isOutOfRange(_ text: String) -> Bool {
        Double(text) != nil && Int64(text) == nil
    }
}

extension YAMLNode {
    /// The keywords that restrict values more than the language, anywhere in the schema.
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
    /// The keywords that restrict nothing if they are false.
    private static let flags: Set = ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"]
    private static let restrictions: Set = [
        "contains", "contentSchema", "dependencies", "dependentRequired", "dependentSchemas",
        "exclusiveMaximum",
        "exclusiveMinimum", "if", "maxContains", "maximum", "maxItems", "maxLength",
        "maxProperties", "minContains", "minimum", "minItems", "minLength", "minProperties",
        "multipleOf", "not", "pattern", "propertyNames", "unevaluatedItems", "uniqueItems",
    ]
}
