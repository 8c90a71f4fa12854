import ArgumentParser
import Diagnostics

/// The subcommands of a command, by name.
struct Subcommands {
    private let types: [any ParsableCommand.Type]

    init(below command: any ParsableCommand.Type) {
        types = command.configuration.subcommands
    }

    private var isEmpty: Bool { types.isEmpty }

    private static func name(of type: any ParsableCommand.Type) -> String {
        type.configuration.commandName ?? "\(type)".lowercased()
    }

    /// The command with a name.
    subscript(name: String) -> (any ParsableCommand.Type)? {
        types.first { Self.name(of: $0) == name }
    }

    /// Whether a command is one of the subcommands.
    func contains(_ command: some ParsableCommand) -> Bool {
        types.contains { $0 == type(of: command) }
    }

    /// The first word in the position of a command that names no command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the tool.
    ///   - root: The root command.
    /// - Returns: The error message; nil if all commands are known.
    static func mistake(in arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var arguments = arguments[...]
        // Every command has a `help` subcommand.
        if arguments.first == "help" { arguments.removeFirst() }
        var commands = Subcommands(below: root)
        var path = ""
        while let word = arguments.popFirst(), !word.hasPrefix("-"), !commands.isEmpty {
            guard let type = commands[word] else { return commands.unknown(word, behind: path) }
            path += word + " "
            commands = Subcommands(below: type)
        }
        return nil
    }

    private func unknown(_ word: String, behind path: String) -> String {
        let known = types.map(Self.name)
        let nearest = NearestSpelling.nearest(to: word, in: known)
        return "there is no command '\(path)\(word)'"
            + (nearest.map { ", did you mean '\(path)\($0)'?" }
                ?? "; there are \(known.joined(separator: ", "))")
    }
}
