extension JSONWriter {
    /// Writes the value of a case with its tag as the first member.
    ///
    /// - Parameters:
    ///   - value: The value, which must be written as an object; anything else is an error.
    ///   - tag: The tag.
    ///   - key: The key of the tag.
    public mutating func value<Value: JSONEncodable>(
        _ value: Value,
        tagged tag: String,
        by key: String
    ) {
        guard hasStackRoom else { return failTooDeep() }
        let opening = cursor - start
        value.encode(to: &self)
        let behind = opening + 1
        guard cursor - start > behind, start[opening] == UInt8(ascii: "{") else {
            // What was written instead stays: nothing of it is ever taken.
            return fail(expected: "object", found: "another kind of value")
        }
        insertMember(key, tag, at: behind)
    }

    /// Makes room behind the opening of an object, and writes a member there.
    ///
    /// Written before the object, the member would be in the way of the paths of errors.
    private mutating func insertMember(_ key: String, _ text: String, at offset: Int) {
        let end = cursor - start
        let hadComma = needsComma
        needsComma = false
        self.key(key)
        string(text)
        reserve(1)
        if start[offset] != UInt8(ascii: "}") {
            cursor.pointee = UInt8(ascii: ",")
            cursor += 1
        }
        needsComma = hadComma
        let count = cursor - start - end
        // The member goes out of the way of what moves to where it was written.
        reserve(count)
        (start + end + count).update(from: start + end, count: count)
        (start + offset + count).update(from: start + offset, count: end - offset)
        (start + offset).update(from: start + end + count, count: count)
    }
}
