#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension StorageError: LocalizedError {
    /// A description in one sentence, without user data.
    public var errorDescription: String? { description }
}
