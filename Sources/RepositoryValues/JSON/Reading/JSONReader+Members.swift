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
    public mutating func read<Variable: JSONVariable>(_ variable: inout Variable)
    where Variable.JSONValue: JSONDecodable {
        do throws(JSONError) {
            variable = Variable(jsonValue: try Variable.JSONValue(from: &self))
        } catch {
            scanner.fail(error)
        }
    }

    /// Decodes the value of a key with a codec; the value must not be null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func read<Codec: JSONCodec, Variable: JSONVariable>(
        _ variable: inout Variable,
        using codec: Codec
    ) where Variable.JSONValue == Codec.Value {
        do throws(JSONError) {
            variable = Variable(jsonValue: try codec.decode(from: &self))
        } catch {
            scanner.fail(error)
        }
    }

    /// Decodes the value of a key, which may be null.
    ///
    /// - Parameter variable: The variable to set; unchanged if the value is invalid.
    @inlinable
    public mutating func readOrNull<Variable: NullableJSONVariable>(_ variable: inout Variable)
    where Variable.JSONValue: JSONDecodable {
        do throws(JSONError) {
            variable = try valueOrNull()
        } catch {
            scanner.fail(error)
        }
    }

    /// Decodes the value of a key with a codec; the value may be null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func readOrNull<Codec: JSONCodec, Variable: NullableJSONVariable>(
        _ variable: inout Variable,
        using codec: Codec
    ) where Variable.JSONValue == Codec.Value {
        do throws(JSONError) {
            variable = try valueOrNull(using: codec)
        } catch {
            scanner.fail(error)
        }
    }

    // MARK: - Values that may be invalid

    /// Decodes the value of a key, which must not be null, replacing and reporting an invalid
    /// value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func read<Variable: JSONVariable>(
        _ variable: inout Variable,
        ifInvalid fallback: @autoclosure () -> Variable
    ) where Variable.JSONValue: JSONDecodable {
        let start = scanner.mark
        do throws(JSONError) {
            variable = Variable(jsonValue: try Variable.JSONValue(from: &self))
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the value of a key with a codec, replacing and reporting an invalid value; the value
    /// must not be null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func read<Codec: JSONCodec, Variable: JSONVariable>(
        _ variable: inout Variable,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Variable
    ) where Variable.JSONValue == Codec.Value {
        let start = scanner.mark
        do throws(JSONError) {
            variable = Variable(jsonValue: try codec.decode(from: &self))
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the value of a key, which may be null, replacing and reporting an invalid value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readOrNull<Variable: NullableJSONVariable>(
        _ variable: inout Variable,
        ifInvalid fallback: @autoclosure () -> Variable
    ) where Variable.JSONValue: JSONDecodable {
        let start = scanner.mark
        do throws(JSONError) {
            variable = try valueOrNull()
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the value of a key with a codec, replacing and reporting an invalid value; the value
    /// may be null.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readOrNull<Codec: JSONCodec, Variable: NullableJSONVariable>(
        _ variable: inout Variable,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Variable
    ) where Variable.JSONValue == Codec.Value {
        let start = scanner.mark
        do throws(JSONError) {
            variable = try valueOrNull(using: codec)
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    @usableFromInline @inline(never)
    mutating func leaveOutMember(_ error: JSONError, from start: JSONScanner.Mark) {
        do throws(JSONError) {
            try leaveOut(error, from: start)
        } catch {
            scanner.fail(error)
        }
    }

    // MARK: - Skipped and unknown values

    /// Skips the value of a key.
    @inlinable
    public mutating func skip() {
        do throws(JSONError) {
            try skipValue()
        } catch {
            scanner.fail(error)
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
            scanner.fail(error)
        }
    }
}
