// Members of patches, read into variables as a server does; none of these functions throws, as those in
// `JSONReader+Members.swift`.
extension JSONReader {
    /// Reads a member of a patch, which must not be null.
    ///
    /// - Parameter variable: Takes the change; unchanged when no such value stands here.
    @inlinable
    public mutating func readChange<Value: JSONDecodable>(_ variable: inout Change<Value>) {
        do throws(JSONError) {
            variable = .set(try Value(from: &self))
        } catch {
            fail(error)
        }
    }

    /// Reads a member of a patch in the form that a codec knows, which must not be null.
    ///
    /// - Parameters:
    ///   - variable: Takes the change; unchanged when no such value stands here.
    ///   - codec: How the value is written.
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

    /// Reads a member of a patch, which null clears.
    ///
    /// - Parameter variable: Takes the change; unchanged when no such value stands here.
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

    /// Reads a member of a patch in the form that a codec knows, which null clears.
    ///
    /// - Parameters:
    ///   - variable: Takes the change; unchanged when no such value stands here.
    ///   - codec: How the value is written.
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

    // MARK: - Values that may be wrong

    /// Reads a member of a patch, which must not be null; what is wrong becomes something else, and is
    /// reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the change.
    ///   - fallback: What a wrong value becomes.
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

    /// Reads a member of a patch in the form that a codec knows, which must not be null; what is wrong
    /// becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the change.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
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

    /// Reads a member of a patch, which null clears; what is wrong becomes something else, and is
    /// reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the change.
    ///   - fallback: What a wrong value becomes.
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

    /// Reads a member of a patch in the form that a codec knows, which null clears; what is wrong
    /// becomes something else, and is reported.
    ///
    /// - Parameters:
    ///   - variable: Takes the change.
    ///   - codec: How the value is written.
    ///   - fallback: What a wrong value becomes.
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
