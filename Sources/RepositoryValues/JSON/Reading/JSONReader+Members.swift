// Members of objects, read into variables.
//
// None of these functions throws. A reader keeps the error, stands at the end of the text, where
// nothing follows, and throws it when it is moved on: so a type with many members has one place that
// may throw, which is what its code costs to compile.
extension JSONReader {
    /// Reads a member's value, which must not be null.
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
    /// - Parameter variable: Takes the value; unchanged when no such value stands here.
    @inlinable
    public mutating func read<Value: JSONDecodable>(_ variable: inout Value?) {
        do throws(JSONError) {
            variable = try Value(from: &self)
        } catch {
            fail(error)
        }
    }

    /// Reads a member's value in the form that a codec knows, which must not be null.
    ///
    /// - Parameters:
    ///   - variable: Takes the value; unchanged when no such value stands here.
    ///   - codec: How the value is written.
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

    /// Reads a member's value, nil from null.
    ///
    /// - Parameter variable: Takes the value; unchanged when no such value stands here.
    @inlinable
    public mutating func readOrNull<Value: JSONDecodable>(_ variable: inout Value?) {
        do throws(JSONError) {
            variable = try valueOrNull()
        } catch {
            fail(error)
        }
    }

    /// Reads a member's value in the form that a codec knows, nil from null.
    ///
    /// - Parameters:
    ///   - variable: Takes the value; unchanged when no such value stands here.
    ///   - codec: How the value is written.
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

    /// Reads a member that is there, be it null.
    ///
    /// - Parameter variable: Takes the value; unchanged when no such value stands here.
    @inlinable
    public mutating func readPresence<Value: JSONDecodable>(_ variable: inout Presence<Value>) {
        do throws(JSONError) {
            variable = try presence()
        } catch {
            fail(error)
        }
    }

    /// Reads a member that is there, be it null, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - variable: Takes the value; unchanged when no such value stands here.
    ///   - codec: How the value is written.
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

    // MARK: - Values that may be wrong

    /// Reads a member's value, nil from null; what is wrong becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the value.
    ///   - fallback: What a wrong value becomes.
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

    /// Reads a member's value in the form that a codec knows, nil from null; what is wrong becomes
    /// something else, and is reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the value.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
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

    /// Reads a member that is there, be it null; what is wrong becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the value.
    ///   - fallback: What a wrong value becomes.
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

    /// Reads a member that is there, be it null, in the form that a codec knows; what is wrong becomes
    /// something else, and is reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the value.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
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

    // MARK: - What is not wanted, or not known

    /// Skips a member's value.
    @inlinable
    public mutating func skip() {
        do throws(JSONError) {
            try skipValue()
        } catch {
            fail(error)
        }
    }

    /// Keeps the value of a member that the schema does not know.
    ///
    /// - Parameters:
    ///   - key: The key that was just met.
    ///   - unknownKeys: Takes the value.
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

    /// Keeps an error, and lets nothing follow that could be read.
    @usableFromInline @inline(never)
    mutating func fail(_ error: JSONError) {
        // The first one stands where the text is wrong.
        if memberError == nil { memberError = error }
        cursor = end
    }

    /// The error about a member; where there is none, one about what stands where something else
    /// was expected.
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
