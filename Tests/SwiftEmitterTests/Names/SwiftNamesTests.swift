import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct SwiftNamesTests {
    /// A declaration with a name that generated code uses would shadow it.
    @Test(arguments: [CheckedSchema.sample, .shop])
    func whatGeneratedCodeNamesIsReserved(schema: CheckedSchema) throws {
        let declared = Set(
            schema.apis.map(\.head.name) + schema.enumerations.map(\.head.name)
                + schema.scalars.map(\.head.name) + schema.unions.map(\.head.name)
                + schema.values.map(\.head.name) + schema.entities.map(\.head.name)
                + schema.endpoints.map(\.head.name)
                + schema.repositories.flatMap {
                    [$0.head.name, $0.head.name + "Protocol", $0.head.name + "Mock"]
                }
        )
        // The schema chooses its conformances, and their names do not restrict declarations.
        let conformances = ["Codable", "CodingKeyRepresentable"]
        let known = declared.union(PrimitiveType.allCases.map(\.rawValue))
            .union(["Foundation", "FoundationEssentials"] + conformances)
            .union(SwiftNames.qualifiableTypes.keys)
        var used: Set<String> = []
        for file in try SwiftEmitter().emit(schema) {
            for line in file.contents.split(separator: "\n") {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//") else { continue }
                // Every second part is a literal, because the literals of the sample contain no
                // quotes.
                for part in code.split(separator: "\"", omittingEmptySubsequences: false)
                    .enumerated()
                where part.offset.isMultiple(of: 2) {
                    used.formUnion(
                        part.element.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                            .map(String.init).filter { $0.first?.isUppercase == true }
                    )
                }
            }
        }
        let free = used.subtracting(known).filter { !SwiftNames.isReservedTypeName($0) }
        #expect(free.isEmpty, "\(free.sorted())")
        #expect(used.contains("DictionaryReader"))
    }

    @Test(arguments: ["Entity", "Draft", "Response", "Type", "RuntimeVersion", "Hashable"])
    func reservedNamesSayWhatHasThem(name: String) throws {
        #expect(SwiftNames.isReservedTypeName(name))
        let owner = try #require(SwiftNames.reservedTypeNames[name])
        #expect(owner.hasPrefix("a ") || owner == "reserved by Swift")
    }

    @Test(arguments: ["Message", "Order", "Repository", "Task", "Stage"])
    func usualNamesAreFree(name: String) {
        #expect(!SwiftNames.isReservedTypeName(name))
    }
}
