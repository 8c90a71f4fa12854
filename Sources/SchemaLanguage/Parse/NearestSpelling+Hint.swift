import Diagnostics

extension NearestSpelling {
    /// The hint for a word that is not among the known ones; nil where none is near.
    static func hint(for word: String, in known: [String]) -> String? {
        nearest(to: word, in: known).map { "did you mean '\($0)'?" }
    }
}
