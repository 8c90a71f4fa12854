import Diagnostics

/// Receives the events of a JSON text while it is read.
///
/// The bytes of a string or a number are valid only during the call.
protocol JSONEventHandler {
    /// A top-level value begins.
    mutating func beginDocument()
    /// A top-level value has ended.
    mutating func endDocument()
    /// An object begins.
    mutating func beginObject(at place: SourcePosition)
    /// A key of the innermost object; its value follows.
    mutating func key(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition)
    /// The innermost object ends.
    mutating func endObject()
    /// An array begins.
    mutating func beginArray(at place: SourcePosition)
    /// The innermost array ends.
    mutating func endArray()
    /// A string, without quotes and escapes, in UTF-8.
    mutating func text(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition)
    /// A number, as written.
    mutating func number(
        _ text: UnsafeBufferPointer<UInt8>,
        isInteger: Bool,
        at place: SourcePosition
    )
    /// A Boolean.
    mutating func bool(_ value: Bool, at place: SourcePosition)
    /// Null.
    mutating func null(at place: SourcePosition)
}
