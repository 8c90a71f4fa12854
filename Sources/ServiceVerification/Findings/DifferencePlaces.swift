package import Diagnostics
package import SchemaLanguage
import ServiceModel

/// Finds the lines of the schema for differences.
package struct DifferencePlaces: Sendable {
    private let model: ServiceModel
    private let places: DeclarationPlaces

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - files: The files that it was read from.
    package init(_ schema: CheckedSchema, _ files: [SourceFile]) {
        model = ServiceModel(schema)
        places = DeclarationPlaces(of: files)
    }

    /// A difference as a diagnostic at its line.
    package func diagnostic(_ difference: Difference) -> Diagnostic {
        let hint = difference.hint.map { "\($0) (\(difference.request))" } ?? difference.request
        return Diagnostic(
            .error,
            rule: difference.kind,
            difference.message,
            at: range(of: difference.place),
            hint: hint
        )
    }

    /// The range of a position; that of its parent if it does not exist.
    package func range(of place: SchemaPlace) -> SourceRange {
        let found: SourceRange? =
            switch place {
            case .property(let name, let owner): property(name, of: owner)
            case .convention(let keys, let repository): convention(keys, repository)
            case .repository(let name, let key): repository(name, key.map { [$0] } ?? [])?.range
            case .endpoint(let name, let keys): endpoint(name, keys)
            }
        let start = SourcePosition(line: 1, column: 1)
        let path = model.schema.apis.first?.head.schemaPath ?? ""
        return found ?? SourceRange(path: path, start: start, end: start)
    }

    private func property(_ name: String, of owner: String) -> SourceRange? {
        let heads =
            model.schema.values.map(\.head) + model.schema.entities.map(\.head)
        guard let head = heads.first(where: { $0.name == owner }) else { return nil }
        return places.range(of: .type, owner, member: name, in: head.schemaPath)
    }

    private func repository(_ name: String, _ keys: [String]) -> (range: SourceRange, depth: Int)? {
        guard let head = model.schema.repositories.first(where: { $0.head.name == name })?.head
        else {
            return nil
        }
        return places.place(of: keys, in: .repository, name, of: head.schemaPath)
    }

    /// The position of a key in the conventions of the repository or of its API; if there is none,
    /// that of the API's conventions.
    private func convention(_ keys: [String], _ name: String) -> SourceRange? {
        let keys = ["conventions"] + keys
        let own = repository(name, keys)
        let collection = model.collections.first { $0.name == name }
        let api = collection?.api?.head
        let shared = api.flatMap { places.place(of: keys, in: .api, $0.name, of: $0.schemaPath) }
        // A repository inherits from its API, unless its conventions start from scratch.
        let beginsAnew = collection?.offer.conventions?.beginsAnew == true
        if let own, own.depth == keys.count || beginsAnew { return own.range }
        guard let shared, shared.depth > 0 else { return own?.range ?? shared?.range }
        return shared.range
    }

    private func endpoint(_ name: String, _ keys: [String]) -> SourceRange? {
        guard let head = model.schema.endpoints.first(where: { $0.head.name == name })?.head else {
            return nil
        }
        return places.place(of: keys, in: .endpoint, name, of: head.schemaPath)?.range
    }
}
