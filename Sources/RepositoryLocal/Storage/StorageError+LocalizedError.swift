#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension StorageError: LocalizedError {
    /// What happened, in a sentence, without data of the user.
    public var errorDescription: String? { description }
}
