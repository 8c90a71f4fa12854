public import Foundation

// `localizedDescription` returns the message instead of the number of the case.

extension RepositoryError: LocalizedError {
    /// The message, in a sentence, without user data.
    public var errorDescription: String? { description }
}

extension NetworkingError: LocalizedError {
    /// What happened, in a sentence.
    public var errorDescription: String? { description }
}
