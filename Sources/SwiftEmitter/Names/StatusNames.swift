/// The names of success and failure statuses, from the reason phrases of the registry (RFC 9110,
/// section 15.3, RFC 4918, RFC 5842, RFC 3229, RFC 6585, RFC 7725 and RFC 8470).
enum StatusNames {
    private static let names = [
        200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritativeInformation",
        204: "noContent", 205: "resetContent", 206: "partialContent", 207: "multiStatus",
        208: "alreadyReported", 226: "imUsed",
        400: "badRequest", 401: "unauthorized", 402: "paymentRequired", 403: "forbidden",
        404: "notFound", 405: "methodNotAllowed", 406: "notAcceptable",
        407: "proxyAuthenticationRequired", 408: "requestTimeout", 409: "conflict", 410: "gone",
        411: "lengthRequired", 412: "preconditionFailed", 413: "contentTooLarge", 414: "uriTooLong",
        415: "unsupportedMediaType", 416: "rangeNotSatisfiable", 417: "expectationFailed",
        421: "misdirectedRequest", 422: "unprocessableContent", 423: "locked",
        424: "failedDependency", 425: "tooEarly", 426: "upgradeRequired",
        428: "preconditionRequired", 429: "tooManyRequests", 431: "requestHeaderFieldsTooLarge",
        451: "unavailableForLegalReasons",
        500: "internalServerError", 501: "notImplemented", 502: "badGateway",
        503: "serviceUnavailable", 504: "gatewayTimeout", 505: "httpVersionNotSupported",
        506: "variantAlsoNegotiates", 507: "insufficientStorage", 508: "loopDetected",
        511: "networkAuthenticationRequired",
    ]

    /// The name of a status as an enumeration case.
    static func name(of status: Int) -> String {
        names[status] ?? "status\(status)"
    }
}
