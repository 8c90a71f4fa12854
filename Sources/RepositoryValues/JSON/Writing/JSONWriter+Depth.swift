extension JSONWriter {
    /// Whether the stack has room for the frames of one more level.
    ///
    /// Checked before each value that may be recursive: an object, an array, a dictionary.
    @inlinable
    var hasStackRoom: Bool {
        @inline(__always) get { depth < 32 || StackFloor.hasRoom() }
    }

    /// Records the error for a value that is nested too deeply for the stack.
    @usableFromInline @inline(never)
    mutating func failTooDeep() {
        fail(.tooDeep, expected: StackFloor.expectation, found: "one more")
    }
}
