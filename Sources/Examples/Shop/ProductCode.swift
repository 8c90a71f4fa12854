public import RepositoryValues

/// The code for ordering a product: letters and a number, for example `AB-1234`.
public struct ProductCode: ScalarRepresentable {
    /// The letters, in upper case.
    public let series: String
    /// The number in the series.
    public let number: Int

    /// Creates a code.
    ///
    /// - Parameters:
    ///   - series: The letters.
    ///   - number: The number in the series.
    public init(series: String, number: Int) {
        self.series = series.uppercased()
        self.number = number
    }

    /// Parses a code.
    ///
    /// - Parameter scalar: The text, for example `AB-1234`.
    /// - Throws: ``ScalarError`` if the text is not a valid code.
    public init(scalar: String) throws(ScalarError) {
        let parts = scalar.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(\.isUppercase),
            let number = Int(parts[1])
        else { throw ScalarError(expected: "product code") }
        self.init(series: String(parts[0]), number: number)
    }

    /// The code as text.
    public var scalar: String { "\(series)-\(number)" }
}
