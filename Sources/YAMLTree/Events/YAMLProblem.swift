/// What libyaml says when it gives up, in its own words.
struct YAMLProblem: Error, Equatable {
    /// What it found or missed.
    var problem: String
    /// Where it was.
    var mark: YAMLMark
    /// What it was doing, such as `while parsing a block mapping`.
    var context: String
    /// Where it began to do so.
    var contextMark: YAMLMark?
}
