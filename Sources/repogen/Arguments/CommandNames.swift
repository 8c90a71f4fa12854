import ArgumentParser
import Diagnostics

/// The names of a command's subcommands.
struct CommandNames {
    private let names: [(name: String, type: any ParsableCommand.Type)]

    init(below command: any ParsableCommand.Type) {
        names = command.configuration.subcommands.map { type in
            (type.configuration.commandName ?? "\(type)".lowercased(), type)
        }
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
        var names = CommandNames(below: root)
        var path = ""
        while let word = arguments.popFirst(), !word.hasPrefix("-"), !names.names.isEmpty {
            guard let (name, type) = names.names.first(where: { $0.name == word }) else {
                return names.unknown(word, behind: path)
            }
            path += name + " "
            names = CommandNames(below: type)
        }
        return nil
    }

    private func unknown(_ word: String, behind path: String) -> String {
        let known = names.map(\.name)
        let nearest = NearestSpelling.nearest(to: word, in: known)
        return "there is no command '\(path)\(word)'"
            + (nearest.map { ", did you mean '\(path)\($0)'?" }
                ?? "; there are \(known.joined(separator: ", "))")
    }
}
