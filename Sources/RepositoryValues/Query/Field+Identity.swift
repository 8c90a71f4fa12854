public import Foundation

// The string conditions and orders, for identifiers that are strings.

extension Field {
    /// Returns the same property with plain values.
    private func plain<Owner, RawValue>() -> Field<RawValue>
    where Value == TypedIdentity<Owner, RawValue> {
        Field<RawValue>(identities: self)
    }

    /// Returns a condition that the identity contains a string; case-sensitive.
    ///
    /// - Parameter text: The string; the empty one matches every identity.
    /// - Returns: The condition.
    public func contains<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        plain().contains(text)
    }

    /// Returns a condition that the identity begins with a string; case-sensitive.
    ///
    /// - Parameter text: The string.
    /// - Returns: The condition.
    public func hasPrefix<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        plain().hasPrefix(text)
    }

    /// Returns a condition that the identity contains a string by the rules of a locale, ignoring
    /// case, diacritics and width.
    ///
    /// - Parameters:
    ///   - text: The string; the empty one matches every identity.
    ///   - locale: The locale; the current one by default.
    /// - Returns: The condition. It is evaluated locally, and never sent to a service.
    public func localizedStandardContains<Owner>(
        _ text: String,
        locale: Locale = .current
    ) -> Condition where Value == TypedIdentity<Owner, String> {
        plain().localizedStandardContains(text, locale: locale)
    }

    /// Returns the order for display in a list, by the rules of a locale; missing values come
    /// first.
    ///
    /// - Parameter locale: The locale.
    /// - Returns: The order. It is evaluated locally, without an index.
    public func ascending<Owner>(in locale: Locale) -> Order
    where Value == TypedIdentity<Owner, String> {
        plain().ascending(in: locale)
    }

    /// Returns the reverse order; missing values come last.
    ///
    /// - Parameter locale: The locale.
    /// - Returns: The order.
    public func descending<Owner>(in locale: Locale) -> Order
    where Value == TypedIdentity<Owner, String> {
        plain().descending(in: locale)
    }
}

extension FieldPath {
    /// Returns a condition that the identity contains a string; case-sensitive.
    ///
    /// - Parameter text: The string; the empty one matches every identity.
    /// - Returns: The condition.
    public func contains<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        Self.condition(on: self) { $0.contains(text) }
    }

    /// Returns a condition that the identity begins with a string; case-sensitive.
    ///
    /// - Parameter text: The string.
    /// - Returns: The condition.
    public func hasPrefix<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        Self.condition(on: self) { $0.hasPrefix(text) }
    }

    /// Returns a condition that the identity contains a string by the rules of a locale, ignoring
    /// case, diacritics and width.
    ///
    /// - Parameters:
    ///   - text: The string; the empty one matches every identity.
    ///   - locale: The locale; the current one by default.
    /// - Returns: The condition. It is evaluated locally, and never sent to a service.
    public func localizedStandardContains<Owner>(
        _ text: String,
        locale: Locale = .current
    ) -> Condition where Value == TypedIdentity<Owner, String> {
        Self.condition(on: self) { $0.localizedStandardContains(text, locale: locale) }
    }
}
