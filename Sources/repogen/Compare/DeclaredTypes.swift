/// The types and protocols that an output declares, before or after a change of it.
///
/// A class, for it keeps what it has read: nothing is read before a change asks for it.
final class DeclaredTypes {
    private let texts: () -> [[UInt8]]
    private lazy var sources = texts()
    /// Where each type of the top level is declared.
    private lazy var places = Self.places(in: sources)
    private var outlines: [Int: SwiftOutline] = [:]

    /// Takes what stands in the files of an output.
    init(_ texts: @escaping () -> [[UInt8]]) {
        self.texts = texts
    }

    private static func places(in sources: [[UInt8]]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (index, source) in sources.enumerated() {
            for line in source.split(separator: UInt8(ascii: "\n")) {
                guard let name = declaredName(line), places[name] == nil else { continue }
                places[name] = index
            }
        }
        return places
    }

    /// What a line of the top level declares; nil of every other line.
    private static func declaredName(_ line: ArraySlice<UInt8>) -> String? {
        guard let first = line.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
            return nil
        }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        let keywords: Set<Substring> = ["struct", "enum", "class", "protocol", "typealias"]
        guard let keyword = words.firstIndex(where: keywords.contains),
            words.indices.contains(keyword + 1)
        else { return nil }
        return words[keyword + 1].identifier
    }

    /// The file that declares a type, or the type around it; nil where no file of the output does.
    func outline(declaring type: String) -> SwiftOutline? {
        guard let index = places[type.prefix { $0 != "." }.identifier] else { return nil }
        if let outline = outlines[index] { return outline }
        let outline = SwiftOutline(of: sources[index])
        outlines[index] = outline
        return outline
    }

    /// The type that another name stands for, as far as that is declared: of `User.ID` the type of the
    /// property `id`, and of an identity of its own type that of its raw value.
    func resolved(_ type: String) -> String {
        var type = type
        // Names of names are few; those that stand for themselves do not compile.
        for _ in 0..<8 {
            guard let target = target(of: type) else { break }
            type = target
        }
        return type
    }

    private func target(of type: String) -> String? {
        if let plain = Self.rawValue(ofIdentity: type) { return plain }
        guard let outline = outline(declaring: type) else { return nil }
        let declarations = outline.declarations
        if let alias = declarations.first(where: { $0.kind == .alias && $0.path == type }) {
            return alias.detail
        }
        guard type.hasSuffix(".ID") else { return nil }
        let identity = type.dropLast("ID".count) + "id"
        return declarations.first { $0.kind == .property && $0.path == identity }?.detail
    }

    /// `Int` of `TypedIdentity<User, Int>`, which is the same on the wire; nil of any other type.
    static func rawValue(ofIdentity type: String) -> String? {
        let name = type.hasPrefix("RepositoryValues.") ? type.dropFirst(17) : type[...]
        guard name.hasPrefix("TypedIdentity<"), name.hasSuffix(">"),
            let comma = name.lastIndex(of: ",")
        else { return nil }
        return name[name.index(after: comma)...].dropLast().trimmingPrefix(" ").description
    }
}
