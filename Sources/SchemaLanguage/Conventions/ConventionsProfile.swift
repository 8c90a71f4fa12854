import Diagnostics
import Foundation
import RepositoryValues
import YAMLTree

/// Named conventions of a family of services, written in YAML with the keys of schemas.
///
/// The files are in `Conventions/*.yaml`. They are embedded, and `repogen conventions` prints them.
package struct ConventionsProfile: Hashable, Sendable {
    /// The name for `conventions:` and `like:`.
    package let name: String
    /// The file.
    package let text: String

    private init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// All profiles, by name.
    package static let all = [
        ConventionsProfile("datasette", PackageResources.datasette_yaml),
        ConventionsProfile("djangoREST", PackageResources.djangoREST_yaml),
        ConventionsProfile("eve", PackageResources.eve_yaml),
        ConventionsProfile("gitHub", PackageResources.gitHub_yaml),
        ConventionsProfile("jsonAPI", PackageResources.jsonAPI_yaml),
        ConventionsProfile("kinto", PackageResources.kinto_yaml),
        ConventionsProfile("stripe", PackageResources.stripe_yaml),
    ]

    /// The names.
    static let names = all.map(\.name)

    /// The profiles that were needed so far, by name.
    private static let parsed = Locked<[String: CheckedConventions]>([:])

    /// The conventions with a name, parsed once; nil for an unknown name.
    static func conventions(named name: String) -> CheckedConventions? {
        if let known = parsed.withLock({ $0[name] }) { return known }
        guard let profile = all.first(where: { $0.name == name }) else { return nil }
        var context = ParseContext()
        let conventions = profile.parse(in: &context)
        parsed.withLock { $0[name] = conventions }
        return conventions
    }

    /// Parses its file.
    func parse(in context: inout ParseContext) -> CheckedConventions? {
        let file = SourceFile(path: "\(name).yaml", text: text)
        guard let root = try? YAMLReader().read(file),
            var mapping = MappingReader(root, what: "the conventions", in: &context)
        else { return nil }
        let conventions = ConventionsParser.own(&mapping, in: &context)
        mapping.finish(in: &context)
        return conventions
    }
}
