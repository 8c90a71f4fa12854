import Diagnostics

/// What a schema says of how a service writes things.
struct ConventionsDeclaration: Hashable, Sendable {
    /// The conventions that these begin with, by name.
    var like: Located<String>?
    /// What is said beside them.
    var own = CheckedConventions()
    /// Where it says how the service is asked for what has changed.
    var changesRange: SourceRange?
    /// Where it says by what an entity is known that is no more.
    var tombstoneRange: SourceRange?
    /// Whether all of it could be read.
    var isWhole = true
}

extension ConventionsDeclaration {
    /// What is said, over what those of the name say.
    var conventions: CheckedConventions {
        guard let named = like.flatMap({ ConventionsProfile.conventions(named: $0.value) }) else {
            return own
        }
        var all = own.overriding(named)
        all.beginsAnew = true
        return all
    }
}
