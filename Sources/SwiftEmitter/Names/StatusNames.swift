/// The names of statuses that say success, by the reason phrases of the registry (RFC 9110, section 15.3,
/// RFC 4918, RFC 5842 and RFC 3229).
enum StatusNames {
    private static let names = [
        200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritativeInformation",
        204: "noContent", 205: "resetContent", 206: "partialContent", 207: "multiStatus",
        208: "alreadyReported", 226: "imUsed",
    ]

    /// The name of a status as a case of an enumeration.
    static func name(of status: Int) -> String {
        names[status] ?? "status\(status)"
    }
}
