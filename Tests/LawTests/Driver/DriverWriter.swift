import SchemaLanguage

@testable import SwiftEmitter

/// Writes the Swift that makes random values of what a schema declares, and holds them to the laws.
struct DriverWriter {
    private let seed: UInt64
    private let schema: CheckedSchema
    private let names: DeclarationNames
    private var making: [String] = []
    private var checks: [String] = []

    /// The name of the function that checks a schema.
    static func function(_ seed: UInt64) -> String { "checkSchema\(seed)" }

    /// The program that checks schemas.
    ///
    /// - Parameters:
    ///   - seeds: Their seeds.
    ///   - count: How many values of each type are tried.
    /// - Returns: Its main file.
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

    init(_ schema: CheckedSchema, seed: UInt64) {
        self.seed = seed
        self.schema = schema
        names = DeclarationNames(schema)
    }

    /// The file of one schema.
    func text() -> String {
        var writer = self
        for enumeration in schema.enumerations { writer.add(enumeration) }
        for value in schema.values { writer.add(value) }
        for entity in schema.entities { writer.add(entity) }
        for endpoint in schema.endpoints { writer.add(endpoint) }
        return """
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
        make(type, conformance: "", enumeration.keepsUnknown
            ? """
            values.random.once(in: 3)
                ? \(type)(rawValue: values.next()) : \(type)(rawValue: values.element(of: \(raws)))
            """
            // The schema knows it, so it is one.
            : "\(type)(rawValue: values.element(of: \(raws))) ?? .arbitrary(&values)"
        )
    }

    private func literal(_ raw: CheckedEnumeration.RawValue) -> String {
        switch raw {
        case .string(let text): StringLiteral.literal(text)
        case .integer(let number): "\(number)"
        }
    }

    private mutating func add(_ value: CheckedStructure) {
        let type = names[value.head.name]
        var scope = NameScope(.property, reserved: SwiftNames.valueMembers)
        make(type, value.properties, in: &scope)
        check(type, value.properties, value.traits)
    }

    private mutating func add(_ entity: CheckedEntity) {
        let type = names[entity.head.name]
        var identity = NameScope(.property)
        let id = identity.identifier(for: "id").argument(value(of: entity.identity))
        var scope = NameScope(.property, reserved: SwiftNames.entityMembers)
        let identifiers = scope.identifiers(for: entity.properties.map(\.name))
        let members = Array(zip(entity.properties, identifiers))
        make(type, [id] + members.map { $1.argument(value(of: $0)) })
        check(type, [entity.identity] + entity.properties, entity.traits)
        let written = members.filter { $0.0.direction != .readOnly }
        let drafted = written.map { $1.argument(value(of: $0)) }
        make("\(type).Draft", (entity.identityOrigin == .server ? [] : [id]) + drafted)
        make("\(type).Patch", written.map { $1.argument(value(of: $0)) })
        let draftKeys = written.map(\.0.key) + [entity.identity.key]
        checks.append("run.checkSent(\(type).Draft.self, keys: \(set(draftKeys)))")
        checks.append("run.checkSent(\(type).Patch.self, keys: \(set(written.map(\.0.key))))")
    }

    private mutating func add(_ endpoint: CheckedEndpoint) {
        let type = "Endpoint.\(names[endpoint.head.name])"
        var scope = NameScope(.parameter, reserved: SwiftNames.endpointMembers)
        var arguments = zip(
            endpoint.parameters,
            scope.identifiers(for: endpoint.parameters.map(\.name))
        ).map { $1.argument("values.next(\(dates(of: $0.wire)))") }
        if endpoint.body != nil { arguments.append("body: values.next()") }
        make(type, arguments)
        checks.append("run.checkRequest(\(type).self)")
    }

    // MARK: - Structures

    private mutating func make(
        _ type: String,
        _ properties: [CheckedProperty],
        in scope: inout NameScope
    ) {
        let identifiers = scope.identifiers(for: properties.map(\.name))
        make(type, zip(properties, identifiers).map { $1.argument(value(of: $0)) })
    }

    private mutating func make(_ type: String, _ arguments: [String]) {
        let list = arguments.map { "\n            \($0)" }.joined(separator: ",")
        make(type, conformance: "", "\(type)(\(list))")
    }

    private mutating func make(_ type: String, conformance: String, _ expression: String) {
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
        let keys = "keys: \(set(properties.map(\.key))), required: \(set(required.map(\.key)))"
        checks.append("run.check(\(type).self, \(keys), equal: ==)")
    }

    private func set(_ keys: [String]) -> String {
        "[" + keys.map(StringLiteral.literal).joined(separator: ", ") + "]"
    }

    private func value(of property: CheckedProperty) -> String {
        "values.next(\(dates(of: property.wire)))"
    }

    /// How fine the dates are that a form can say.
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
