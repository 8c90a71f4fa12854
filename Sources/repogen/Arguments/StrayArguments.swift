import ArgumentParser

/// What stands behind a command that takes options only: most likely the schemas without their option.
struct StrayArguments: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first else { return }
        throw ValidationError(
            "Unexpected argument '\(word)'; schemas stand behind their option: --schemas \(word)"
        )
    }
}
