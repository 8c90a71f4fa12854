import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks reading of single entities, existing and missing ones.
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
    ///   - entity: A listed or created entity; nil if none is known.
    ///   - known: The known identities.
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
                results.leave("one entity", "\(answer.request) redirects to another address")
            } else {
                results.differ(
                    at: context.remote,
                    "the listing has the entity '\(id)', but reading it returned \(answer.outcome)",
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
                "the schema declares \(expected) of a response as the entity, but it is not",
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
                "reading the entity '\(id)' returned the entity '\(other)'",
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
        let found = isWeak ? "it is weak and cannot guard writes" : "there is none"
        results.differ(
            at: context.place("versions"),
            "the schema declares the version in 'ETag', but \(found)",
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
                "reading the missing entity '\(id)' returned \(answer.outcome) instead of 404",
                hint: "make the service return 404",
                answer.request
            )
        } else {
            results.leave("a missing entity", "\(answer.request) returned \(answer.outcome)")
        }
    }

    /// An identity that presumably no entity has.
    private func unknownID(beside known: JSON?) -> String? {
        switch context.model.primitive(of: context.entity.identity.type) {
        case .uuid: "5d0e2f3c-7f56-4b1e-9a3a-2c9a5c6d7e8f"
        case .string:
            // An identity in the usual format is not invalid.
            known.flatMap(context.id).flatMap { $0.isEmpty ? nil : Self.scrambled($0) }
                ?? "repogen-unknown"
        case let primitive? where primitive.isInteger:
            [.int8, .uint8].contains(primitive) ? nil : primitive == .int16 ? "31999" : "987654321"
        default: nil
        }
    }

    /// A text of the same format with other characters.
    private static func scrambled(_ text: String) -> String {
        if Int(text) != nil { return "987654321" }
        // A short one may be a reserved word of the service.
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

    /// Whether an error response has the declared contents.
    private mutating func checkMessage(_ answer: Answer) {
        FailureCheck(context).check(answer, &results)
    }
}
