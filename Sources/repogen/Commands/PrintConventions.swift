import ArgumentParser
import Diagnostics
import SchemaLanguage

/// Prints the conventions that come with the tool.
struct PrintConventions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conventions",
        abstract: "Print the conventions of a family of services, as a schema would say them.",
        discussion: """
            An API that says `conventions: kinto` has all that this prints of kinto; one that says \
            `conventions: { like: kinto, tombstone: gone }` has that, but for what it says itself.

              repogen conventions          # their names
              repogen conventions kinto
            """
    )

    @Argument(help: ArgumentHelp("Whose conventions; without it, all names.", valueName: "name"))
    var name: String?

    func validate() throws {
        guard let name, profile == nil else { return }
        let names = ConventionsProfile.all.map(\.name)
        let hint = NearestSpelling.nearest(to: name, in: names).map { ", did you mean '\($0)'?" }
        throw ValidationError(
            "there are no conventions '\(name)'\(hint ?? "; there are \(names.joined(separator: ", "))")"
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
