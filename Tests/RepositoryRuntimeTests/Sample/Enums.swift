// Written by hand, exactly as the generator writes it.

import RepositoryRuntime

nonisolated enum Visibility: OpenEnum {
    case everyone
    case friends
    case nobody
    /// A value that the schema does not declare, kept unchanged.
    case unknown(String)

    init(rawValue: String) {
        switch rawValue {
        case "everyone": self = .everyone
        case "friends": self = .friends
        case "nobody": self = .nobody
        default: self = .unknown(rawValue)
        }
    }

    var rawValue: String {
        switch self {
        case .everyone: "everyone"
        case .friends: "friends"
        case .nobody: "nobody"
        case .unknown(let rawValue): rawValue
        }
    }
}

nonisolated enum Priority: Int, ClosedEnum {
    case low = 0
    case high = 10
}

/// The conversation service.
nonisolated enum Conversations {
    static let dates = DateCodec(.iso8601, .unixSeconds)
}

private typealias RuntimeVersion = RepositoryRuntimeVersion1
