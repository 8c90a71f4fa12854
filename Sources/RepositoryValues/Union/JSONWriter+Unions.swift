extension JSONWriter {
    /// Writes the value of a case with its tag as the first key.
    ///
    /// - Parameters:
    ///   - value: The value, which must be encoded as an object; anything else is an error.
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
            // The output is left as it is, because it will never be returned.
            return fail(expected: "object", found: "another kind of value")
        }
        insertMember(key, tag, at: behind)
    }

    /// Inserts a key after the opening brace of an object.
    ///
    /// If it were written before the object, it would change the paths of errors.
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
        // The key moves aside for the bytes that move to its position.
        reserve(count)
        (start + end + count).update(from: start + end, count: count)
        (start + offset + count).update(from: start + offset, count: end - offset)
        (start + offset).update(from: start + end + count, count: count)
    }
}
