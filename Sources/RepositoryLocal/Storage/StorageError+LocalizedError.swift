public import Foundation

extension StorageError: LocalizedError {
    /// A description in one sentence, without user data.
    public var errorDescription: String? { description }
}
