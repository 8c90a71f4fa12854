/// A type that is encoded as a JSON scalar, such as a currency as its code.
///
/// ```swift
/// extension Currency: ScalarRepresentable {
///     init(scalar: String) throws(ScalarError) {
///         guard scalar.count == 3 else { throw ScalarError(expected: "currency") }
///         self.init(code: scalar)
///     }
///
///     var scalar: String { code }
/// }
/// ```
///
/// The conformance provides all conversions, and use in paths, queries and header fields. If
/// conversion cannot fail, the initializer need not throw.
public protocol ScalarRepresentable: Hashable, JSONDecodable, JSONEncodable,
    DictionaryValueInitializable, DictionaryValueRepresentable, ParameterValue
{
    /// The scalar type.
    associatedtype
        Representation: JSONDecodable & JSONEncodable & DictionaryValueInitializable
                & DictionaryValueRepresentable & ParameterValue

    /// Creates a value from a scalar.
    ///
    /// - Parameter scalar: The scalar.
    /// - Throws: ``ScalarError`` if it represents no value.
    init(scalar: Representation) throws(ScalarError)

    /// The scalar of this value.
    var scalar: Representation { get }

    /// Whether each value has exactly one encoded form, whatever form it was read from.
    ///
    /// If true, queries for values of an indexed property use the index. If `"AB-007"` is read as
    /// `AB-7`, for example, the index would miss it. If false, the default, queries read the
    /// documents.
    static var isCanonical: Bool { get }
}

/// An error because a scalar represents no value of a type.
public struct ScalarError: Error, Hashable, Sendable {
    /// The expected value for error messages; never the value found.
    public let expected: String

    /// Creates an error.
    ///
    /// - Parameter expected: The expected value, such as `currency of three letters`.
    public init(expected: String) {
        self.expected = expected
    }
}

extension ScalarRepresentable {
    /// False, because it is unknown.
    public static var isCanonical: Bool { false }

    /// Decodes the scalar of a value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if it represents no value.
    public init(from reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        let scalar = try Representation(from: &reader)
        do {
            try self.init(scalar: scalar)
        } catch {
            throw reader.invalidValue(expected: error.expected, at: place)
        }
    }

    /// Encodes the scalar of the value.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) {
        scalar.encode(to: &writer)
    }

    /// Creates a value from a scalar in a dictionary.
    ///
    /// - Parameter dictionaryValue: The scalar.
    /// - Throws: ``ConversionError`` if it represents no value.
    public init(dictionaryValue: Any) throws(ConversionError) {
        let scalar = try Representation(dictionaryValue: dictionaryValue)
        do {
            try self.init(scalar: scalar)
        } catch {
            throw ConversionError(expected: error.expected, butFound: dictionaryValue)
        }
    }

    /// The scalar for a dictionary.
    public var dictionaryValue: any Sendable { scalar.dictionaryValue }

    /// The string form of the scalar.
    public var parameterText: String? { scalar.parameterText }
}

extension ScalarRepresentable where Self: CustomStringConvertible {
    /// The string form of the scalar, which may differ from its description.
    public var parameterText: String? { scalar.parameterText }
}
