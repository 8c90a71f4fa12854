import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Whether the body of a failure has what the schema says, where it says it.
struct FailureCheck {
    private let context: CollectionContext

    init(_ context: CollectionContext) {
        self.context = context
    }

    /// Checks the body of a failure.
    ///
    /// - Parameters:
    ///   - answer: The response.
    ///   - key: The key of the property that is to blame; nil where none is.
    ///   - results: Where differences go.
    func check(_ answer: Answer, blaming key: String? = nil, _ results: inout CheckResults) {
        let declared = context.declared.errors
        guard let status = answer.status, status >= 400,
            answer.response?.body.isEmpty == false
        else { return }
        checkType(answer, status, &results)
        guard let body = answer.json else {
            guard declared.messages != nil || declared.fields != nil else { return }
            results.differ(
                at: context.place("errors"),
                "the schema says what the body of a failure means, and with \(answer.outcome) it is no JSON",
                answer.request
            )
            return
        }
        let failure = ServiceFailure(body, context.conventions.errors)
        let form = context.conventions.errors
        let fields = failure?.fields ?? []
        func note(_ name: String, _ path: JSONKeyPath?, _ isThere: Bool) {
            guard let path else { return }
            guard !isThere else { return results.confirm() }
            results.differ(
                at: context.place("errors", name),
                "the schema says that a failure has its \(name) at '\(path)', and with \(answer.outcome) it has none there",
                hint: "correct '\(name)'",
                answer.request
            )
        }
        // A service need not say anything of the whole where it says something of properties.
        let messagePath = declared.messages == nil ? nil : form.message
        if fields.isEmpty || failure?.message != nil {
            note("message", messagePath, failure?.message != nil)
        }
        if declared.code != nil, fields.isEmpty { note("code", form.code, failure?.code != nil) }
        guard let key, declared.fields != nil, let path = form.fields else { return }
        // Not every failure is about single properties.
        if let found = body.value(at: path), fields.allSatisfy({ $0.key == nil }), !found.isNull {
            return
        }
        let isNamed = fields.contains { field in
            field.key.map { $0 == key || $0.hasSuffix(key) || $0.hasPrefix(key) } ?? false
        }
        note("fields", form.fields, isNamed)
    }

    /// Compares the body with the type that the schema declares for its status.
    private func checkType(_ answer: Answer, _ status: Int, _ results: inout CheckResults) {
        guard let failure = context.collection.offer.failures.failure(of: status), !failure.isText,
            let body = answer.json
        else { return }
        let place = SchemaPlace.repository(context.name, key: "errors")
        BodyCheck(model: context.model, place: place)
            .compare([body], with: failure.type, answer.request, &results)
    }
}
