/// The conversions already applied to the documents of a collection, as recorded by a store.
package struct AppliedConversions: Hashable, Sendable {
    /// The conversions of one nested value.
    package struct Value: Hashable, Sendable {
        /// The keys, tags and kinds that lead from an entity to such a value.
        package let path: [String]
        /// The former forms of its properties, by key, as in ``FormerProperty/json``.
        package let former: [String: [JSON]]
        /// Its properties, and the renamed cases of an enumeration.
        fileprivate let form: JSON
    }

    /// The former forms of the entity's properties, by key, as in ``FormerProperty/json``.
    package let former: [String: [JSON]]
    /// The nested values, by name.
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

    /// Reads the representation in ``json``.
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

    /// The representation that a store records.
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

    /// Returns the conversions of values that have the name today, or had another one at the same
    /// place.
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
    /// The nested values that are converted, by name, each with the keys, tags and kinds that lead
    /// to its first occurrence.
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

    /// Returns the name of the value at a path of keys, tags and kinds; nil if there is none.
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

    /// The part of ``shape`` about nested values, by name.
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

    /// Returns the schema without applied conversions by the app that keep the key, because
    /// converted values cannot be distinguished from others.
    ///
    /// - Parameter applied: The applied conversions.
    /// - Returns: The schema.
    package func withoutApplied(_ applied: AppliedConversions) -> EntitySchema {
        filtering(by: applied) { isApplied, tells in !isApplied || tells }
    }

    /// Returns the schema with only those applied conversions that can be detected from a value.
    ///
    /// - Parameter applied: The applied conversions.
    /// - Returns: The schema.
    package func keepingApplied(_ applied: AppliedConversions) -> EntitySchema {
        filtering(by: applied) { isApplied, tells in isApplied && tells }
    }

    /// Returns the schema with some of its conversions.
    ///
    /// - Parameters:
    ///   - applied: The applied conversions.
    ///   - isKept: Whether to keep a conversion, given whether it was applied, and whether a value
    ///     shows it.
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
    /// Returns whether it was applied, by the keys that the properties had then.
    ///
    /// Two conversions by the app are considered equal even if they differ in null or array
    /// conversions.
    ///
    /// - Parameters:
    ///   - key: The key of the property.
    ///   - names: The current and former keys of the property.
    ///   - applied: The applied conversions.
    /// - Returns: Whether it was applied.
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
