/// Swift types that a schema may declare, but whose names an import avoids.
///
/// In an app that imports the generated module, `Character` would mean that of the schema, and
/// `Task { … }` would not compile.
enum SwiftTypeNames {
    /// The common types of the standard library and of concurrency.
    static let common: Set<String> = [
        "Actor", "AnyActor", "AnyCollection", "AnyHashable", "AnyIterator", "AnyKeyPath",
        "AnyObject", "AnySequence", "ArraySlice", "AsyncIteratorProtocol", "AsyncSequence",
        "AsyncStream", "AsyncThrowingStream", "BidirectionalCollection", "BinaryFloatingPoint",
        "BinaryInteger", "CancellationError", "CaseIterable", "Character", "CheckedContinuation",
        "Clock", "ClosedRange", "Codable", "CodingKey", "CodingUserInfoKey", "Collection",
        "CollectionDifference", "Comparable", "Continuation", "ContiguousArray", "ContinuousClock",
        "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable", "Decoder",
        "DecodingError", "DefaultStringInterpolation", "DiscardingTaskGroup", "Duration",
        "EmptyCollection", "Encodable", "Encoder", "EncodingError", "Equatable", "Executor",
        "FixedWidthInteger", "FloatingPoint", "GlobalActor", "Hasher", "Identifiable", "Indices",
        "InstantProtocol", "Iterator", "IteratorProtocol", "KeyPath", "KeyValuePairs",
        "LazySequence", "LosslessStringConvertible", "MainActor", "ManagedBuffer",
        "MutableCollection", "Numeric", "ObjectIdentifier", "OptionSet", "PartialKeyPath",
        "RandomAccessCollection", "RandomNumberGenerator", "Range", "RangeExpression",
        "RangeReplaceableCollection", "RawRepresentable", "ReferenceWritableKeyPath", "Regex",
        "Repeated", "ReversedCollection", "Sequence", "SetAlgebra", "SignedInteger",
        "SignedNumeric", "Slice", "StaticString", "Strideable", "StringProtocol", "Substring",
        "SuspendingClock", "SystemRandomNumberGenerator", "Task", "TaskGroup", "TaskLocal",
        "TaskPriority", "TextOutputStream", "ThrowingTaskGroup", "UInt", "Unicode",
        "UnsafeContinuation", "UnsafePointer", "UnsafeRawPointer", "UnsignedInteger",
        "WritableKeyPath", "Zip2Sequence",
    ]
}
