import Diagnostics
import SchemaLanguage

/// An object of a union with a discriminator: what is in it can be anywhere before the tag, so that it is
/// kept until the object ends.
struct TaggedObject {
    let union: CheckedUnion
    /// Where it begins.
    let place: SourcePosition
    /// What follows its beginning.
    private(set) var parts: [(token: JSONToken, place: SourcePosition)] = []
    private var depth = 1
    private var isTag = false
    private var tag: String?

    init(of union: CheckedUnion, at place: SourcePosition) {
        self.union = union
        self.place = place
    }

    /// Adds a part.
    ///
    /// - Returns: Whether the object ends with it.
    mutating func add(_ token: JSONToken, at place: SourcePosition) -> Bool {
        parts.append((token, place))
        if isTag {
            // Of two members with one key the last one counts.
            if case .text(let text) = token { tag = text } else { tag = nil }
        }
        isTag = false
        if depth == 1, case .key(let key) = token { isTag = key == union.discriminator }
        depth += token.depth
        return depth == 0
    }

    /// The type that the tag says; nil where it is none that the union knows.
    var type: CheckedType? {
        union.cases.first { declared in
            if case .tag(let text) = declared.mark { text == tag } else { false }
        }?.type
    }
}
