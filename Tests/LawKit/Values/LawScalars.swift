public import RepositoryRuntime
import TestSupport

/// A type of a user's own that text stands for: any that does not begin with a blank.
public struct LawCode: ScalarRepresentable, Arbitrary {
    /// The text.
    public let scalar: String

    /// Makes a code.
    ///
    /// - Parameter scalar: The text.
    /// - Throws: `ScalarError` where it begins with a blank.
    public init(scalar: String) throws(ScalarError) {
        guard scalar.first != " " else { throw ScalarError(expected: "code without a blank") }
        self.scalar = scalar
    }

    private init(_ scalar: String) {
        self.scalar = scalar
    }

    /// Makes any.
    public static func arbitrary(_ values: inout RandomValues) -> LawCode {
        LawCode(values.element(of: "", "a", "EUR", "\u{0}\"", "🐟"))
    }
}

/// The home of a type with a qualified name.
public enum LawScale {
    /// A type of a user's own that a whole number stands for: any that is even.
    public struct Number: ScalarRepresentable, Arbitrary {
        /// The number.
        public let scalar: Int

        /// Makes a number.
        ///
        /// - Parameter scalar: The number.
        /// - Throws: `ScalarError` where it is odd.
        public init(scalar: Int) throws(ScalarError) {
            guard scalar.isMultiple(of: 2) else { throw ScalarError(expected: "even number") }
            self.scalar = scalar
        }

        private init(half: Int) {
            scalar = half * 2
        }

        /// Makes any.
        public static func arbitrary(_ values: inout RandomValues) -> Number {
            Number(half: values.random.number(in: -1000...1000))
        }
    }
}
