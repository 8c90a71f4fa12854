import ArgumentParser
import Foundation

/// An argument of a command that takes only options: most likely schemas without `--schemas`.
struct StrayArguments: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first, !Self.isBehindOption(word) else { return }
        let isRevision =
            CommandLine.arguments.dropFirst().first == "diff"
            && !FileManager.default.fileExists(atPath: word)
        throw ValidationError(
            "Unexpected argument '\(word)'; pass "
                + (isRevision ? "a revision with --base \(word)" : "schemas with --schemas \(word)")
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
