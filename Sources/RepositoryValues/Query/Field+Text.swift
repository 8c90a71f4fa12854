public import Foundation

extension Field where Value == String {
    /// Whether the property contains a text, with the same letters.
    ///
    /// - Parameter text: The text; the empty one is everywhere.
    /// - Returns: The condition.
    public func contains(_ text: String) -> Condition {
        comparison(.contains, text) { text.isEmpty || $0.contains(text) }
    }

    /// Whether the property begins with a text, with the same letters.
    ///
    /// - Parameter text: The text.
    /// - Returns: The condition.
    public func hasPrefix(_ text: String) -> Condition {
        comparison(.hasPrefix, text) { $0.hasPrefix(text) }
    }

    /// Whether the property contains a text as people search for it: without regard to case, diacritics and
    /// width, by the rules of a language.
    ///
    ///     let found = try await people.find { $0.name.localizedStandardContains("emile") }  // Émile
    ///
    /// - Parameters:
    ///   - text: The text; the empty one is everywhere.
    ///   - locale: The language; that of the user by default.
    /// - Returns: The condition. It is decided on this device: no service is asked for it.
    public func localizedStandardContains(
        _ text: String,
        locale: Locale = .current
    ) -> Condition {
        .comparison(
            Comparison(
                key: key,
                path: path,
                operator: .localizedStandardContains,
                operands: [write(text), .string(locale.identifier)],
                isDeclared: true,
                columns: ColumnOperands(form, [text]).map { [$0] } ?? [],
                matches: { [read] json in
                    guard let value = read(json) else { return false }
                    let options: String.CompareOptions = [
                        .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
                    ]
                    return text.isEmpty
                        || value.range(of: text, options: options, locale: locale) != nil
                }
            )
        )
    }

    /// The order that people expect in a list, by the rules of a language: numbers in texts by their size,
    /// and case only where nothing else differs; what has no value comes first.
    ///
    /// - Parameter locale: The language.
    /// - Returns: The order. It is decided on this device: no index is sorted by it.
    public func ascending(in locale: Locale) -> Order {
        localizedOrder(isAscending: true, locale)
    }

    /// The same order from its end; what has no value comes last.
    ///
    /// - Parameter locale: The language.
    /// - Returns: The order.
    public func descending(in locale: Locale) -> Order {
        localizedOrder(isAscending: false, locale)
    }

    private func localizedOrder(isAscending: Bool, _ locale: Locale) -> Order {
        let relation: @Sendable (JSON?, JSON?) -> Order.Relation = { first, second in
            self.relation(first, second) { first, second in
                let options: String.CompareOptions = [
                    .caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering,
                ]
                switch first.compare(second, options: options, range: nil, locale: locale) {
                case .orderedAscending: return .ascending
                case .orderedDescending: return .descending
                case .orderedSame: return .same
                }
            }
        }
        return Order(
            key: key,
            path: path,
            isAscending: isAscending,
            form: nil,
            locale: locale.identifier,
            relation: relation,
            position: { json in
                func condition(
                    _ operator: Comparison.Operator,
                    _ relations: Set<Order.Relation>
                ) -> Condition {
                    .comparison(
                        Comparison(
                            key: key,
                            path: path,
                            operator: `operator`,
                            operands: [json, .string(locale.identifier)],
                            isDeclared: true,
                            matches: { relations.contains(relation(json, $0)) }
                        )
                    )
                }
                return isAscending
                    ? Order.Position(
                        notBefore: condition(.greaterOrEqual, [.same, .ascending]),
                        behind: condition(.greater, [.ascending])
                    )
                    : Order.Position(
                        notBefore: condition(.lessOrEqual, [.same, .descending]),
                        behind: condition(.less, [.descending])
                    )
            }
        )
    }
}
