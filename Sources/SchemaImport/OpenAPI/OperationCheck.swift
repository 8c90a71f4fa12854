import Diagnostics
import YAMLTree

/// Finds operations that cannot be distinguished.
enum OperationCheck {
    /// Reports operations that cannot be distinguished.
    static func report(
        _ operations: [OpenAPIOperation],
        _ context: inout ImportContext
    ) {
        var identities: [String: OpenAPIOperation] = [:]
        var paths: [String: OpenAPIOperation] = [:]
        let placeholder = /\{[^}]*\}/
        for operation in operations {
            if let identity = operation.identity,
                let first = identities.updateValue(operation, forKey: identity)
            {
                let range = operation.node["operationId"]?.range ?? operation.node.range
                context.report(
                    .duplicateOperation,
                    "\(identity.quoted) is also the ID of \(first.method.uppercased()) \(first.path.quoted); "
                        + "this operation gets another name",
                    at: range
                )
            }
            let form = operation.method + " " + operation.path.replacing(placeholder, with: "{}")
            if let first = paths.updateValue(operation, forKey: form), first.path != operation.path
            {
                context.report(
                    .ambiguousPath,
                    "\(operation.method.uppercased()) \(operation.path.quoted) and \(first.path.quoted) differ only in the names of "
                        + "their parameters",
                    at: operation.pathNode.range
                )
            }
        }
    }
}
