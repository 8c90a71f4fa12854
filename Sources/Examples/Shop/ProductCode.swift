public import RepositoryValues

/// What a product is ordered by: letters and a number, such as `AB-1234`.
public struct ProductCode: ScalarRepresentable {
    /// The letters, in capitals.
    public let series: String
    /// The number in the series.
    public let number: Int

    /// Makes a code.
    ///
    /// - Parameters:
    ///   - series: The letters.
    ///   - number: The number in the series.
    public init(series: String, number: Int) {
        self.series = series.uppercased()
        self.number = number
    }

    /// Makes a code of its text.
    ///
    /// - Parameter scalar: The text, such as `AB-1234`.
    /// - Throws: ``ScalarError`` when the text is no code.
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
