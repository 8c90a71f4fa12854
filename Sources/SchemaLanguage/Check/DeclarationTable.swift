/// The declarations of one kind, found by name in their documents.
///
/// Declarations are large, and a schema has thousands: each is copied only on demand.
struct DeclarationTable<Declaration: Sendable>: Sendable {
    private struct Place {
        var document: Int
        var position: Int
    }

    private let documents: [SchemaDocument]
    private let list: @Sendable (SchemaDocument) -> [Declaration]
    private let places: [String: Place]

    /// Makes a table; of two declarations with one name, the first counts.
    init(
        _ list: any KeyPath<SchemaDocument, [Declaration]> & Sendable,
        of documents: [SchemaDocument],
        heading: (Declaration) -> DeclarationHeading
    ) {
        self.documents = documents
        self.list = { $0[keyPath: list] }
        var places: [String: Place] = [:]
        for document in documents.indices {
            let declarations = documents[document][keyPath: list]
            for position in declarations.indices {
                let name = heading(declarations[position]).name.value
                if places[name] == nil {
                    places[name] = Place(document: document, position: position)
                }
            }
        }
        self.places = places
    }

    /// A declaration; nil if there is none with that name.
    subscript(name: String) -> Declaration? { places[name].map(declaration(at:)) }

    /// A declaration with its document; nil if there is none with that name.
    func withDocument(_ name: String) -> (Declaration, SchemaDocument)? {
        places[name].map { (declaration(at: $0), documents[$0.document]) }
    }

    /// Something about a declaration; nil if there is none with that name.
    func fact<Fact>(of name: String, _ fact: (Declaration) -> Fact) -> Fact? {
        places[name].map { fact(list(documents[$0.document])[$0.position]) }
    }

    private func declaration(at place: Place) -> Declaration {
        list(documents[place.document])[place.position]
    }
}
