import SchemaLanguage

/// Translates unions.
struct UnionTranslator: Sendable {
    let access: String
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
                mayNotFit: union.keepsUnknown && declared.mayNotFit,
                doc: declared.doc
            )
        }
        var declarations = Block(capacity: cases.count + 2)
        var conversions = UnionConversions(
            of: name,
            discriminator: union.discriminator.map { StringLiteral.literal($0) }
        )
        for translated in cases {
            translated.declare(in: &declarations)
            conversions.add(translated)
        }
        if union.keepsUnknown {
            declarations.line("/// A value that matches no case of the schema, kept unchanged.")
            declarations.line("case unknown(JSON)")
            conversions.keepUnknown()
        } else {
            conversions.refuseUnknown()
        }
        return UnionModel(
            header: headers.header(
                of: union.head,
                .values,
                types.imports(of: union.cases.map(\.type))
                    .union(Imports(modules: union.traits.modules))
            ),
            docs: Documentation.block(
                union.head.doc,
                or: "The union \(Documentation.code(union.head.name))."
            ),
            name: name,
            conformances: "UnionValue" + (union.traits.isHashable ? ", Hashable" : ""),
            indirect: union.isIndirect ? "indirect " : "",
            mark: union.discriminator.map { "named by \(Documentation.code($0))" }
                ?? "that matches the kind of JSON value",
            readerMark: conversions.readerMark,
            dictionaryMark: conversions.dictionaryMark,
            cases: declarations,
            reads: conversions.reads,
            writes: conversions.writes,
            dictionaryReads: conversions.dictionaryReads,
            dictionaryWrites: conversions.dictionaryWrites,
            extensions: Block(paragraphs: [
                union.traits.extensions(of: name), problems(of: union, name, cases.map(\.pattern)),
            ])
        )
    }

    /// An extension that reports the problems of a value; empty if no case has constraints.
    private func problems(of union: CheckedUnion, _ name: String, _ patterns: [String]) -> Block {
        let checked = zip(union.cases, patterns).filter {
            types.constrained.isConstrained($0.0.type)
        }
        guard !checked.isEmpty else { return Block() }
        var block = Block(capacity: checked.count + 8)
        block.line("nonisolated extension ", name, ": ", types.names.foreign("Constrained"), " {")
        block.line("    /// Reports the constraints that the value violates.")
        let collector = types.names.foreign("ProblemCollector")
        block.line("    ", access, "func reportProblems(to problems: inout ", collector, ") {")
        block.line("        switch self {")
        for (_, pattern) in checked { block.line("        ", pattern, "problems.check(value)") }
        if union.keepsUnknown || checked.count < union.cases.count {
            block.line("        default: break")
        }
        block.line("        }")
        block.line("    }")
        block.line("}")
        return block
    }
}

/// A case of a union with all the information for Swift.
private struct TranslatedUnionCase {
    let name: SwiftIdentifier
    let type: String
    /// The codec of the value, if it does not have the form of its type.
    let codec: String?
    let mark: CheckedUnion.Mark
    /// Whether a value of the kind may not match the case; it is kept then.
    let mayNotFit: Bool
    let doc: String?

    /// Declares the case: `case image(Image)`.
    func declare(in block: inout Block) {
        Documentation.append(doc, to: &block) { _ in }
        block.line("case ", name.name, "(", type, ")")
    }

    /// The case with its value: `case .image(let value): `.
    var pattern: String { "case .\(name.text)(let value): " }

    /// Makes the case: `self = .image(try reader.value())`.
    func made(of value: String) -> String { "self = .\(name.text)(try \(value))" }
}

/// The lines that decode and encode the cases of a union.
private struct UnionConversions {
    private let name: String
    /// The key of the discriminator, as a literal.
    private let discriminator: String?
    private(set) var reads = Block()
    private(set) var writes = Block()
    private(set) var dictionaryReads = Block()
    private(set) var dictionaryWrites = Block()

    init(of name: String, discriminator: String?) {
        self.name = StringLiteral.literal(name)
        self.discriminator = discriminator
    }

    /// The expression for the case in JSON.
    var readerMark: String {
        discriminator.map { "try reader.discriminator(\($0))" } ?? "reader.kind"
    }

    /// The expression for the case of a dictionary's value.
    var dictionaryMark: String {
        discriminator.map { "try DictionaryReader.discriminator(\($0), of: dictionaryValue)" }
            ?? "DictionaryReader.kind(of: dictionaryValue)"
    }

    /// Adds a case.
    mutating func add(_ translated: TranslatedUnionCase) {
        switch translated.mark {
        case .tag(let tag): add(translated, tag: StringLiteral.literal(tag))
        case .kind(let kind): add(translated, kind: kind.jsonKind)
        }
    }

    /// Adds a case that is identified by a tag.
    ///
    /// ```swift
    /// case "image": self = .image(try reader.value(taggedBy: "type"))
    /// case .image(let value): writer.value(value, tagged: "image", by: "type")
    /// ```
    private mutating func add(_ translated: TranslatedUnionCase, tag: String) {
        guard let discriminator else { return }
        let tagged = "taggedBy: \(discriminator)"
        reads.line("case ", tag, ": ", translated.made(of: "reader.value(\(tagged))"))
        dictionaryReads.line(
            "case ",
            tag,
            ": ",
            translated.made(of: "DictionaryReader.value(dictionaryValue, \(tagged))")
        )
        let arguments = "(value, tagged: \(tag), by: \(discriminator))"
        writes.line(translated.pattern, "writer.value", arguments)
        dictionaryWrites.line(translated.pattern, "DictionaryWriter.value", arguments)
    }

    /// Adds a case that is identified by the kind of value.
    ///
    /// ```swift
    /// case .number: self = .id(try reader.value())
    /// case .id(let value): value.encode(to: &writer)
    /// ```
    private mutating func add(_ translated: TranslatedUnionCase, kind: String) {
        if translated.mayNotFit {
            addReads(orUnknown: translated, kind: kind)
        } else {
            addReads(translated, kind: kind)
        }
        if let codec = translated.codec {
            writes.line(translated.pattern, codec, ".encode(value, to: &writer)")
            dictionaryWrites.line(translated.pattern, codec, ".dictionaryValue(of: value)")
        } else {
            writes.line(translated.pattern, "value.encode(to: &writer)")
            dictionaryWrites.line(translated.pattern, "value.dictionaryValue")
        }
    }

    private mutating func addReads(_ translated: TranslatedUnionCase, kind: String) {
        let read = translated.codec.map { "reader.value(using: \($0))" } ?? "reader.value()"
        let made =
            "\(translated.codec.map { "\($0).decode" } ?? translated.type)"
            + "(dictionaryValue: dictionaryValue)"
        reads.line("case ", kind, ": ", translated.made(of: read))
        dictionaryReads.line("case ", kind, ": ", translated.made(of: made))
    }

    /// Adds the decoding of a case whose type does not accept all values of the kind.
    ///
    /// ```swift
    /// case .number: self = try reader.value(of: Self.id, orUnknown: Self.unknown)
    /// ```
    private mutating func addReads(orUnknown translated: TranslatedUnionCase, kind: String) {
        let codec = translated.codec.map { ", using: \($0)" } ?? ""
        let arguments = "of: Self.\(translated.name.text)\(codec), orUnknown: Self.unknown)"
        reads.line("case ", kind, ": self = try reader.value(", arguments)
        dictionaryReads.line(
            "case ",
            kind,
            ": self = try DictionaryReader.value(dictionaryValue, ",
            arguments
        )
    }

    /// Adds the handling of a value that matches no case: it is kept.
    mutating func keepUnknown() {
        if discriminator == nil {
            // Null is not a value.
            reads.line("case .null: ", kindFailure)
            dictionaryReads.line("case .null: ", dictionaryKindFailure)
        }
        reads.line("default: self = .unknown(try reader.value())")
        dictionaryReads.line("default: self = .unknown(try JSON(dictionaryValue: dictionaryValue))")
        writes.line("case .unknown(let value): value.encode(to: &writer)")
        dictionaryWrites.line("case .unknown(let value): value.dictionaryValue")
    }

    /// Adds the handling of a value that matches no case: it is an error.
    mutating func refuseUnknown() {
        guard let discriminator else {
            reads.line("default: ", kindFailure)
            return dictionaryReads.line("default: ", dictionaryKindFailure)
        }
        let expected = "expected: \(name)"
        reads.line("default: throw reader.unknownTag(\(discriminator), \(expected))")
        dictionaryReads.line(
            "default: throw DictionaryReader.unknownTag(",
            "\(discriminator), in: dictionaryValue, \(expected))"
        )
    }

    private var kindFailure: String { "throw reader.unexpectedKind(expected: \(name))" }

    private var dictionaryKindFailure: String {
        "throw DictionaryReader.unexpectedKind(dictionaryValue, expected: \(name))"
    }
}

extension CheckedUnion.Case {
    /// Whether there are single values of the kind that its type does not accept: 5.5 is no `Int`.
    ///
    /// An object that lacks a key is not an unknown value but an error, and is reported.
    fileprivate var mayNotFit: Bool {
        guard case .kind(let kind) = mark, kind.isSingleValue else { return false }
        switch type {
        case .primitive(.string), .primitive(.bool), .identity(_, .string): return false
        default: return true
        }
    }
}
