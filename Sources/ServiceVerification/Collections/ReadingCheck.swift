import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Whether one entity can be read as the schema says, and what the service says of one that is not there.
struct ReadingCheck {
    let context: CollectionContext
    private(set) var results: CheckResults

    init(_ context: CollectionContext) {
        self.context = context
        results = CheckResults(context.name)
    }

    /// Reads an entity.
    ///
    /// - Parameters:
    ///   - entity: One of a listing, or one that was created; nil where none is known.
    ///   - known: The identities that are known.
    mutating func run(_ entity: JSON?, known: Set<String>) async {
        guard context.offers(.read) else { return }
        if let entity, let id = context.id(of: entity) {
            await check(id)
        } else {
            results.leave("one entity", "no identity is known")
        }
        await checkMissing(entity, known)
    }

    private mutating func check(_ id: String) async {
        let answer = await context.ask(.read, id: id)
        guard results.requireResponse(answer, for: "one entity") else { return }
        guard answer.isSuccess, !answer.isMissing else {
            if answer.isForbidden {
                results.leave("one entity", "\(answer.request) needs credentials")
            } else if answer.status.map({ (300..<400).contains($0) }) == true {
                results.leave("one entity", "\(answer.request) is redirected elsewhere")
            } else {
                results.differ(
                    at: context.remote,
                    "the listing has the entity '\(id)', and reading it has \(answer.outcome)",
                    hint: "correct 'requests: { read: … }' of the conventions",
                    answer.request
                )
            }
            return
        }
        guard let body = answer.plain, body.object != nil else {
            let path = context.conventions.envelope.one
            let expected = path.components.isEmpty ? "the body" : "'\(path)'"
            results.differ(
                .body,
                at: context.place("envelope", "one"),
                "the schema says that \(expected) of a response is the entity, and it is not",
                hint: "correct 'one', or write 'one: none' if the body is the entity",
                answer.request
            )
            return
        }
        context.bodies.compare(
            [body],
            with: .entity(context.entity.head.name),
            answer.request,
            &results
        )
        if let other = context.id(of: body), other != id {
            results.differ(
                at: context.remote,
                "reading the entity '\(id)' gives the entity '\(other)'",
                answer.request
            )
        } else {
            results.confirm()
        }
        checkVersion(answer)
    }

    private mutating func checkVersion(_ answer: Answer) {
        guard context.declared.versions == .entityTag else { return }
        guard answer.version == nil else { return results.confirm() }
        let isWeak = answer.response?.header("ETag")?.hasPrefix("W/") == true
        let found = isWeak ? "it is weak, which guards no write" : "it has none"
        results.differ(
            at: context.place("versions"),
            "the schema says that a response has its version in 'ETag', and \(found)",
            hint: "write 'versions: none'",
            answer.request
        )
    }

    // MARK: - What is not there

    private mutating func checkMissing(_ entity: JSON?, _ known: Set<String>) async {
        guard let id = unknownID(beside: entity), !known.contains(id) else { return }
        let answer = await context.ask(.read, id: id)
        if answer.isMissing {
            results.confirm()
            checkMessage(answer)
        } else if answer.isSuccess || answer.status.map({ $0 >= 500 }) == true {
            results.differ(
                at: context.remote,
                "there is no entity '\(id)', and reading it has \(answer.outcome) instead of 404",
                hint: "let the service answer with 404",
                answer.request
            )
        } else {
            results.leave("an entity that is not there", "\(answer.request) has \(answer.outcome)")
        }
    }

    /// An identity that no entity has, as far as one can know.
    private func unknownID(beside known: JSON?) -> String? {
        switch context.model.primitive(of: context.entity.identity.type) {
        case .uuid: "5d0e2f3c-7f56-4b1e-9a3a-2c9a5c6d7e8f"
        case .string:
            // One of the form of the others is no mistake by itself.
            known.flatMap(context.id).flatMap { $0.isEmpty ? nil : Self.scrambled($0) }
                ?? "repogen-unknown"
        case let primitive? where primitive.isInteger:
            [.int8, .uint8].contains(primitive) ? nil : primitive == .int16 ? "31999" : "987654321"
        default: nil
        }
    }

    /// A text of the same form with other characters.
    private static func scrambled(_ text: String) -> String {
        if Int(text) != nil { return "987654321" }
        // One that is short may be a word that the service knows.
        let text = text.count < 6 ? text + "9999zzzz".suffix(8 - min(text.count, 7)) : text
        let isHex = text.allSatisfy { $0.isHexDigit || $0 == "-" }
        return String(
            text.map { character in
                if character.isNumber { return "9" }
                guard character.isLetter else { return character }
                return isHex
                    ? (character.isLowercase ? "f" : "F") : character.isLowercase ? "q" : "Q"
            }
        )
    }

    /// Whether a failure says what has happened where the schema looks for it.
    private mutating func checkMessage(_ answer: Answer) {
        FailureCheck(context).check(answer, &results)
    }
}
