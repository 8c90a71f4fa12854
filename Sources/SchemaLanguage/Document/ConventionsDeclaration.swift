import Diagnostics
import YAMLTree

/// The conventions of a service as written in a schema.
struct ConventionsDeclaration: Hashable, Sendable {
    /// The node, for the places of their keys.
    let node: YAMLNode
    /// The profile that they are based on.
    var like: Located<String>?
    /// The conventions in addition to it.
    var own = CheckedConventions()
    /// Whether they could be read completely.
    var isWhole = true

    init(_ node: YAMLNode) {
        self.node = node
    }

    /// A key with its value, by the path of keys: `["paging", "page"]`; nil if it is not written
    /// here.
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

    /// The place of a key that the author chose, below a path of keys: `requests.list.query`.
    func place(of path: String, key: String) -> SourceRange? {
        let keys = path.split(separator: ".").map(String.init)
        guard case .mapping(let pairs) = pair(at: keys)?.value.content else { return nil }
        return pairs.first { $0.key.scalarText == key }?.key.range
    }
}

extension ConventionsDeclaration {
    /// The written conventions, merged with those of the profile.
    var conventions: CheckedConventions {
        guard let named = like.flatMap({ ConventionsProfile.conventions(named: $0.value) }) else {
            return own
        }
        var all = own.overriding(named)
        all.beginsAnew = true
        return all
    }
}
