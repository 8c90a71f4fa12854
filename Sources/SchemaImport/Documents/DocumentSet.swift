import Diagnostics
import YAMLTree

/// The target of a reference: a file, and the keys on the way in it.
struct DocumentPlace: Hashable {
    var path: String
    var keys: [String]

    /// The keys of objects with schemas and other named components.
    private static let containers: Set<String> = [
        "schemas", "definitions", "$defs", "properties", "patternProperties", "responses",
        "parameters", "requestBodies", "headers",
    ]

    /// The name given by the keys, which may be a keyword: `items` of `#/components/schemas/items`.
    var name: String? {
        var name: String?
        var isInContainer = false
        for key in keys {
            if isInContainer {
                name = key
                isInContainer = false
            } else if Self.containers.contains(key) {
                isInContainer = true
            } else if !["components", "schema", "items"].contains(key), Int(key) == nil {
                name = key
            }
        }
        return name
    }
}

/// The documents and the files that they refer to, each read once.
struct DocumentSet {
    private let source: any DocumentSource
    private var roots: [String: YAMLNode?] = [:]
    /// The identifiers of schemas, by file.
    private var identifiers: [String: IdentifierIndex] = [:]
    /// The schemas with a URL, in all files.
    private var resources: [ResourceURL: DocumentPlace] = [:]
    private var indices: [DocumentPlace: [String: YAMLNode]] = [:]
    /// The folders of the imported documents, each with a trailing slash.
    private var folders: Set<String> = []
    /// The files read, for excerpts.
    private(set) var files: [SourceFile] = []

    init(_ source: any DocumentSource) {
        self.source = source
    }

    /// The absolute URL of a reference without its fragment, based on the enclosing resource.
    func url(of reference: YAMLNode) -> ResourceURL {
        resource(of: reference).url.resolving(ResourceURL(reference.text ?? ""))
    }

    private func resource(of reference: YAMLNode) -> IdentifierIndex.Resource {
        let path = reference.range.path
        return identifiers[path]?.resource(at: reference.range.start)
            ?? IdentifierIndex.Resource(
                url: ResourceURL(path: path),
                range: reference.range,
                place: DocumentPlace(path: path, keys: [])
            )
    }

    /// The target of a reference; nil if it is on another host, and no file read has its URL.
    mutating func place(
        of reference: YAMLNode,
        _ findings: inout Findings
    ) -> DocumentPlace? {
        guard let text = reference.text,
            var place = resourcePlace(of: reference, text, &findings)
        else { return nil }
        guard let hash = text.firstIndex(of: "#") else { return place }
        let fragment = text[text.index(after: hash)...]
        if fragment.isEmpty || fragment.hasPrefix("/") {
            let keys = fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            place.keys += keys.map(\.unescapedKey)
            return place
        }
        _ = root(of: place.path, isImported: false, &findings)
        let anchor = IdentifierIndex.Anchor(resource: place, name: fragment.percentDecoded)
        if let found = identifiers[place.path]?.anchors[anchor] { return found }
        // An anchor is not looked up as a key.
        place.keys.append("#" + fragment)
        return place
    }

    /// The schema with the URL of a reference, without its fragment.
    private mutating func resourcePlace(
        of reference: YAMLNode,
        _ text: String,
        _ findings: inout Findings
    ) -> DocumentPlace? {
        let resource = resource(of: reference)
        if text.hasPrefix("#") || text.isEmpty { return resource.place }
        let written = ResourceURL(text)
        let url = resource.url.resolving(written)
        if let place = resources[url] { return place }
        if url.isOfFile { return DocumentPlace(path: url.path.percentDecoded, keys: []) }
        // A schema with a URL is often in a file next to those that it refers to.
        guard written.isOfFile, !written.path.hasPrefix("/") else { return nil }
        let path = ResourceURL(path: reference.range.path).resolving(written).path.percentDecoded
        _ = root(of: path, isImported: false, &findings)
        return files.contains { $0.path == path } ? DocumentPlace(path: path, keys: []) : nil
    }

    /// The number of schemas that a reference may lead to, depending on the dynamic scope.
    func targetCount(ofDynamic reference: YAMLNode) -> Int {
        let name = reference.text?.split(separator: "#", maxSplits: 1).last.map(String.init)
        guard let text = reference.text, let name else { return 1 }
        return identifiers.values.reduce(0) { sum, index in
            sum + index.dynamicNames[text == "#" ? "" : name, default: 0]
        }
    }

    /// The schemas under `$defs` and `definitions` of a file, at any depth.
    func definitions(in path: String) -> [(place: DocumentPlace, node: YAMLNode)] {
        identifiers[path]?.definitions ?? []
    }

    /// The root of an imported document; nil if it cannot be read.
    mutating func root(of path: String, _ findings: inout Findings) -> YAMLNode? {
        folders.insert(path.lastIndex(of: "/").map { String(path[...$0]) } ?? "")
        return root(of: path, isImported: true, &findings)
    }

    /// The root of a file; nil if it cannot be read.
    ///
    /// An error in a referenced file does not stop the import, and neither does a duplicate key.
    private mutating func root(
        of path: String,
        isImported: Bool,
        _ findings: inout Findings
    ) -> YAMLNode? {
        if let root = roots[path] { return root }
        var root: YAMLNode?
        if let file = source.file(at: path) {
            files.append(file)
            do throws(YAMLSyntaxError) {
                root = try Self.reader.read(file)
            } catch {
                // For a duplicate key, the first value counts, and there is no other error.
                root = error.root
                for var diagnostic in error.diagnostics {
                    if root != nil {
                        diagnostic.hint = "the first value is imported, and the other is ignored"
                    }
                    if !findings.isStrict, root != nil || !isImported {
                        diagnostic.severity = .warning
                    }
                    findings.add(diagnostic)
                }
            }
        }
        roots[path] = root
        if let root {
            let index = IdentifierIndex(root, path: path)
            identifiers[path] = index
            for resource in index.resources where resources[resource.url] == nil {
                resources[resource.url] = resource.place
            }
        }
        return root
    }

    /// The reason why an input file cannot be used; nil if it is a document.
    func fault(of path: String) -> String? {
        guard let root = roots[path] else { return nil }
        guard let root else {
            return files.contains { $0.path == path }
                ? "\(path.quoted) cannot be read as YAML or JSON"
                : "\(path.quoted) does not exist"
        }
        return root.isMapping ? nil : "\(path.quoted) is not a document: its root is not an object"
    }

    /// Whether a file is outside of the working directory and of the documents' folders.
    func isOutside(_ path: String) -> Bool {
        guard path.hasPrefix("/") || path.hasPrefix("../") else { return false }
        return !folders.contains { !$0.isEmpty && path.hasPrefix($0) }
    }

    /// The node at a place; nil if there is none.
    mutating func node(at place: DocumentPlace, _ findings: inout Findings) -> YAMLNode? {
        guard var node = root(of: place.path, isImported: false, &findings) else {
            return nil
        }
        for (depth, key) in place.keys.enumerated() {
            if node.pairs.count > 16 {
                // Each of hundreds of components is looked up many times.
                let parent = DocumentPlace(path: place.path, keys: Array(place.keys[..<depth]))
                if indices[parent] == nil {
                    indices[parent] = Dictionary(
                        node.pairs.compactMap { pair in pair.key.text.map { ($0, pair.value) } },
                        uniquingKeysWith: { one, _ in one }
                    )
                }
                guard let next = indices[parent]?[key] else { return nil }
                node = next
            } else if let next = node[key] {
                node = next
            } else if let index = Int(key), node.elements.indices.contains(index) {
                node = node.elements[index]
            } else {
                return nil
            }
        }
        return node
    }

    /// Parses documents, which may be larger than hand-written schemas.
    static let reader: YAMLReader = {
        var limits = YAMLReader.Limits()
        limits.bytes = 64 * 1024 * 1024
        limits.nodes = 8_000_000
        limits.keys = 200_000
        return YAMLReader(limits: limits)
    }()

    /// The paths without duplicates, however they are written.
    static func distinct(_ paths: [String]) -> [String] {
        var seen: Set<ResourceURL> = []
        let folder = ResourceURL(path: "")
        return paths.filter { seen.insert(folder.resolving(ResourceURL(path: $0))).inserted }
    }
}

extension StringProtocol {
    /// A key of a JSON pointer in a URL: `~1` is a slash, `~0` a tilde.
    fileprivate var unescapedKey: String {
        guard contains("~") || contains("%") else { return String(self) }
        return percentDecoded.replacing("~1", with: "/").replacing("~0", with: "~")
    }
}
