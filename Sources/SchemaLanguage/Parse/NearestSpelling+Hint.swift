import Diagnostics

extension NearestSpelling {
    /// The hint for an unknown word; nil if no known one is near.
    static func hint(for word: String, in known: [String]) -> String? {
        nearest(to: word, in: known).map { "did you mean '\($0)'?" }
    }
}
