import RepositoryValues

/// A list of operations on a JSON document (RFC 6902).
struct JSONPatch {
    /// The maximum length of a path: longer ones would exhaust the stack.
    private static let maximumSteps = 64

    private let operations: [JSON]

    init(_ operations: [JSON]) {
        self.operations = operations
    }

    /// The document after all operations.
    ///
    /// - Parameter document: The document before.
    /// - Returns: The document after.
    /// - Throws: `MockFailure` if an operation is invalid or its target is missing; then no
    ///   operation is applied.
    func applied(to document: JSON) throws(MockFailure) -> JSON {
        var document = document
        for operation in operations { try apply(operation, to: &document) }
        return document
    }

    private func apply(_ operation: JSON, to document: inout JSON) throws(MockFailure) {
        let path = try pointer("path", of: operation)
        switch operation["op"]?.string {
        case "add": try change(&document, at: path[...], .add(try value(of: operation)))
        case "replace": try change(&document, at: path[...], .replace(try value(of: operation)))
        case "remove": try change(&document, at: path[...], .remove)
        case "test":
            guard try found(in: document, at: path) == value(of: operation) else {
                throw MockFailure(
                    status: 409,
                    message: "The value at '\(text(path))' differs."
                )
            }
        case "copy":
            let source = try pointer("from", of: operation)
            try change(&document, at: path[...], .add(try found(in: document, at: source)))
        case "move":
            let source = try pointer("from", of: operation)
            let value = try found(in: document, at: source)
            try change(&document, at: source[...], .remove)
            try change(&document, at: path[...], .add(value))
        default:
            let name = operation["op"]?.string ?? ""
            throw MockFailure(status: 400, message: "JSON Patch has no operation '\(name)'.")
        }
    }

    private enum Change {
        case add(JSON), replace(JSON), remove
    }

    private func value(of operation: JSON) throws(MockFailure) -> JSON {
        guard let value = operation["value"] else {
            throw MockFailure(status: 400, message: "An operation of the patch has no 'value'.")
        }
        return value
    }

    private func pointer(_ key: String, of operation: JSON) throws(MockFailure) -> [String] {
        guard let text = operation[key]?.string, text.isEmpty || text.hasPrefix("/") else {
            throw MockFailure(
                status: 400,
                message: "An operation of the patch has no JSON Pointer at '\(key)'."
            )
        }
        let steps = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard steps.count <= Self.maximumSteps else {
            throw MockFailure(
                status: 400,
                message: "A path of the patch has more than \(Self.maximumSteps) components."
            )
        }
        return steps.map { String($0.replacing("~1", with: "/").replacing("~0", with: "~")) }
    }

    private func text(_ steps: some Sequence<String>) -> String {
        steps.map { "/" + $0 }.joined()
    }

    private func missing(_ steps: some Sequence<String>) -> MockFailure {
        MockFailure(status: 409, message: "No value at '\(text(steps))'.")
    }

    private func found(in document: JSON, at path: [String]) throws(MockFailure) -> JSON {
        var value = document
        for step in path {
            guard let next = value[step] ?? Int(step).flatMap({ value[$0] }) else {
                throw missing(path)
            }
            value = next
        }
        return value
    }

    private func change(
        _ value: inout JSON,
        at path: ArraySlice<String>,
        _ change: Change
    ) throws(MockFailure) {
        guard let step = path.first else {
            switch change {
            case .add(let new), .replace(let new): value = new
            case .remove: value = .null
            }
            return
        }
        let isLast = path.count == 1
        switch value {
        case .object(var members):
            if isLast {
                if case .add(let new) = change {
                    members[step] = new
                } else {
                    guard members[step] != nil else { throw missing(path) }
                    if case .replace(let new) = change {
                        members[step] = new
                    } else {
                        members.removeValue(forKey: step)
                    }
                }
            } else {
                guard var inner = members[step] else { throw missing(path) }
                try self.change(&inner, at: path.dropFirst(), change)
                members[step] = inner
            }
            value = .object(members)
        case .array(var elements):
            let end = isLast && step == "-" ? elements.count : Int(step) ?? -1
            if isLast, case .add(let new) = change, (0...elements.count).contains(end) {
                elements.insert(new, at: end)
            } else {
                guard elements.indices.contains(end) else { throw missing(path) }
                switch (isLast, change) {
                case (true, .remove): elements.remove(at: end)
                case (true, .replace(let new)), (true, .add(let new)): elements[end] = new
                case (false, _): try self.change(&elements[end], at: path.dropFirst(), change)
                }
            }
            value = .array(elements)
        default: throw missing(path)
        }
    }
}
