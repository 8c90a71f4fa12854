// Decodes the properties of patches into variables, like a server; these functions do not throw,
// like those in `JSONReader+Members.swift`.
extension JSONReader {
    /// Decodes the change of a property that is not nullable.
    ///
    /// - Parameter variable: The variable to set; unchanged if the value is invalid.
    @inlinable
    public mutating func readChange<Value: JSONDecodable>(_ variable: inout Change<Value>) {
        do throws(JSONError) {
            variable = .set(try Value(from: &self))
        } catch {
            fail(error)
        }
    }

    /// Decodes the change of a property that is not nullable, with a codec.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func readChange<Codec: JSONCodec>(
        _ variable: inout Change<Codec.Value>,
        using codec: Codec
    ) {
        do throws(JSONError) {
            variable = .set(try codec.decode(from: &self))
        } catch {
            fail(error)
        }
    }

    /// Decodes the change of a nullable property; null clears it.
    ///
    /// - Parameter variable: The variable to set; unchanged if the value is invalid.
    @inlinable
    public mutating func readNullableChange<Value: JSONDecodable>(
        _ variable: inout NullableChange<Value>
    ) {
        do throws(JSONError) {
            variable = NullableChange(try presence())
        } catch {
            fail(error)
        }
    }

    /// Decodes the change of a nullable property with a codec; null clears it.
    ///
    /// - Parameters:
    ///   - variable: The variable to set; unchanged if the value is invalid.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func readNullableChange<Codec: JSONCodec>(
        _ variable: inout NullableChange<Codec.Value>,
        using codec: Codec
    ) {
        do throws(JSONError) {
            variable = NullableChange(try presence(using: codec))
        } catch {
            fail(error)
        }
    }

    // MARK: - Values that may be invalid

    /// Decodes the change of a property that is not nullable, replacing and reporting an invalid
    /// value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readChange<Value: JSONDecodable>(
        _ variable: inout Change<Value>,
        ifInvalid fallback: @autoclosure () -> Change<Value>
    ) {
        let start = mark
        do throws(JSONError) {
            variable = .set(try Value(from: &self))
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the change of a property that is not nullable with a codec, replacing and reporting
    /// an invalid value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readChange<Codec: JSONCodec>(
        _ variable: inout Change<Codec.Value>,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> Change<Codec.Value>
    ) {
        let start = mark
        do throws(JSONError) {
            variable = .set(try codec.decode(from: &self))
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the change of a nullable property, replacing and reporting an invalid value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readNullableChange<Value: JSONDecodable>(
        _ variable: inout NullableChange<Value>,
        ifInvalid fallback: @autoclosure () -> NullableChange<Value>
    ) {
        let start = mark
        do throws(JSONError) {
            variable = NullableChange(try presence())
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }

    /// Decodes the change of a nullable property with a codec, replacing and reporting an invalid
    /// value.
    ///
    /// - Parameters:
    ///   - variable: The variable to set.
    ///   - codec: The codec of the value.
    ///   - fallback: The replacement for an invalid value.
    @inlinable
    public mutating func readNullableChange<Codec: JSONCodec>(
        _ variable: inout NullableChange<Codec.Value>,
        using codec: Codec,
        ifInvalid fallback: @autoclosure () -> NullableChange<Codec.Value>
    ) {
        let start = mark
        do throws(JSONError) {
            variable = NullableChange(try presence(using: codec))
        } catch {
            leaveOutMember(error, from: start)
            variable = fallback()
        }
    }
}
