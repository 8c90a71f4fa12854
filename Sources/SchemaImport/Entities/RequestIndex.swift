/// The operations of a document, found by method and path, ignoring a trailing slash.
struct RequestIndex {
    /// The operations, in the order of the document.
    let all: [EntityFinder.Imported]
    /// The indices of operations in the list, by method and path.
    private let places: [String: [Int]]

    init(_ operations: [EntityFinder.Imported]) {
        all = operations
        places = Dictionary(grouping: operations.indices) {
            Self.key(operations[$0].method, operations[$0].path)
        }
    }

    /// The operations of a method at any of the paths, in the order of the document.
    func operations(_ method: String, at paths: [String]) -> [EntityFinder.Imported] {
        Set(paths.map { Self.key(method, $0) }).flatMap { places[$0] ?? [] }.sorted().map {
            all[$0]
        }
    }

    private static func key(_ method: String, _ path: String) -> String {
        method + " " + (path.hasSuffix("/") ? path.dropLast() : path[...])
    }
}
