/// The types and protocols that an output declares, before or after a change.
///
/// A class, so that files are read once, and only when a change needs them.
final class DeclaredTypes {
    private let texts: () -> [[UInt8]]
    private lazy var sources = texts()
    /// The file of each top-level type.
    private lazy var places = Self.places(in: sources)
    private var outlines: [Int: SwiftOutline] = [:]

    /// Takes the files of an output.
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

    /// The name of a top-level declaration; nil for any other line.
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

    /// The file that declares a type or its outermost type; nil if the output has none.
    func outline(declaring type: String) -> SwiftOutline? {
        guard let index = places[type.prefix { $0 != "." }.identifier] else { return nil }
        if let outline = outlines[index] { return outline }
        let outline = SwiftOutline(of: sources[index])
        outlines[index] = outline
        return outline
    }

    /// The type behind an alias, to the extent that it is declared: for `User.ID`, the type of the
    /// property `id`, and for a distinct identity type, that of its raw value.
    func resolved(_ type: String) -> String {
        var type = type
        // Aliases of aliases are rare, and circular ones do not compile.
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

    /// `Int` for `TypedIdentity<User, Int>`, which has the same JSON; nil for any other type.
    static func rawValue(ofIdentity type: String) -> String? {
        let name = type.hasPrefix("RepositoryValues.") ? type.dropFirst(17) : type[...]
        guard name.hasPrefix("TypedIdentity<"), name.hasSuffix(">"),
            let comma = name.lastIndex(of: ",")
        else { return nil }
        return name[name.index(after: comma)...].dropLast().trimmingPrefix(" ").description
    }
}
