import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks the body of an error response, to the extent that the schema declares it.
struct FailureCheck {
    private let context: CollectionContext

    init(_ context: CollectionContext) {
        self.context = context
    }

    /// Checks the body of an error response.
    ///
    /// - Parameters:
    ///   - answer: The response.
    ///   - key: The key of the invalid property; nil if there is none.
    ///   - results: Collects differences.
    func check(_ answer: Answer, blaming key: String? = nil, _ results: inout CheckResults) {
        let declared = context.declared.errors
        guard let status = answer.status, status >= 400,
            answer.response?.body.isEmpty == false
        else { return }
        let failure = context.collection.offer.failures.failure(of: status)
        guard failure?.isText != true else { return }
        guard let body = answer.json else {
            guard declared.messages != nil || declared.fields != nil else { return }
            results.differ(
                at: context.place("errors"),
                "the schema declares the body of error responses, but with \(answer.outcome) it is not JSON",
                answer.request
            )
            return
        }
        if let failure {
            // It may differ from the other errors of the service, which the conventions describe.
            let place = SchemaPlace.repository(context.name, key: "errors")
            return BodyCheck(model: context.model, place: place)
                .compare([body], with: failure.type, answer.request, &results)
        }
        let general = ServiceFailure(body, context.conventions.errors)
        let form = context.conventions.errors
        let fields = general?.fields ?? []
        func note(_ name: String, _ path: JSONKeyPath?, _ isThere: Bool) {
            guard let path else { return }
            guard !isThere else { return results.confirm() }
            results.differ(
                at: context.place("errors", name),
                "the schema declares the \(name) of an error at '\(path)', but with \(answer.outcome) there is none",
                hint: "correct '\(name)'",
                answer.request
            )
        }
        // A response with errors of properties need not have a general message.
        let messagePath = declared.messages == nil ? nil : form.message
        if fields.isEmpty || general?.message != nil {
            note("message", messagePath, general?.message != nil)
        }
        if declared.code != nil, fields.isEmpty { note("code", form.code, general?.code != nil) }
        guard let key, declared.fields != nil, let path = form.fields else { return }
        // Some errors are not about single properties.
        if let found = body.value(at: path), fields.allSatisfy({ $0.key == nil }), !found.isNull {
            return
        }
        let isNamed = fields.contains { field in
            field.key.map { $0 == key || $0.hasSuffix(key) || $0.hasPrefix(key) } ?? false
        }
        note("fields", form.fields, isNamed)
    }
}
