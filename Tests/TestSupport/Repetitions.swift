import Foundation

/// The numbers of repetitions of tests with random input.
package enum Repetitions {
    /// Whether `make test-all` runs the tests, which sets the variable `THOROUGH`.
    package static let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] != nil

    /// Returns how often a test repeats.
    ///
    /// - Parameters:
    ///   - variable: The environment variable that sets another number.
    ///   - quick: The number in `make test`.
    ///   - thorough: The number in `make test-all`.
    /// - Returns: The number.
    package static func count(_ variable: String, quick: Int, thorough: Int) -> Int {
        let variables = ProcessInfo.processInfo.environment
        if let number = variables[variable].flatMap({ Int($0) }) { return number }
        return isThorough ? thorough : quick
    }
}
