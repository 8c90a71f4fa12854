/// What a property was in an earlier version: where its value stood, and what makes today's value of it.
package struct CheckedFormerProperty: Hashable, Sendable {
    /// One step from a former value to one of today.
    package enum Step: Hashable, Sendable {
        /// Null becomes absent, so that the default of the property holds.
        case withoutNull
        /// A number or a Boolean becomes text.
        case text
        /// A value becomes an array of it.
        case array
        /// Raw values of an enumeration become others.
        case renamed([Renaming])
        /// A function of the app makes the value.
        case function(String, CheckedType)

        /// Whether a function of the app makes the value.
        var isFunction: Bool {
            guard case .function = self else { return false }
            return true
        }
    }

    /// A raw value of an enumeration that became another one.
    package struct Renaming: Hashable, Sendable {
        /// The value of then.
        package let old: CheckedEnumeration.RawValue
        /// The value of today.
        package let new: CheckedEnumeration.RawValue

        /// Makes a renaming.
        package init(old: CheckedEnumeration.RawValue, new: CheckedEnumeration.RawValue) {
            (self.old, self.new) = (old, new)
        }
    }

    /// The key on the wire.
    package let key: String
    /// The type that it had, without an outermost `?`.
    package let type: CheckedType
    /// The form on the wire of the single values in the type.
    package let wire: WireForm
    /// The steps, in order; none where the value stays as it is.
    package let steps: [Step]
}
