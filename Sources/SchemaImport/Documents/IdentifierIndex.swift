import Diagnostics
import YAMLTree

/// The identifiers of schemas in a file, collected in one pass: `$id`, `$anchor` and
/// `$dynamicAnchor`, and in draft 4 `id`.
struct IdentifierIndex {
    /// A schema with its own URL, which is the base of the references in it.
    struct Resource {
        let url: ResourceURL
        let range: SourceRange
        let place: DocumentPlace
    }

    /// A schema with a name inside a resource.
    struct Anchor: Hashable {
        let resource: DocumentPlace
        let name: String
    }

    /// The resources, each before its nested ones; the first is the file.
    private(set) var resources: [Resource]
    /// The schemas with an anchor.
    private(set) var anchors: [Anchor: DocumentPlace] = [:]
    /// The names in `$dynamicAnchor`, including duplicates; that of `$recursiveAnchor` is empty.
    private(set) var dynamicNames: [String: Int] = [:]
    /// The schemas under `$defs` and `definitions`, in order.
    private(set) var definitions: [(place: DocumentPlace, node: YAMLNode)] = []

    private let path: String
    private let idKey: String
    /// Whether keywords next to `$ref` are ignored, as up to draft 7.
    private let isReferenceAlone: Bool
    private var keys: [String] = []

    /// Indexes a file.
    init(_ root: YAMLNode, path: String) {
        self.path = path
        let dialect = root["$schema"]?.text ?? ""
        let isOld = ["draft-03", "draft-04"].contains(where: dialect.contains)
        let isUnknown = dialect.isEmpty && root["$id"] == nil && root["id"]?.text != nil
        idKey = isOld || isUnknown ? "id" : "$id"
        isReferenceAlone = isOld || ["draft-06", "draft-07"].contains(where: dialect.contains)
        let place = DocumentPlace(path: path, keys: [])
        resources = [Resource(url: ResourceURL(path: path), range: root.range, place: place)]
        walk(root, in: resources[0], isContainer: false)
    }

    /// The innermost resource that contains a position.
    func resource(at position: SourcePosition) -> Resource {
        guard resources.count > 1 else { return resources[0] }
        return resources.last { $0.range.start <= position && position < $0.range.end }
            ?? resources[0]
    }

    private mutating func walk(_ node: YAMLNode, in resource: Resource, isContainer: Bool) {
        guard keys.count < 200 else { return }
        switch node.content {
        case .scalar: break
        case .sequence(let elements):
            for (index, element) in elements.enumerated() where !element.isScalar {
                keys.append(String(index))
                walk(element, in: resource, isContainer: false)
                keys.removeLast()
            }
        case .mapping(let pairs):
            let resource = isContainer ? resource : identify(node, pairs, in: resource)
            for pair in pairs where !pair.value.isScalar {
                guard let key = pair.key.text, isContainer || !SchemaUsage.isData(key) else {
                    continue
                }
                keys.append(key)
                if !isContainer, key == "$defs" || key == "definitions" {
                    addDefinitions(pair.value)
                }
                let isContainer = !isContainer && SchemaUsage.namesSchemas.contains(key)
                walk(pair.value, in: resource, isContainer: isContainer)
                keys.removeLast()
            }
        }
    }

    private mutating func addDefinitions(_ node: YAMLNode) {
        for pair in node.pairs {
            guard let name = pair.key.text else { continue }
            definitions.append((DocumentPlace(path: path, keys: keys + [name]), pair.value))
        }
    }

    /// Collects the identifiers of a schema.
    ///
    /// - Returns: The resource that contains it, possibly the schema itself.
    private mutating func identify(
        _ node: YAMLNode,
        _ pairs: [YAMLPair],
        in resource: Resource
    ) -> Resource {
        var resource = resource
        var names: [String] = []
        let hasReference = isReferenceAlone && pairs.contains { $0.key.text == "$ref" }
        for pair in pairs {
            guard let key = pair.key.text, key == idKey || key.hasPrefix("$") else { continue }
            switch key {
            case idKey where !hasReference:
                guard let text = pair.value.text else { continue }
                let parts = text.split(separator: "#", maxSplits: 1)
                // Up to draft 7, an anchor is the fragment of an `$id`.
                if let name = text.contains("#") ? parts.last : nil,
                    parts.count > 1 || text.hasPrefix("#")
                {
                    names.append(String(name))
                }
                guard !text.hasPrefix("#") else { continue }
                resource = Resource(
                    url: resource.url.resolving(ResourceURL(text)),
                    range: node.range,
                    place: DocumentPlace(path: path, keys: keys)
                )
                resources.append(resource)
            case "$anchor", "$dynamicAnchor":
                guard let name = pair.value.text else { continue }
                names.append(name)
                if key == "$dynamicAnchor" { dynamicNames[name, default: 0] += 1 }
            case "$recursiveAnchor" where pair.value.bool == true:
                dynamicNames["", default: 0] += 1
            default: break
            }
        }
        for name in names {
            let anchor = Anchor(resource: resource.place, name: name)
            if anchors[anchor] == nil { anchors[anchor] = DocumentPlace(path: path, keys: keys) }
        }
        return resource
    }
}
