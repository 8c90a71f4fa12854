/// The discriminator of a union and the payloads of its cases, without their names.
struct UnionForm {
    /// The payload of each case, in the order of the tags if there are any.
    let types: [String]
    private let tags: [String]
    private let discriminator: String?

    /// Reads a union; nil for any other declaration.
    init?(of type: String, in outline: SwiftOutline) {
        guard outline.conformances(of: type).contains("UnionValue") else { return nil }
        let declarations = outline.declarations.filter { $0.scope == type }
        let writing = declarations.first { $0.name == "encode(to:)" }
        let facts = writing.map { MemberFacts.facts(in: $0, isOfProtocol: false) } ?? []
        discriminator = facts.first { $0.member.isEmpty }?.facts[.discriminator]
        let cases = declarations.filter { $0.kind == .enumerationCase }.map { declaration in
            let tag = facts.first { $0.member == declaration.name.identifier }?.facts[.key]
            return (tag: tag ?? "", type: declaration.detail)
        }
        let sorted = discriminator == nil ? cases : cases.sorted { $0.tag < $1.tag }
        types = sorted.map(\.type)
        tags = sorted.map(\.tag)
    }

    /// Whether both have the same discriminator.
    func isLike(_ other: UnionForm) -> Bool {
        discriminator == other.discriminator && tags == other.tags
    }
}
