public import Foundation

extension Field where Value == String {
    /// Returns a condition that the property contains a string; case-sensitive.
    ///
    /// - Parameter text: The string; the empty one matches every value.
    /// - Returns: The condition.
    public func contains(_ text: String) -> Condition {
        comparison(.contains, text) { TextMatch.contains(text, in: $0) }
    }

    /// Returns a condition that the property begins with a string; case-sensitive.
    ///
    /// - Parameter text: The string.
    /// - Returns: The condition.
    public func hasPrefix(_ text: String) -> Condition {
        comparison(.hasPrefix, text) { $0.hasPrefix(text) }
    }

    /// Returns a condition that the property contains a string by the rules of a locale, ignoring
    /// case, diacritics and width.
    ///
    ///     let found = try await people.find { $0.name.localizedStandardContains("emile") }  // Émile
    ///
    /// - Parameters:
    ///   - text: The string; the empty one matches every value.
    ///   - locale: The locale; the current one by default.
    /// - Returns: The condition. It is evaluated locally, and never sent to a service.
    public func localizedStandardContains(
        _ text: String,
        locale: Locale = .current
    ) -> Condition {
        let match = TextMatch(text, locale)
        return .comparison(
            Comparison(
                key: key,
                path: path,
                operator: .localizedStandardContains,
                operands: [write(text), .string(locale.identifier)],
                isDeclared: true,
                columns: ColumnOperands(form, [text]).map { [$0] } ?? [],
                matches: { [read] json in read(json).map(match.isFound) ?? false }
            )
        )
    }

    /// Returns the order for display in a list, by the rules of a locale; missing values come
    /// first.
    ///
    /// Numbers in strings are ordered by value, and case matters only if nothing else differs.
    ///
    /// - Parameter locale: The locale.
    /// - Returns: The order. It is evaluated locally, without an index.
    public func ascending(in locale: Locale) -> Order {
        localizedOrder(isAscending: true, locale)
    }

    /// Returns the reverse order; missing values come last.
    ///
    /// - Parameter locale: The locale.
    /// - Returns: The order.
    public func descending(in locale: Locale) -> Order {
        localizedOrder(isAscending: false, locale)
    }

    private func localizedOrder(isAscending: Bool, _ locale: Locale) -> Order {
        let order = LocalizedTextOrder(locale)
        let relation: @Sendable (JSON?, JSON?) -> Order.Relation = { first, second in
            self.relation(first, second) { first, second in
                let order = order.compare(first, second)
                return order == 0 ? .same : order < 0 ? .ascending : .descending
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
