import Diagnostics
import SchemaLanguage

/// An object of a union with a discriminator, buffered until it ends, as the tag may come last.
struct TaggedObject {
    let union: CheckedUnion
    /// The position of its start.
    let place: SourcePosition
    /// The tokens after its start.
    private(set) var parts: [(token: JSONToken, place: SourcePosition)] = []
    private var depth = 1
    private var isTag = false
    private var tag: String?

    init(of union: CheckedUnion, at place: SourcePosition) {
        self.union = union
        self.place = place
    }

    /// Adds a token.
    ///
    /// - Returns: Whether the object ends with it.
    mutating func add(_ token: JSONToken, at place: SourcePosition) -> Bool {
        parts.append((token, place))
        if isTag {
            // Of duplicate keys, the last one counts.
            if case .text(let text) = token { tag = text } else { tag = nil }
        }
        isTag = false
        if depth == 1, case .key(let key) = token { isTag = key == union.discriminator }
        depth += token.depth
        return depth == 0
    }

    /// The type for the tag; nil if the union does not know it.
    var type: CheckedType? {
        union.cases.first { declared in
            if case .tag(let text) = declared.mark { text == tag } else { false }
        }?.type
    }
}
