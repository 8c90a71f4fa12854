import ArgumentParser

extension [String] {
    /// Takes the last value of an option for the argument of the command, as in
    /// `verify --schemas Schemas URL`.
    ///
    /// - Parameters:
    ///   - name: The name of the argument.
    ///   - isArgument: Whether a value can be the argument.
    /// - Returns: The argument.
    /// - Throws: if there is none.
    mutating func takeArgument(
        _ name: String,
        where isArgument: (String) -> Bool
    ) throws -> String {
        guard count > 1, let last, isArgument(last) else {
            throw ValidationError("Missing expected argument '<\(name)>'")
        }
        removeLast()
        return last
    }
}
