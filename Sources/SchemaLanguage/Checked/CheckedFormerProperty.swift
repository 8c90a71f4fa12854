/// The form of a property in an earlier version: the key of its value, and the conversion to the
/// current one.
package struct CheckedFormerProperty: Hashable, Sendable {
    /// A step of the conversion from a former value to a current one.
    package enum Step: Hashable, Sendable {
        /// Null becomes missing, so that the default of the property applies.
        case withoutNull
        /// A number or a Boolean becomes a string.
        case text
        /// A value becomes an array of it.
        case array
        /// Raw values of an enumeration are replaced.
        case renamed([Renaming])
        /// A function of the app converts the value.
        case function(String, CheckedType)

        /// Whether a function of the app converts the value.
        var isFunction: Bool {
            guard case .function = self else { return false }
            return true
        }
    }

    /// A changed raw value of an enumeration.
    package struct Renaming: Hashable, Sendable {
        /// The former value.
        package let old: CheckedEnumeration.RawValue
        /// The current value.
        package let new: CheckedEnumeration.RawValue

        /// Makes a renaming.
        package init(old: CheckedEnumeration.RawValue, new: CheckedEnumeration.RawValue) {
            (self.old, self.new) = (old, new)
        }
    }

    /// The key in JSON.
    package let key: String
    /// Its former type, without an outermost `?`.
    package let type: CheckedType
    /// The form of the single values in the type in JSON.
    package let wire: WireForm
    /// The steps, in order; none if the value stays the same.
    package let steps: [Step]
}
