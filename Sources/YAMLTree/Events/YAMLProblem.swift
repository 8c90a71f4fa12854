/// The error with which libyaml stopped, in its own words.
struct YAMLProblem: Error, Equatable {
    /// What it found or missed.
    var problem: String
    /// Where that was.
    var mark: YAMLMark
    /// The step in which it occurred, such as `while parsing a block mapping`.
    var context: String
    /// Where this step began.
    var contextMark: YAMLMark?
}
