/// The conversions that the documents of a collection have gone through, as a store notes them.
package struct AppliedConversions: Hashable, Sendable {
    /// The conversions of one contained value.
    package struct Value: Hashable, Sendable {
        /// The keys, tags and kinds that lead from an entity to such a value.
        package let path: [String]
        /// What its properties were, by their keys, as ``FormerProperty/json`` has it.
        package let former: [String: [JSON]]
        /// Its properties, and the cases of an enum that were renamed.
        fileprivate let form: JSON
    }

    /// What the properties of the entity were, by their keys, as ``FormerProperty/json`` has it.
    package let former: [String: [JSON]]
    /// The contained values, by their names.
    package let values: [String: Value]

    /// No conversions.
    package init() { (former, values) = ([:], [:]) }

    /// The conversions of a schema.
    package init(_ schema: EntitySchema) {
        former = schema.former.mapValues { $0.map(\.json) }
        values = schema.formerPaths.mapValues { path, value in
            Value(path: path, former: value.former.mapValues { $0.map(\.json) }, form: value.form)
        }
    }

    /// Reads what ``json`` has noted.
    package init(_ json: [String: JSON]) {
        former = json["former"]?.object?.compactMapValues(\.array) ?? [:]
        values = (json["values"]?.object ?? [:]).mapValues { value in
            Value(
                path: value["path"]?.array?.compactMap(\.string) ?? [],
                former: value["former"]?.object?.compactMapValues(\.array) ?? [:],
                form: value["form"] ?? .null
            )
        }
    }

    /// Whether there are none.
    package var isEmpty: Bool { former.isEmpty && values.isEmpty }

    /// What a store notes.
    package var json: [String: JSON] {
        var json: [String: JSON] = ["former": .object(former.mapValues { .array($0) })]
        guard !values.isEmpty else { return json }
        json["values"] = .object(
            values.mapValues { value in
                [
                    "path": .array(value.path.map { .string($0) }),
                    "former": .object(value.former.mapValues { .array($0) }),
                    "form": value.form,
                ]
            }
        )
        return json
    }

    /// The conversions of the values that have a name today, or had another one and are at the same place.
    fileprivate func former(of name: String, in schema: EntitySchema) -> [[String: [JSON]]] {
        if let value = values[name] { return [value.former] }
        return values.values.filter { schema.valueName(at: $0.path) == name }.map(\.former)
    }
}

extension FormerValue {
    fileprivate var form: JSON {
        let names = renamed.map { [$0.key.description, $0.value.description] }
        return [
            "properties": .array(properties.sorted().map { .string($0) }),
            "renamed": .object(
                Dictionary(names.map { ($0[0], .string($0[1])) }) { first, _ in first }
            ),
        ]
    }
}

extension EntitySchema {
    /// The values that entities contain and that are converted, by their names, each with the keys, tags and kinds
    /// that lead to the first of them.
    fileprivate var formerPaths: [String: (path: [String], value: FormerValue)] {
        guard !formerValues.isEmpty else { return [:] }
        let own = FormerValue(.members(formerPlaces), former: former)
        var found: [String: (path: [String], value: FormerValue)] = [:]
        var open: [(path: [String], value: FormerValue)] = [([], own)]
        var next = 0
        while next < open.count {
            let (path, value) = open[next]
            next += 1
            for (step, place) in value.places {
                guard let name = place.valueName, found[name] == nil,
                    let inner = formerValues[name]
                else { continue }
                found[name] = (path + [step], inner)
                open.append((path + [step], inner))
            }
        }
        return found
    }

    /// The name of the value to which keys, tags and kinds lead; nil where they lead to none.
    fileprivate func valueName(at path: [String]) -> String? {
        var value = FormerValue(.members(formerPlaces), former: former)
        var name: String?
        for step in path {
            // The key of a property may have changed since.
            let key = value.former.first { $0.value.contains { $0.key == step } }?.key
            let place =
                value.places.first { $0.step == step } ?? value.places.first { $0.step == key }
            guard let next = place?.place.valueName, let inner = formerValues[next] else {
                return nil
            }
            (value, name) = (inner, next)
        }
        return name
    }

    /// What is told of the contained values in ``shape``, by their names.
    var valueShapes: [String: JSON] {
        formerPaths.filter { !$0.value.value.properties.isEmpty }.mapValues { found in
            .array(found.value.properties.sorted().map { .string($0) })
        }
    }

    /// Whether functions of the app convert values.
    package var isConvertedByApp: Bool {
        (Array(former.values) + formerValues.values.flatMap(\.former.values))
            .contains { $0.contains(where: \.isConvertedByApp) }
    }

    /// The same without conversions by the app that keep the key and were carried out: nothing tells a value that is
    /// converted from one that is not.
    ///
    /// - Parameter applied: What was converted.
    /// - Returns: The schema.
    package func withoutApplied(_ applied: AppliedConversions) -> EntitySchema {
        filtering(by: applied) { isApplied, tells in !isApplied || tells }
    }

    /// The same with those conversions alone that were carried out, and of which a value tells whether they were.
    ///
    /// - Parameter applied: What was converted.
    /// - Returns: The schema.
    package func keepingApplied(_ applied: AppliedConversions) -> EntitySchema {
        filtering(by: applied) { isApplied, tells in isApplied && tells }
    }

    /// The same with some conversions.
    ///
    /// - Parameters:
    ///   - applied: What was converted.
    ///   - isKept: Whether a conversion stays: whether it was carried out, and whether a value tells that.
    /// - Returns: The schema.
    private func filtering(
        by applied: AppliedConversions,
        _ isKept: (_ isApplied: Bool, _ tells: Bool) -> Bool
    ) -> EntitySchema {
        func filter(
            _ former: [String: [FormerProperty]],
            _ applied: [[String: [JSON]]]
        ) -> [String: [FormerProperty]] {
            var filtered = former
            for (key, all) in former {
                let names = [key] + all.map(\.key)
                filtered[key] = all.filter { former in
                    isKept(
                        applied.contains { former.isApplied(to: key, named: names, in: $0) },
                        former.key != key || !former.isConvertedByApp
                    )
                }
            }
            return filtered
        }
        var schema = self
        schema.former = filter(former, [applied.former])
        for (name, value) in formerValues where !value.former.isEmpty {
            schema.formerValues[name] = FormerValue(
                value.contained,
                former: filter(value.former, applied.former(of: name, in: self)),
                properties: value.properties
            )
        }
        return schema
    }
}

extension FormerProperty {
    /// Whether it is among conversions that were carried out, by the keys that the properties had then.
    ///
    /// What was null or in a list before does not tell one conversion by the app from another.
    ///
    /// - Parameters:
    ///   - key: The key of the property.
    ///   - names: The keys that it has or had.
    ///   - applied: The conversions.
    /// - Returns: Whether it is.
    fileprivate func isApplied(
        to key: String,
        named names: [String],
        in applied: [String: [JSON]]
    ) -> Bool {
        if self.key != key { return names.contains { applied[$0]?.contains(json) == true } }
        let all = applied[key] ?? []
        guard isConvertedByApp else { return all.contains(json) }
        return all.contains { known in
            let parts = known.array ?? []
            return parts.first == .string(key) && parts.last == .bool(true)
        }
    }
}
