import Diagnostics

/// The structures that include each mixin, and how their APIs write keys and dates.
///
/// An inline object in a mixin is one value for all of these structures, and is written like them.
struct MixinIncluders {
    /// The settings of an API that decide how an object is written.
    struct WireStyle: Hashable {
        let keys: KeyStrategy
        let dates: [DateFormat]

        init(_ api: APIDeclaration?) {
            keys = api?.keys ?? .exact
            dates = api?.dates ?? [.iso8601]
        }
    }

    /// A structure that includes a mixin, directly or through another one.
    struct Includer {
        let heading: DeclarationHeading
        let api: APIDeclaration?
        /// The place of the include.
        let include: Located<String>

        var style: WireStyle { WireStyle(api) }
    }

    private var includers: [String: [Includer]] = [:]

    init(_ index: SchemaIndex) {
        for structure in index.structures where !structure.includes.isEmpty {
            let api = index.api(of: structure.heading, in: structure.document)
            for (mixin, include) in index.mixins.reached(from: structure.includes) {
                includers[mixin, default: []].append(
                    Includer(heading: structure.heading, api: api, include: include)
                )
            }
        }
    }

    subscript(mixin: String) -> [Includer] { includers[mixin] ?? [] }
}

extension SchemaIndex {
    /// The index in which inline objects in mixins belong to the API of the including structures.
    func assigningObjectsOfMixins() -> SchemaIndex {
        guard documents.contains(where: { $0.values.contains { $0.mixin != nil } }) else {
            return self
        }
        let includers = MixinIncluders(self)
        var documents = documents
        for (number, document) in documents.enumerated() {
            for (place, value) in document.values.enumerated() {
                guard let mixin = value.mixin, let first = includers[mixin].first,
                    let api = first.api
                else { continue }
                documents[number].values[place].heading.api = Located(
                    api.heading.name.value,
                    at: first.include.range
                )
            }
        }
        return SchemaIndex(documents, reservedNames: reservedNames, conformances: conformances)
    }
}

/// Checks that all structures that include a mixin with an inline object write it in the same way.
struct MixinObjectCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let values = index.documents.flatMap(\.values).filter { $0.mixin != nil }
        guard !values.isEmpty else { return [] }
        let includers = MixinIncluders(index)
        return values.compactMap { diagnostic(for: $0, includers) }
    }

    private func diagnostic(
        for value: StructureDeclaration,
        _ includers: MixinIncluders
    ) -> Diagnostic? {
        guard let mixin = value.mixin, let property = value.inlineProperty,
            let first = includers[mixin].first,
            let other = includers[mixin].first(where: { $0.style != first.style })
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.inlineProperties,
            "the object in '\(property.shortened(to: 60))' is one value in \(first.described) and "
                + "\(other.described), which include \(mixin), but they write keys or dates "
                + "differently",
            at: value.heading.name.range,
            notes: [
                Diagnostic.Note("included here", at: first.include.range),
                Diagnostic.Note("and here", at: other.include.range),
            ],
            hint: "declare a value with its `api:` for each, and declare the property there"
        )
    }
}

extension MixinIncluders.Includer {
    /// Its name in a message.
    fileprivate var described: String {
        heading.name.value + (api.map { " of \($0.heading.name.value)" } ?? ", of no API,")
    }
}
