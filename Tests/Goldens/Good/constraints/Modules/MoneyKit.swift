public import RepositoryRuntime

/// Amounts, of which the golden needs their currency.
public enum Money {
    /// A currency by its code.
    public struct Currency: ScalarRepresentable {
        /// Three letters.
        public let scalar: String

        /// Makes a currency of its code.
        public init(scalar: String) throws(ScalarError) {
            guard scalar.count == 3 else { throw ScalarError(expected: "currency") }
            self.scalar = scalar
        }
    }
}
