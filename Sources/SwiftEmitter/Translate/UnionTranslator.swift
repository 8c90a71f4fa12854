import SchemaLanguage

/// Translates unions.
struct UnionTranslator: Sendable {
    let headers: HeaderTranslator
    let types: TypeTranslator

    /// A union, for the template `Union`.
    func translate(_ union: CheckedUnion) -> UnionModel {
        let name = types.names[union.head.name]
        let cases = union.cases.map { declared in
            TranslatedUnionCase(
                name: types.names.enumerationCase(declared.name, of: union.head.name),
                type: types.type(declared.type),
                codec: types.codec(.own, for: declared.type),
                mark: declared.mark,
                doc: declared.doc
            )
        }
        let discriminator = union.discriminator.map { StringLiteral.literal($0) }
        var declarations = Block(capacity: cases.count + 2)
        var conversions = UnionConversions(
            name: name,
            discriminator: discriminator,
            keepsUnknown: union.keepsUnknown
        )
        for translated in cases {
            translated.declare(in: &declarations)
            conversions.add(translated)
        }
        if union.keepsUnknown {
            declarations.line("/// A value that the schema does not know, kept as it came.")
            declarations.line("case unknown(JSON)")
        }
        conversions.finish()
        return UnionModel(
            header: headers.header(of: union.head, types.imports(of: union.cases.map(\.type))),
            docs: Documentation.block(
                union.head.doc,
                or: "The union \(Documentation.code(union.head.name))."
            ),
            name: name,
            conformances: "UnionValue" + (union.traits.isHashable ? ", Hashable" : ""),
            indirect: union.isIndirect ? "indirect " : "",
            mark: union.discriminator.map { Documentation.code($0) } ?? "its kind",
            readerMark: discriminator.map { "try reader.discriminator(\($0))" } ?? "reader.kind",
            dictionaryMark: discriminator.map { "try source.discriminator(\($0))" }
                ?? "source.kind",
            cases: declarations,
            reads: conversions.reads,
            writes: conversions.writes,
            dictionaryReads: conversions.dictionaryReads,
            dictionaryWrites: conversions.dictionaryWrites,
            extensions: union.traits.extensions(of: name)
        )
    }
}

/// A case of a union with what Swift needs to say of it.
private struct TranslatedUnionCase {
    let name: SwiftIdentifier
    let type: String
    /// The codec of the value, where it has not the form of its type.
    let codec: String?
    let mark: CheckedUnion.Mark
    let doc: String?

    /// Declares the case: `case image(Image)`.
    func declare(in block: inout Block) {
        Documentation.append(doc, to: &block) { _ in }
        block.line("case ", name.name, "(", type, ")")
    }
}

/// The lines that read and write the cases of a union.
private struct UnionConversions {
    let name: String
    /// The key of the discriminator, as a literal.
    let discriminator: String?
    let keepsUnknown: Bool
    private(set) var reads = Block()
    private(set) var writes = Block()
    private(set) var dictionaryReads = Block()
    private(set) var dictionaryWrites = Block()

    init(name: String, discriminator: String?, keepsUnknown: Bool) {
        self.name = name
        self.discriminator = discriminator
        self.keepsUnknown = keepsUnknown
    }

    /// Adds a case.
    mutating func add(_ translated: TranslatedUnionCase) {
    }

    /// Adds what becomes of a value of no case.
    mutating func finish() {
    }
}
