/// Finds the parameters in the paths of a service.
enum PathTemplates {
    /// The minimum number of different names at a position that are treated as parameter values.
    private static let leastNames = 3

    /// Merges operations whose paths differ in one name, and whose responses have the same shape:
    /// such names are values, as in `/pokemon/ditto`.
    static func join(_ operations: [RecordedOperation]) -> [RecordedOperation] {
        var operations = operations
        var isChanged = true
        while isChanged {
            isChanged = false
            search: for first in operations.indices {
                for position in operations[first].path.indices.reversed()
                where position > 0 && operations[first].path[position] != nil {
                    let same = operations.indices.filter {
                        differ(operations[$0], operations[first], onlyAt: position)
                    }
                    guard same.count >= leastNames else { continue }
                    operations = joined(same, at: position, operations)
                    isChanged = true
                    break search
                }
            }
        }
        // An operation that already matches a template, as `/pokemon/ditto` matches
        // `/pokemon/{id}`.
        var result: [RecordedOperation] = []
        for operation in operations {
            let known = result.firstIndex { other in
                other.method == operation.method && matches(other, operation)
                    && shape(other) == shape(operation)
            }
            if let known {
                result[known].join(templated(operation, as: result[known].path))
            } else {
                result.append(operation)
            }
        }
        return result
    }

    private static func differ(
        _ one: RecordedOperation,
        _ other: RecordedOperation,
        onlyAt position: Int
    ) -> Bool {
        guard one.method == other.method, one.path.count == other.path.count,
            let name = one.path[position], let shape = shape(one), shape == Self.shape(other),
            isNamed(one, name)
        else { return false }
        return zip(one.path, other.path).enumerated().allSatisfy { index, parts in
            index == position || parts.0 == parts.1
        }
    }

    /// The keys of the response; nil if it is not an object with keys.
    private static func shape(_ operation: RecordedOperation) -> Set<String>? {
        let successes = operation.received.filter { (200..<300).contains($0.key) }
        guard let bodies = successes.sorted(by: { $0.key < $1.key }).first?.value else {
            return nil
        }
        let keys = Set(bodies.tree.root.members.list.map(\.key))
        return keys.isEmpty ? nil : keys
    }

    /// Whether the response contains the name in the path.
    private static func isNamed(_ operation: RecordedOperation, _ name: String) -> Bool {
        operation.received.values.contains { bodies in
            guard let tree = bodies?.tree else { return false }
            return tree.root.members.list.contains { member in
                tree[member.node].texts.values?.contains(name) ?? false
            }
        }
    }

    private static func joined(
        _ same: [Int],
        at position: Int,
        _ operations: [RecordedOperation]
    ) -> [RecordedOperation] {
        var path = operations[same[0]].path
        path[position] = nil
        var whole = RecordedOperation(method: operations[same[0]].method, path: path)
        for index in same { whole.join(templated(operations[index], as: path)) }
        var result = operations
        result[same[0]] = whole
        for index in same.dropFirst().reversed() { result.remove(at: index) }
        return result
    }

    private static func matches(_ template: RecordedOperation, _ other: RecordedOperation) -> Bool {
        template.path.count == other.path.count && template.path != other.path
            && zip(template.path, other.path).allSatisfy { $0 == nil || $0 == $1 }
    }

    /// An operation with its names as parameter values of a template.
    private static func templated(
        _ operation: RecordedOperation,
        as path: [String?]
    ) -> RecordedOperation {
        var result = operation
        result.path = path
        for (position, name) in operation.path.enumerated() where path[position] == nil {
            if let name { result.addPathValue(name, at: position) }
        }
        return result
    }
}
