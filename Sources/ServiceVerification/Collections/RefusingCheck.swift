import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks that the service rejects violations of constraints, with the declared errors.
struct RefusingCheck {
    /// The maximum number of constraints to try.
    private static let maximumTries = 6

    let context: CollectionContext
    let drafts: DraftMaker
    private(set) var results: CheckResults

    private let creation: Creation

    init(_ context: CollectionContext, _ drafts: DraftMaker, unkept: Set<String>) {
        creation = Creation(context: context, unkept: unkept)
        self.context = context
        self.drafts = drafts
        results = CheckResults(context.name)
    }

    /// Sends creates with an invalid value.
    mutating func run(_ created: inout CreatedEntities) async {
        guard context.offers(.create), context.offers(.delete),
            let draft = drafts.draft(of: context, 8)
        else { return }
        var tries = 0
        for property in context.entity.properties
        where property.direction == .readWrite && !property.constraints.isEmpty {
            guard tries < Self.maximumTries else { break }
            guard let value = value(breaking: property) else { continue }
            // Without the mark, an accepted entity could not be distinguished from those of others.
            guard property.key != context.marker?.key || created.knowsAll(of: context) else {
                continue
            }
            tries += 1
            var wrong = draft
            wrong[property.key] = value
            let (answer, _) = await creation.send(wrong, &created)
            let problem = property.constraints.problems(in: value, at: JSONKeyPath()).first
            report(answer, property, value, problem?.message ?? "breaks a constraint")
        }
        await sendIncomplete(draft, &created)
    }

    private mutating func report(
        _ answer: Answer,
        _ property: CheckedProperty,
        _ value: JSON,
        _ problem: String
    ) {
        if answer.isSuccess {
            results.differ(
                at: .property(property.name, of: context.entity.head.name),
                "the service accepts \(value.words) for '\(property.key)', which \(problem) according to the schema",
                hint: "relax the constraint, or make the service check it",
                answer.request
            )
        } else if [400, 422].contains(answer.status) {
            results.confirm()
            FailureCheck(context).check(answer, blaming: property.key, &results)
        } else if let status = answer.status, status >= 500 {
            results.differ(
                at: .property(property.name, of: context.entity.head.name),
                "a value for '\(property.key)' that \(problem) returned \(answer.outcome) instead of 400 or 422",
                hint: "make the service check it",
                answer.request
            )
        }
    }

    /// A create without a required property; many services reject it, and the error is checked.
    private mutating func sendIncomplete(_ draft: JSON, _ created: inout CreatedEntities) async {
        let required = context.entity.properties.first { property in
            property.direction == .readWrite && property.presence == .required
                && property.defaultValue == nil && draft[property.key] != nil
        }
        guard let required, required.key != context.marker?.key || created.knowsAll(of: context)
        else { return }
        var wrong = draft
        wrong[required.key] = nil
        let (answer, _) = await creation.send(wrong, &created)
        guard [400, 422].contains(answer.status) else { return }
        FailureCheck(context).check(answer, blaming: required.key, &results)
    }

    /// A value of the property's type that violates one of its constraints; nil if none is found.
    private func value(breaking property: CheckedProperty) -> JSON? {
        let candidates: [JSON]
        switch property.type {
        case .primitive(.string):
            candidates = ["", " ", "?", .string(String(repeating: "x", count: 300))]
        case .primitive(let primitive) where primitive.isInteger:
            candidates = [-1, 0, 1, 1_000_000]
        case .primitive(.double), .primitive(.float): candidates = [-1.5, 0, 1.5, 1e9]
        case .array: candidates = [[]]
        default: candidates = []
        }
        guard property.wire == .own else { return nil }
        // In a form, an empty text of an optional property means nil, and there is no empty array.
        let isForm = context.conventions.media.sent == "application/x-www-form-urlencoded"
        let unsent: [JSON] = !isForm ? [] : property.presence == .required ? [[]] : ["", []]
        return candidates.first { candidate in
            !unsent.contains(candidate)
                && !property.constraints.problems(in: candidate, at: JSONKeyPath()).isEmpty
        }
    }
}
