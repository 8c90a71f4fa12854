// Decodes the values of objects into variables.
//
// None of these functions throws. A reader records the error, moves to the end of the text, where
// nothing follows, and throws it at the next move. A type with many properties thus has a single
// throwing call, which reduces its compile time.
extension JSONReader {
    /// Decodes the value of a key, which must not be null.
    ///
    /// ```swift
    /// while let key = try reader.nextKey() {
    ///     switch key {
    ///     case "text": reader.read(&text)
    ///     default: reader.skip()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter variable: The variable to set; unchanged if the value is invalid.
    @inlinable
    public mutating func read<Value: JSONDecodable>(_ variable: inout Value?) {
        do throws(JSONError) {
            variable = try Value(from: &self)
        } catch {
            fail(error)
        }
    }

    /// Decodes the value of a key with a codec; the value must not be null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func read<Codec: JSONCodec>(
        _ variable: inout Codec.Value?,
        using codec: Codec
    ) {
        do throws(JSONError) {
            variable = try codec.decode(from: &self)
        } catch {
            fail(error)
        }
    }

    /// Decodes the value of a key, nil from null.
    ///
    /// - Parameter variable: The variable to set; unchanged if the value is invalid.
    @inlinable
    public mutating func readOrNull<Value: JSONDecodable>(_ variable: inout Value?) {
        do throws(JSONError) {
            variable = try valueOrNull()
        } catch {
            fail(error)
        }
    }

    /// Decodes the value of a key with a codec, nil from null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func readOrNull<Codec: JSONCodec>(
        _ variable: inout Codec.Value?,
        using codec: Codec
    ) {
        do throws(JSONError) {
            variable = try valueOrNull(using: codec)
        } catch {
            fail(error)
        }
    }

    /// Decodes the value of a key, distinguishing null.
    ///
    /// - Parameter variable: The variable to set; unchanged if the value is invalid.
    @inlinable
    public mutating func readPresence<Value: JSONDecodable>(_ variable: inout Presence<Value>) {
        do throws(JSONError) {
            variable = try presence()
        } catch {
            fail(error)
        }
    }

    /// Decodes the value of a key with a codec, distinguishing null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func readPresence<Codec: JSONCodec>(
        _ variable: inout Presence<Codec.Value>,
        using codec: Codec
    ) {
        do throws(JSONError) {
            variable = try presence(using: codec)
        } catch {
            fail(error)
        }
    }

    // MARK: - Values that may be invalid

    /// Decodes the value of a key, nil from null, replacing and reporting an invalid value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readOrNull<Value: JSONDecodable>(
        _ variable: inout Value?,
        ifInvalid fallback: @autoclosure () -> Value?
    ) {
        let start = mark
        do throws(JSONError) {
            variable = try valueOrNull()
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the value of a key with a codec, nil from null, replacing and reporting an invalid
    /// value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readOrNull<Codec: JSONCodec>(
        _ variable: inout Codec.Value?,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Codec.Value?
    ) {
        let start = mark
        do throws(JSONError) {
            variable = try valueOrNull(using: codec)
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the value of a key, distinguishing null, and replacing and reporting an invalid
    /// value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readPresence<Value: JSONDecodable>(
        _ variable: inout Presence<Value>,
        ifInvalid fallback: @autoclosure () -> Presence<Value>
    ) {
        let start = mark
        do throws(JSONError) {
            variable = try presence()
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the value of a key with a codec, distinguishing null, and replacing and reporting an
    /// invalid value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readPresence<Codec: JSONCodec>(
        _ variable: inout Presence<Codec.Value>,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Presence<Codec.Value>
    ) {
        let start = mark
        do throws(JSONError) {
            variable = try presence(using: codec)
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    // MARK: - Skipped and unknown values

    /// Skips the value of a key.
    @inlinable
    public mutating func skip() {
        do throws(JSONError) {
            try skipValue()
        } catch {
            fail(error)
        }
    }

    /// Keeps the value of a key that the schema does not declare.
    ///
    /// - Parameters:
    ///   - key: The current key.
    ///   - unknownKeys: The dictionary to add it to.
    public mutating func keep(_ key: JSONKey, in unknownKeys: inout UnknownKeys) {
        let name = key.string
        do throws(JSONError) {
            unknownKeys.updateValue(try JSON(from: &self), forKey: name)
        } catch {
            fail(error)
        }
    }

    // MARK: - Errors

    @usableFromInline @inline(never)
    mutating func leaveOutMember(_ error: JSONError, from start: Mark) {
        do throws(JSONError) {
            try leaveOut(error, from: start)
        } catch {
            fail(error)
        }
    }

    /// Records an error, and moves to where nothing can be read.
    @usableFromInline @inline(never)
    mutating func fail(_ error: JSONError) {
        // The first error is the one at the place where the text is wrong.
        if memberError == nil { memberError = error }
        cursor = end
    }

    /// Returns the recorded error; if there is none, one about an unexpected value at a position.
    @inline(never)
    mutating func unreadable(
        expected: String,
        at position: UnsafePointer<UInt8>
    ) -> JSONError {
        if let memberError {
            // An array or object around it may leave it out, and go on.
            self.memberError = nil
            return memberError
        }
        return failure(.invalidSyntax, expected: expected, at: position)
    }
}
