import Diagnostics
import YAMLTree

/// The place that a reference leads to: a file, and the keys on the way in it.
struct DocumentPlace: Hashable {
    var path: String
    var keys: [String]

    /// What holds schemas, and other things with a name.
    private static let containers: Set<String> = [
        "schemas", "definitions", "$defs", "properties", "patternProperties", "responses",
        "parameters", "requestBodies", "headers",
    ]

    /// The name that the keys give, which may be a keyword: `items` of `#/components/schemas/items`.
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

/// Documents and those that they refer to, read once each.
struct DocumentSet {
    private let source: any DocumentSource
    private var roots: [String: YAMLNode?] = [:]
    private var indices: [DocumentPlace: [String: YAMLNode]] = [:]
    /// The folders of the documents that are imported, each with a slash behind it.
    private var folders: Set<String> = []
    /// The files that were read, for excerpts.
    private(set) var files: [SourceFile] = []

    init(_ source: any DocumentSource) {
        self.source = source
    }

    /// Where a reference leads from a file; nil where that is another machine.
    static func place(of reference: String, from path: String) -> DocumentPlace? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts.first.map(String.init) ?? ""
        if file.contains("://") || file.hasPrefix("//") { return nil }
        let pointer = parts.count > 1 ? parts[1] : ""
        // An anchor is a name, which no key is looked for by.
        let isAnchor = !pointer.isEmpty && !pointer.hasPrefix("/")
        let keys =
            isAnchor
            ? ["#" + pointer]
            : pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return DocumentPlace(
            path: file.isEmpty ? path : resolved(file.percentDecoded, from: path),
            keys: keys.map { $0.unescapedKey }
        )
    }

    /// The root of a document that is imported; nil where it cannot be read.
    mutating func root(of path: String, _ findings: inout Findings) -> YAMLNode? {
        folders.insert(path.lastIndex(of: "/").map { String(path[...$0]) } ?? "")
        return root(of: path, isImported: true, &findings)
    }

    /// The root of a file; nil where it cannot be read.
    ///
    /// A mistake in a file that only references lead to stops nothing.
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
                root = error.root
                for var diagnostic in error.diagnostics {
                    if !isImported, !findings.isStrict { diagnostic.severity = .warning }
                    findings.add(diagnostic)
                }
            }
        }
        roots[path] = root
        return root
    }

    /// Why nothing of a file that was asked for can be used; nil where it is a document.
    func fault(of path: String) -> String? {
        guard let root = roots[path] else { return nil }
        guard let root else {
            return files.contains { $0.path == path }
                ? "\(path.quoted) cannot be read as YAML or JSON"
                : "there is no file \(path.quoted)"
        }
        return root.isMapping ? nil : "\(path.quoted) is no document: it has no object at its top"
    }

    /// Whether a file is neither below the working directory nor below the folder of a document.
    func isOutside(_ path: String) -> Bool {
        guard path.hasPrefix("/") || path.hasPrefix("../") else { return false }
        return !folders.contains { !$0.isEmpty && path.hasPrefix($0) }
    }

    /// What is at a place; nil for nothing.
    mutating func node(at place: DocumentPlace, _ findings: inout Findings) -> YAMLNode? {
        guard var node = root(of: place.path, isImported: false, &findings) else {
            return nil
        }
        for (depth, key) in place.keys.enumerated() {
            if node.pairs.count > 16 {
                // Of a hundred components each is looked up many times.
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

    /// Reads documents, which may be larger than schemas that people write.
    static let reader: YAMLReader = {
        var limits = YAMLReader.Limits()
        limits.bytes = 64 * 1024 * 1024
        limits.nodes = 8_000_000
        limits.keys = 200_000
        return YAMLReader(limits: limits)
    }()

    /// The paths, each file once, however its path is written.
    static func distinct(_ paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.filter { path in
            let isAbsolute = path.hasPrefix("/")
            let parts = resolved(isAbsolute ? String(path.dropFirst()) : path, from: "")
            return seen.insert((isAbsolute ? "/" : "") + parts).inserted
        }
    }

    /// A relative path, from the folder of a file.
    private static func resolved(_ file: String, from path: String) -> String {
        if file.hasPrefix("/") { return file }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for part in file.split(separator: "/") {
            switch part {
            case ".": break
            case "..":
                if let last = parts.last, last != "..", !last.isEmpty {
                    parts.removeLast()
                } else {
                    parts.append(part)
                }
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}

extension StringProtocol {
    /// A key of a JSON pointer in a URL: `~1` is a slash, `~0` a tilde.
    fileprivate var unescapedKey: String {
        guard contains("~") || contains("%") else { return String(self) }
        return percentDecoded.replacing("~1", with: "/").replacing("~0", with: "~")
    }
}
