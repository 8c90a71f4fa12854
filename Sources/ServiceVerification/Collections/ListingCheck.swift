import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks the format of a listing and its entities.
struct ListingCheck {
    let context: CollectionContext
    private(set) var results: CheckResults
    /// The entities of the first page; nil if it could not be read.
    private(set) var entities: [JSON]?

    init(_ context: CollectionContext) {
        self.context = context
        results = CheckResults(context.name)
    }

    mutating func run() async {
        guard context.offers(.list) else { return }
        let answer = await context.ask(.list)
        guard isAnswered(answer) else { return }
        checkMediaType(answer)
        guard let elements = elements(of: answer) else { return }
        results.confirm()
        entities = elements.filter { context.conventions.tombstone?.marks($0) != true }
        context.bodies.compare(
            entities ?? [],
            with: .entity(context.entity.head.name),
            where: \.isListed,
            answer.request,
            &results
        )
        checkIdentities(answer)
        checkVersions(elements, answer)
        checkCursor(elements, answer)
        if elements.isEmpty { results.leave("entities", "the listing is empty") }
    }

    private mutating func isAnswered(_ answer: Answer) -> Bool {
        guard !answer.isSuccess else { return true }
        if answer.isForbidden {
            results.leave("everything", "\(answer.request) needs credentials (\(answer.outcome))")
        } else if let status = answer.status, (300..<400).contains(status) {
            let place = answer.response?.header("Location") ?? "nowhere"
            results.differ(
                at: .repository(context.name, key: "path"),
                "\(answer.request) redirects to \(place), which is not followed",
                hint: "verify the service at that address",
                answer.request
            )
        } else if answer.status == 404 {
            results.differ(
                at: .repository(context.name, key: "path"),
                "\(answer.request) returned the status 404",
                hint: "correct 'path', or 'requests' of the conventions",
                answer.request
            )
        } else if answer.status == nil {
            results.leave("everything", "\(answer.request) got no response: \(answer.outcome)")
        } else {
            results.differ(
                at: context.remote,
                "the schema offers a listing, but \(answer.request) returned \(answer.outcome)",
                hint: "remove 'read' from 'remote' if the service does not offer it",
                answer.request
            )
        }
        return false
    }

    private mutating func checkMediaType(_ answer: Answer) {
        let accepted = context.conventions.media.accepted
        let type = answer.mediaType ?? "none"
        let wanted = String(accepted.lowercased().prefix { $0 != ";" })
        let isPlain = wanted == "application/json"
        guard isPlain ? !answer.isJSON : type != wanted else { return results.confirm() }
        results.differ(
            at: context.place("media", "accepted"),
            "the schema declares the media type \(accepted), but the response has \(type)",
            hint: answer.isJSON ? "write 'media: { accepted: \(type) }'" : nil,
            answer.request
        )
    }

    private mutating func elements(of answer: Answer) -> [JSON]? {
        if let elements = answer.plain?.array { return elements }
        let path = context.conventions.envelope.list
        let expected = path.components.isEmpty ? "the body" : "'\(path)'"
        let found = answer.json.flatMap(Self.place(ofListIn:))
        results.differ(
            .body,
            at: context.place("envelope", "list"),
            "the schema declares \(expected) of a listing as the array of entities, but it is not",
            hint: found.map { place in
                place.isEmpty
                    ? "write 'list: none' if the body is the array" : "write 'list: \(place)'"
            },
            answer.request
        )
        return nil
    }

    /// The path of an array of objects in a body; empty if the body is the array.
    private static func place(ofListIn body: JSON) -> String? {
        if body.array != nil { return "" }
        let arrays = (body.object ?? [:]).filter { $0.value.array != nil }.keys.sorted()
        return arrays.count == 1 ? arrays.first : nil
    }

    /// No two entities have the same identity.
    private mutating func checkIdentities(_ answer: Answer) {
        var known: Set<String> = []
        let ids = (entities ?? []).compactMap(context.id)
        guard let repeated = ids.first(where: { !known.insert($0).inserted }) else {
            if !ids.isEmpty { results.confirm() }
            return
        }
        results.differ(
            .body,
            at: .property(context.entity.identity.name, of: context.entity.head.name),
            "two entities of a listing have the identity '\(repeated)'",
            hint: "declare the property that identifies an entity as 'id'",
            answer.request
        )
    }

    /// If entities contain versions, each must have one.
    private mutating func checkVersions(_ elements: [JSON], _ answer: Answer) {
        guard case .member(let path, _) = context.conventions.versions, !elements.isEmpty else {
            return
        }
        guard elements.contains(where: { context.conventions.versions.tag(of: $0) == nil }) else {
            return results.confirm()
        }
        results.differ(
            at: context.place("versions", "key"),
            "the schema declares the version at '\(path)', but an entity has none there",
            hint: "correct 'versions', or write 'versions: none'",
            answer.request
        )
    }

    /// If a listing should have a cursor, it must have one.
    private mutating func checkCursor(_ elements: [JSON], _ answer: Answer) {
        guard let changes = context.conventions.changes else { return }
        let (isThere, place, key): (Bool, String, String) =
            switch changes.cursor {
            case .header(let name):
                (answer.response?.header(name) != nil, "the header field \(name)", "header")
            case .member(let path):
                (elements.allSatisfy { $0.value(at: path) != nil }, "'\(path)'", "property")
            }
        guard !isThere else { return results.confirm() }
        results.differ(
            at: context.place("changes", "cursor", key),
            "the schema declares the cursor of a listing at \(place), but there is none",
            hint: "correct 'cursor', or write 'changes: none'",
            answer.request
        )
    }
}
