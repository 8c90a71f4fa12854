/// The body types of failures, declared by an endpoint or a repository.
struct DeclaredFailures: Sendable {
    /// By status code; a single digit stands for the whole class.
    var byStatus: [Int: any ResponseBody.Type] = [:]
    /// For any other status; nil for none.
    var other: (any ResponseBody.Type)?

    /// Returns the body type of a failure; nil if none is declared.
    func type(ofStatus status: Int) -> (any ResponseBody.Type)? {
        byStatus[status] ?? byStatus[status / 100] ?? other
    }
}
