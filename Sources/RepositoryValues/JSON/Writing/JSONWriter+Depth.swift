extension JSONWriter {
    /// Whether the stack has room for the frames that write one more level.
    ///
    /// Asked before each value that may contain itself: an object, an array, a dictionary.
    @inlinable
    var hasStackRoom: Bool {
        @inline(__always) get { depth < 32 || StackFloor.hasRoom() }
    }

    /// Keeps the error about a value that stands deeper than the stack has room to write.
    @usableFromInline @inline(never)
    mutating func failTooDeep() {
        fail(.tooDeep, expected: StackFloor.expectation, found: "one more")
    }
}
