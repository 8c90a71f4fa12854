import Diagnostics
import YAMLTree

/// What a schema says of how a service writes things.
struct ConventionsDeclaration: Hashable, Sendable {
    /// How it is written, to say where what stands.
    let node: YAMLNode
    /// The conventions that these begin with, by name.
    var like: Located<String>?
    /// What is said beside them.
    var own = CheckedConventions()
    /// Whether all of it could be read.
    var isWhole = true

    init(_ node: YAMLNode) {
        self.node = node
    }

    /// A key with what stands behind it, by the keys on the way: `["paging", "page"]`; nil where it is
    /// not written here.
    func pair(at path: [String]) -> YAMLPair? {
        var found: YAMLPair?
        var content = node.content
        for key in path {
            guard case .mapping(let pairs) = content,
                let pair = pairs.first(where: { $0.key.scalarText == key })
            else { return nil }
            found = pair
            content = pair.value.content
        }
        return found
    }

    /// The place of a key that the author chose, below those on the way: `requests.list.query`.
    func place(of path: String, key: String) -> SourceRange? {
        let keys = path.split(separator: ".").map(String.init)
        guard case .mapping(let pairs) = pair(at: keys)?.value.content else { return nil }
        return pairs.first { $0.key.scalarText == key }?.key.range
    }
}

extension ConventionsDeclaration {
    /// What is said, over what those of the name say.
    var conventions: CheckedConventions {
        guard let named = like.flatMap({ ConventionsProfile.conventions(named: $0.value) }) else {
            return own
        }
        var all = own.overriding(named)
        all.beginsAnew = true
        return all
    }
}
