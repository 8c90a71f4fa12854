import ArgumentParser

/// An argument of a command that takes only options: most likely schemas without `--schemas`.
struct StrayArguments: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first, !Self.isBehindOption(word) else { return }
        throw ValidationError(
            "Unexpected argument '\(word)'; pass schemas with --schemas \(word)"
        )
    }

    /// Whether a word follows an option; then the option is the unknown argument.
    private static func isBehindOption(_ word: String) -> Bool {
        let arguments = CommandLine.arguments
        return zip(arguments, arguments.dropFirst()).contains { option, value in
            value == word && option.hasPrefix("--")
        }
    }
}
