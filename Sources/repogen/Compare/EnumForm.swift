/// The raw values of an enumeration, without the names of its cases.
struct EnumForm: Equatable {
    private let values: Set<String>
    /// The type of the values: `String`, `Int8`.
    private let rawType: String
    private let isOpen: Bool

    /// Reads an enumeration; nil for any other declaration.
    init?(of type: String, in outline: SwiftOutline) {
        let declarations = outline.declarations.filter { $0.scope == type }
        let names = outline.conformances(of: type)
        isOpen = names.contains("OpenEnum")
        if isOpen {
            guard let writing = declarations.first(where: { $0.name == "rawValue" }) else {
                return nil
            }
            let facts = MemberFacts.facts(in: writing, isOfProtocol: false)
            values = Set(facts.compactMap { $0.facts[.key] })
            rawType = writing.detail
        } else {
            guard names.contains("ClosedEnum"), let first = names.first else { return nil }
            let cases = declarations.filter { $0.kind == .enumerationCase }
            values = Set(cases.compactMap(outline.rawValue))
            rawType = first
        }
    }

    /// Whether the values are encoded like those of another enumeration.
    func difference(from other: EnumForm) -> TypeComparison.Difference {
        if self == other { return .none }
        // Unknown values that both keep may still be the same.
        return isOpen && other.isOpen && rawType == other.rawType ? .unknown : .certain
    }
}
