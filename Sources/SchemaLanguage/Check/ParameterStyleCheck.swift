import Diagnostics

/// Checks that parameters are single values, arrays of these, or objects, and that their style
/// options have an effect.
struct ParameterStyleCheck: SchemaCheck {
    /// The place of a parameter in the request.
    private struct Place {
        /// Such as "a path".
        let what: String
        let arrays: [CheckedMedia.Arrays]
        let objects: [CheckedMedia.Objects]

        static let query = Place(
            what: "a query",
            arrays: CheckedMedia.Arrays.allCases,
            objects: CheckedMedia.Objects.allCases
        )
        static let path = Place(what: "a path", arrays: [.commas], objects: [.commas, .exploded])
        static let header = Place(
            what: "a header field",
            arrays: [.commas],
            objects: [.commas, .exploded]
        )
        static let cookie = Place(what: "a cookie", arrays: [.commas], objects: [.commas])

        /// Whether several parts are joined to one string.
        var isJoined: Bool { arrays == [.commas] }
    }

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.endpoints.flatMap { endpoint in
            let places: [(Place, [PropertyDeclaration])] = [
                (.path, endpoint.pathParameters), (.query, endpoint.queryParameters),
                (.header, endpoint.headerParameters), (.cookie, endpoint.cookieParameters),
            ]
            return places.flatMap { place, parameters in
                parameters.compactMap { diagnostic(for: $0, in: place, index) }
            } + [form(of: endpoint, index)].compactMap(\.self)
        }
    }

    /// Checks that the objects in a form are single values, if commas separate their properties.
    private func form(of endpoint: EndpointDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard endpoint.bodyMedia?.form == .form, endpoint.bodyMedia?.objects == .commas,
            let body = endpoint.body, let name = index.resolve(body)?.formName
        else { return nil }
        for property in index.structure(named: name)?.properties ?? [] {
            guard case .value(let inner) = index.resolve(property.type)?.withoutNull,
                let nested = nested(in: inner, index)
            else { continue }
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "the field '\(property.name.value)' is a single string, but its property "
                    + "'\(nested.name.value)' is not a single value",
                at: body.range,
                hint: "write `objects: brackets` if the service supports that"
            )
        }
        return nil
    }

    /// The first property of a value that is not a single value.
    private func nested(in value: String, _ index: SchemaIndex) -> PropertyDeclaration? {
        index.structure(named: value)?.properties.first { property in
            index.resolve(property.type).map { !index.isPlain($0.withoutNull) } ?? false
        }
    }

    private func diagnostic(
        for parameter: PropertyDeclaration,
        in place: Place,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        guard let type = index.resolve(parameter.type)?.withoutNull else { return nil }
        let name = parameter.name.value
        switch type {
        case .value(let value):
            return word(parameter.objects, place.objects, "objects", of: name, place)
                ?? structure(parameter, value, place, index)
        case .array(let element) where index.isPlain(element):
            return word(parameter.arrays, place.arrays, "arrays", of: name, place)
                ?? parameter.objects.map {
                    Diagnostic(
                        rule: SchemaRule.invalidParameter,
                        "the parameter '\(name)' is an array, so `objects:` has no effect",
                        at: $0.range,
                        hint: "drop it, or write `arrays:`"
                    )
                }
        case _ where index.isPlain(type):
            let (key, range) =
                parameter.arrays.map { ("arrays", $0.range) }
                ?? parameter.objects.map { ("objects", $0.range) } ?? ("", nil)
            return range.map {
                Diagnostic(
                    rule: SchemaRule.invalidParameter,
                    "the parameter '\(name)' is a single value, so `\(key):` has no effect",
                    at: $0,
                    hint: "drop it"
                )
            }
        default:
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "expected a string, a number, a date or an enum, or an array of these, or a value, "
                    + "for the parameter '\(name)'",
                at: parameter.type.range,
                hint: Self.identity(of: type).map { "write `\($0)`" }
                    ?? "put nested data into the `body:`"
            )
        }
    }

    /// The type of the identities of an entity or of several; nil for other types.
    private static func identity(of type: CheckedType) -> String? {
        switch type {
        case .entity(let name): name + ".ID"
        case .array(.entity(let name)): "[\(name).ID]"
        default: nil
        }
    }

    /// A style that the place supports.
    private func word<Word: RawRepresentable<String> & Equatable>(
        _ word: Located<Word>?,
        _ allowed: [Word],
        _ key: String,
        of name: String,
        _ place: Place
    ) -> Diagnostic? {
        guard let word, !allowed.contains(word.value) else { return nil }
        let words = allowed.map { "`\($0.rawValue)`" }.listed(by: "or")
        return Diagnostic(
            rule: SchemaRule.invalidParameter,
            "\(place.what) does not support \(key) in the form '\(word.value.rawValue)'",
            at: word.range,
            hint: "write \(words), or drop it"
        )
    }

    /// Checks that an object joined to one string has only single values as properties.
    private func structure(
        _ parameter: PropertyDeclaration,
        _ value: String,
        _ place: Place,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let isJoined = place.isJoined || parameter.objects?.value == .commas
        guard isJoined, index.structure(named: value) != nil else { return nil }
        if let nested = nested(in: value, index) {
            return Diagnostic(
                rule: SchemaRule.invalidParameter,
                "the parameter '\(parameter.name.value)' is a single string, but its property "
                    + "'\(nested.name.value)' is not a single value",
                at: parameter.type.range,
                hint: place.isJoined
                    ? "put nested data into the `query:` or the `body:`"
                    : "write `objects: brackets` if the service supports that"
            )
        }
        return parameter.arrays.map {
            Diagnostic(
                rule: SchemaRule.invalidParameter,
                "the parameter '\(parameter.name.value)' contains no arrays, so `arrays:` has no "
                    + "effect",
                at: $0.range,
                hint: "drop it"
            )
        }
    }
}
