import SchemaLanguage

@testable import SwiftEmitter

/// Writes the Swift code that creates random values of the types of a schema and checks the laws on
/// them.
struct DriverWriter {
    private let seed: UInt64
    private let schema: CheckedSchema
    private let names: DeclarationNames
    private let types: TypeTranslator
    private var making: [String] = []
    private var checks: [String] = []

    /// Returns the name of the function that checks a schema.
    static func function(_ seed: UInt64) -> String { "checkSchema\(seed)" }

    /// Returns the main file of the program that checks schemas.
    ///
    /// - Parameters:
    ///   - seeds: The seeds of the schemas.
    ///   - count: The number of values to try of each type.
    /// - Returns: The main file.
    static func program(_ seeds: [UInt64], count: Int) -> String {
        """
        import LawKit

        @main
        struct LawProgram {
            static func main() {
                var run = LawKit.LawRun(count: \(count))
        \(seeds.map { "        \(function($0))(&run)\n" }.joined())\
                run.finish()
            }
        }

        """
    }

    /// Creates a writer for a schema.
    init(_ schema: CheckedSchema, seed: UInt64) {
        self.seed = seed
        self.schema = schema
        names = DeclarationNames(schema)
        types = TypeTranslator(schema, names: names)
    }

    /// Returns whether the generated code of a schema is for a server too.
    ///
    /// Half of it is, so that the laws apply to both forms of drafts and patches.
    static func isServer(_ seed: UInt64) -> Bool { seed % 2 == 1 }

    /// Returns the text of the file that checks the schema.
    func text() -> String {
        var writer = self
        for enumeration in schema.enumerations { writer.add(enumeration) }
        for union in schema.unions { writer.add(union) }
        var values = schema.values[...]
        var entities = schema.entities[...]
        var endpoints = schema.endpoints[...]
        // The generated code lists the parameters of its initializers, in the order of the schema.
        let isServer = Self.isServer(seed)
        let translations = SchemaTranslator(schema, access: .public, isServer: isServer)
            .translations
        for file in translations.flatMap({ $0() }) {
            switch file.model {
            case let model as StructureModel:
                if let value = values.popFirst() { writer.add(value, model) }
            case let model as EntityModel:
                if let entity = entities.popFirst() { writer.add(entity, model) }
            case let model as EndpointModel:
                if let endpoint = endpoints.popFirst() { writer.add(endpoint, model) }
            default: break
            }
        }
        return """
            import Foundation
            import LawKit
            import RepositoryRuntime

            func \(Self.function(seed))(_ run: inout LawKit.LawRun) {
                run.begin(seed: \(seed))
            \(writer.checks.map { "    \($0)\n" }.joined())}

            \(writer.making.joined(separator: "\n"))
            """
    }

    // MARK: - Declarations

    private mutating func add(_ enumeration: CheckedEnumeration) {
        let type = names[enumeration.head.name]
        let raws = enumeration.cases.map { literal($0.raw) }.joined(separator: ", ")
        let known = "\(type)(rawValue: values.element(of: \(raws)))"
        make(
            type,
            enumeration.keepsUnknown
                ? "values.random.once(in: 3) ? \(type)(rawValue: values.next()) : \(known)"
                // The schema declares this raw value, so it is a known case.
                : "\(known) ?? .arbitrary(&values)"
        )
        check(type, enumeration.traits, isExact: false)
    }

    private mutating func add(_ union: CheckedUnion) {
        let type = names[union.head.name]
        var makers = union.cases.map { declared in
            let name = names.enumerationCase(declared.name, of: union.head.name).text
            return ".\(name)(values.next(\(dates(in: declared.type))))"
        }
        if union.keepsUnknown {
            if let discriminator = union.discriminator {
                let key = StringLiteral.literal(discriminator)
                makers.append(".unknown(values.unknown(taggedBy: \(key)))")
            } else {
                let kinds = union.cases.compactMap { declared in
                    if case .kind(let kind) = declared.mark { ".\(kind.rawValue)" } else { nil }
                }
                // If every kind has a case, no value is unknown.
                if kinds.count < WireKind.allCases.count {
                    let list = kinds.joined(separator: ", ")
                    makers.append(".unknown(values.unknown(besides: [\(list)]))")
                }
            }
        }
        let cases = makers.enumerated().map { index, maker in
            "        \(index == makers.count - 1 ? "default" : "case \(index)"): \(maker)\n"
        }
        make(type, "switch values.caseNumber(of: \(makers.count)) {\n\(cases.joined())        }")
        check(type, union.traits, isExact: true)
    }

    private mutating func check(_ type: String, _ traits: DeclarationTraits, isExact: Bool) {
        let equal = traits.isHashable ? "==" : "LawKit.sameJSON"
        checks.append("run.checkElement(\(type).self, equal: \(equal))")
        if traits.conformances.contains("Codable") {
            checks.append(
                "run.checkCodableElement(\(type).self, isExact: \(isExact), equal: \(equal))"
            )
        }
    }

    private func literal(_ raw: CheckedEnumeration.RawValue) -> String {
        switch raw {
        case .string(let text): StringLiteral.literal(text)
        case .integer(let number): number
        }
    }

    private mutating func add(_ value: CheckedStructure, _ model: StructureModel) {
        make(model.name, model.parameters, value.properties)
        check(model.name, value.properties, value.traits)
    }

    private mutating func add(_ entity: CheckedEntity, _ model: EntityModel) {
        let type = model.structure.name
        let read = [entity.identity] + entity.properties.filter { $0.direction != .writeOnly }
        make(type, model.structure.parameters, read)
        check(type, read, entity.traits)
        guard let draft = model.draft, let patch = model.patch else { return }
        let drafted =
            (entity.identityOrigin == .server ? [] : [entity.identity])
            + entity.properties.filter { $0.direction != .readOnly }
        make("\(type).Draft", draft.parameters, drafted)
        checkSent("\(type).Draft", drafted, entity.traits)
        let patched = entity.properties.filter {
            $0.direction == .readWrite || $0.direction == .writeOnly
        }
        make("\(type).Patch", patch.parameters, patched)
        checkSent("\(type).Patch", patched, Self.isServer(seed) ? entity.traits : .standard)
    }

    private mutating func add(_ endpoint: CheckedEndpoint, _ model: EndpointModel) {
        let type = "Endpoint.\(model.name)"
        let forms = endpoint.parameters.map { dates(in: $0.type, $0.wire) }
        let all = forms + (endpoint.body == nil ? [] : [""])
        make(type, model.parameters, all.map { "values.next(\($0))" })
        checks.append("run.checkRequest(\(type).self)")
        guard Self.isServer(seed) else { return }
        let bodies = (endpoint.body.map { [$0] } ?? []) + endpoint.failures.map(\.type)
        for type in bodies + endpoint.response.types {
            checks.append("run.checkServed(\(types.type(type)).self)")
        }
    }

    // MARK: - Structures

    private mutating func make(
        _ type: String,
        _ parameters: String,
        _ properties: [CheckedProperty]
    ) {
        let values = properties.map { property in
            let next = property.defaultValue == nil ? "next" : "nextOrDefault"
            return "values.\(next)(\(dates(in: property.type, property.wire)))"
        }
        make(type, parameters, values)
    }

    private mutating func make(_ type: String, _ parameters: String, _ values: [String]) {
        let labels = ParameterLabels.labels(in: parameters)
        var arguments = zip(labels, values).map { label, value in
            // A parameter needs backticks in some places where an argument with the same label does
            // not.
            SwiftKeywords.inArguments.contains(label)
                ? "`\(label)`: \(value)" : "\(label): \(value)"
        }
        if labels.count == values.count + 1, labels.last == "unknownKeys" {
            arguments.append("unknownKeys: values.unknownKeys()")
        }
        make(
            type,
            "\(type)(" + arguments.map { "\n            \($0)" }.joined(separator: ",") + ")"
        )
    }

    private mutating func make(_ type: String, _ expression: String) {
        making.append(
            """
            extension \(type): LawKit.Arbitrary {
                public static func arbitrary(_ values: inout LawKit.RandomValues) -> \(type) {
                    \(expression)
                }
            }

            """
        )
    }

    private mutating func check(
        _ type: String,
        _ properties: [CheckedProperty],
        _ traits: DeclarationTraits
    ) {
        let required = properties.filter { [.required, .nullable].contains($0.presence) }
        let equal = traits.isHashable ? "==" : "LawKit.sameJSON"
        checks.append(
            "run.check(\(type).self, keys: \(keys(properties, traits)), "
                + "required: \(set(required)), equal: \(equal))"
        )
        if traits.conformances.contains("Codable") {
            checks.append("run.checkCodable(\(type).self, equal: \(equal))")
        }
    }

    private mutating func checkSent(
        _ type: String,
        _ properties: [CheckedProperty],
        _ traits: DeclarationTraits
    ) {
        let keys = keys(properties, traits)
        checks.append(
            Self.isServer(seed)
                ? "run.check(\(type).self, keys: \(keys), required: [], equal: LawKit.sameJSON)"
                : "run.checkSent(\(type).self, keys: \(keys))"
        )
    }

    private func keys(_ properties: [CheckedProperty], _ traits: DeclarationTraits) -> String {
        traits.keepsUnknownKeys
            ? "LawKit.RandomValues.unknownKeyNames.union(\(set(properties)))" : set(properties)
    }

    private func set(_ properties: [CheckedProperty]) -> String {
        "[" + properties.map { StringLiteral.literal($0.key) }.joined(separator: ", ") + "]"
    }

    /// Returns the precision of the dates in a type.
    private func dates(in type: CheckedType, _ wire: WireForm = .own) -> String {
        switch type {
        case .array(let inner), .dictionary(let inner), .nullable(let inner):
            dates(in: inner, wire)
        case .scalar(let name):
            schema.scalars.first { $0.head.name == name }.map { dates(of: $0.wire) } ?? ""
        default: dates(of: wire)
        }
    }

    /// Returns the precision of dates in a wire form.
    private func dates(of wire: WireForm) -> String {
        guard case .date(let formats) = wire else { return "" }
        let all =
            switch formats {
            case .own(let own): own
            case .api(let name): schema.apis.first { $0.head.name == name }?.dates ?? []
            }
        return switch all.first {
        case .rfc1123: ".seconds"
        case .dateOnly: ".days"
        default: ""
        }
    }
}
