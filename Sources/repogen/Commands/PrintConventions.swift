import ArgumentParser
import Diagnostics
import SchemaLanguage

/// Prints the built-in conventions.
struct PrintConventions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conventions",
        abstract: "Print the conventions of a profile, in the syntax of a schema.",
        discussion: """
            A profile has the conventions of a family of services. With `conventions: kinto`, an \
            API has all conventions of the profile kinto; with `conventions: { like: kinto, \
            tombstone: gone }`, single keys override them.

              repogen conventions          # the names of the profiles
              repogen conventions kinto
            """
    )

    @Argument(help: ArgumentHelp("The profile. Default: prints all names.", valueName: "name"))
    var name: String?

    func validate() throws {
        guard let name, profile == nil else { return }
        let names = ConventionsProfile.all.map(\.name)
        let hint = NearestSpelling.nearest(to: name, in: names).map { ", did you mean '\($0)'?" }
        throw ValidationError(
            "no conventions '\(name)'\(hint ?? "; choose one of \(names.joined(separator: ", "))")"
        )
    }

    func run() throws {
        try Terminal.answer {
            guard let profile else {
                return ConventionsProfile.all.map { "\($0.name)\n" }.joined()
            }
            return profile.text
        }
    }

    private var profile: ConventionsProfile? {
        ConventionsProfile.all.first { $0.name == name }
    }
}
