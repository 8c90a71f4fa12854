import ArgumentParser

/// What stands behind a command that takes options only: most likely the schemas without their option.
struct StrayArguments: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first, !Self.isBehindOption(word) else { return }
        throw ValidationError(
            "Unexpected argument '\(word)'; schemas stand behind their option: --schemas \(word)"
        )
    }

    /// Whether a word stands behind an option, which then is the one that is not known.
    private static func isBehindOption(_ word: String) -> Bool {
        let arguments = CommandLine.arguments
        return zip(arguments, arguments.dropFirst()).contains { option, value in
            value == word && option.hasPrefix("--")
        }
    }
}
