import Diagnostics

/// What takes the events of a JSON text, as they are read.
///
/// The bytes of a text or a number are valid only during the call.
protocol JSONEventHandler {
    /// A value at the top begins.
    mutating func beginDocument()
    /// A value at the top has ended.
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
    /// A text, without quotes and escapes, in UTF-8.
    mutating func text(_ text: UnsafeBufferPointer<UInt8>, at place: SourcePosition)
    /// A number as it is written.
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
