public import Foundation

// What conditions and orders of texts are, for identities that are texts.

extension Field {
    /// The same property with plain values.
    private func plain<Owner, RawValue>() -> Field<RawValue>
    where Value == TypedIdentity<Owner, RawValue> {
        Field<RawValue>(identities: self)
    }

    /// Whether the identity contains a text, with the same letters.
    ///
    /// - Parameter text: The text; the empty one is in every identity.
    /// - Returns: The condition.
    public func contains<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        plain().contains(text)
    }

    /// Whether the identity begins with a text, with the same letters.
    ///
    /// - Parameter text: The text.
    /// - Returns: The condition.
    public func hasPrefix<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        plain().hasPrefix(text)
    }

    /// Whether the identity contains a text as people search for it: without regard to case, diacritics and
    /// width, by the rules of a language.
    ///
    /// - Parameters:
    ///   - text: The text; the empty one is in every identity.
    ///   - locale: The language; that of the user by default.
    /// - Returns: The condition. It is decided on this device: no service is asked for it.
    public func localizedStandardContains<Owner>(
        _ text: String,
        locale: Locale = .current
    ) -> Condition where Value == TypedIdentity<Owner, String> {
        plain().localizedStandardContains(text, locale: locale)
    }

    /// The order that people expect in a list, by the rules of a language; what has no value comes first.
    ///
    /// - Parameter locale: The language.
    /// - Returns: The order. It is decided on this device: no index is sorted by it.
    public func ascending<Owner>(in locale: Locale) -> Order
    where Value == TypedIdentity<Owner, String> {
        plain().ascending(in: locale)
    }

    /// The same order from its end; what has no value comes last.
    ///
    /// - Parameter locale: The language.
    /// - Returns: The order.
    public func descending<Owner>(in locale: Locale) -> Order
    where Value == TypedIdentity<Owner, String> {
        plain().descending(in: locale)
    }
}

extension FieldPath {
    /// Whether the identity contains a text, with the same letters.
    ///
    /// - Parameter text: The text; the empty one is in every identity.
    /// - Returns: The condition.
    public func contains<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        Self.condition(on: self) { $0.contains(text) }
    }

    /// Whether the identity begins with a text, with the same letters.
    ///
    /// - Parameter text: The text.
    /// - Returns: The condition.
    public func hasPrefix<Owner>(_ text: String) -> Condition
    where Value == TypedIdentity<Owner, String> {
        Self.condition(on: self) { $0.hasPrefix(text) }
    }

    /// Whether the identity contains a text as people search for it: without regard to case, diacritics and
    /// width, by the rules of a language.
    ///
    /// - Parameters:
    ///   - text: The text; the empty one is in every identity.
    ///   - locale: The language; that of the user by default.
    /// - Returns: The condition. It is decided on this device: no service is asked for it.
    public func localizedStandardContains<Owner>(
        _ text: String,
        locale: Locale = .current
    ) -> Condition where Value == TypedIdentity<Owner, String> {
        Self.condition(on: self) { $0.localizedStandardContains(text, locale: locale) }
    }
}
