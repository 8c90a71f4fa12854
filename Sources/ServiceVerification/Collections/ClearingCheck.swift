import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks that a merge patch with null removes the value of a property.
struct ClearingCheck {
    let context: CollectionContext
    /// The keys of properties that the service changes on its own.
    let unkept: Set<String>
    private(set) var results: CheckResults

    init(_ context: CollectionContext, unkept: Set<String>) {
        self.context = context
        self.unkept = unkept
        results = CheckResults(context.name)
    }

    /// Removes the value of a property of a created entity, and restores it.
    mutating func run(_ id: String) async {
        guard context.offers(.patch), context.conventions.patches == .merge,
            let before = await context.ask(.read, id: id).plain
        else { return }
        let comparison = SentComparison(model: context.model)
        let property = context.kept.first { property in
            guard let value = before[property.key], isClearable(property) else { return false }
            // Some services store empty values as null.
            return !comparison.isSame(value, .null, property)
        }
        guard let property, let old = before[property.key] else { return }
        let answer = await change(property, to: .null, id)
        // The service may need the value for other reasons.
        guard answer.isSuccess, let after = await context.ask(.read, id: id).plain else { return }
        // Another value is a default of the service.
        guard comparison.isSame(old, after[property.key] ?? .null, property) else {
            results.confirm()
            _ = await change(property, to: old, id)
            return
        }
        results.differ(
            at: context.place("patches"),
            "'patch' set '\(property.key)' to null, but the service has kept its value",
            hint: "make the service remove it, or remove 'patch' from 'remote'",
            answer.request
        )
    }

    private func isClearable(_ property: CheckedProperty) -> Bool {
        let isNullable = if case .nullable = property.type { true } else { false }
        return (property.presence == .optional || isNullable)
            && property.defaultValue == nil && property.direction == .readWrite
            && property.isReturned && !unkept.contains(property.key)
    }

    private func change(_ property: CheckedProperty, to value: JSON, _ id: String) async -> Answer {
        let version = await context.ask(.read, id: id).version
        let fields = version.map { [.ifMatch: $0] as HTTPFields } ?? [:]
        return await context.ask(.patch, id: id, body: [property.key: value], fields)
    }
}
