#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What `localizedDescription` says is what happened, and not the number of the case.

extension RepositoryError: LocalizedError {
    /// What happened, in a sentence, without data of the user.
    public var errorDescription: String? { description }
}

extension NetworkingError: LocalizedError {
    /// What happened, in a sentence.
    public var errorDescription: String? { description }
}
