/// What the bodies of failures are, as an endpoint or a repository declares it.
struct DeclaredFailures: Sendable {
    /// By status; the first digit stands for all of its class.
    var byStatus: [Int: any ResponseBody.Type] = [:]
    /// Of any other status; nil for none.
    var other: (any ResponseBody.Type)?

    /// What the body of a failure is; nil where nothing is declared.
    func type(ofStatus status: Int) -> (any ResponseBody.Type)? {
        byStatus[status] ?? byStatus[status / 100] ?? other
    }
}
