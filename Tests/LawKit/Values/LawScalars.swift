public import RepositoryRuntime
import TestSupport

/// A user's type with a string as its scalar: any string that does not begin with a space.
public struct LawCode: ScalarRepresentable, Arbitrary {
    /// The text.
    public let scalar: String

    /// Creates a code.
    ///
    /// - Parameter scalar: The text.
    /// - Throws: `ScalarError` if it begins with a space.
    public init(scalar: String) throws(ScalarError) {
        guard scalar.first != " " else { throw ScalarError(expected: "code without a blank") }
        self.scalar = scalar
    }

    private init(_ scalar: String) {
        self.scalar = scalar
    }

    /// Returns any code.
    public static func arbitrary(_ values: inout RandomValues) -> LawCode {
        LawCode(values.element(of: "", "a", "EUR", "\u{0}\"", "🐟"))
    }
}

/// A namespace for a type with a qualified name.
public enum LawScale {
    /// A user's type with an integer as its scalar: any even number.
    public struct Number: ScalarRepresentable, Arbitrary {
        /// The number.
        public let scalar: Int

        /// Creates a number.
        ///
        /// - Parameter scalar: The number.
        /// - Throws: `ScalarError` if it is odd.
        public init(scalar: Int) throws(ScalarError) {
            guard scalar.isMultiple(of: 2) else { throw ScalarError(expected: "even number") }
            self.scalar = scalar
        }

        private init(half: Int) {
            scalar = half * 2
        }

        /// Returns any number.
        public static func arbitrary(_ values: inout RandomValues) -> Number {
            Number(half: values.random.number(in: -1000...1000))
        }
    }
}
