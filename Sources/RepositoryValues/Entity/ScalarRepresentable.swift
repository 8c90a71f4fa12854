/// A type of a domain that is written as a scalar of JSON, such as a currency as its code.
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
/// That gives it all conversions, and a place in paths, queries and headers. Where nothing can be wrong,
/// the initialiser need not throw.
public protocol ScalarRepresentable: Hashable, JSONDecodable, JSONEncodable,
    DictionaryValueInitializable, DictionaryValueRepresentable, ParameterValue
{
    /// What stands for a value on the wire.
    associatedtype
        Representation: JSONDecodable & JSONEncodable & DictionaryValueInitializable
                & DictionaryValueRepresentable & ParameterValue

    /// Makes a value of what stands for it.
    ///
    /// - Parameter scalar: What stands on the wire.
    /// - Throws: ``ScalarError`` when it stands for none.
    init(scalar: Representation) throws(ScalarError)

    /// What stands for this value.
    var scalar: Representation { get }

    /// Whether each value is written in one way only: from whatever it was read, it is written so again.
    ///
    /// Where that is true, queries for values of an indexed property are answered by the index; that
    /// would miss `"AB-007"` where it is read as `AB-7`. Otherwise they read the documents, as they do
    /// by default.
    static var isCanonical: Bool { get }
}

/// Says that something stands for no value of a type.
public struct ScalarError: Error, Hashable, Sendable {
    /// What should have been there, as errors name it; never what was.
    public let expected: String

    /// Makes an error.
    ///
    /// - Parameter expected: What should have been there, such as `currency of three letters`.
    public init(expected: String) {
        self.expected = expected
    }
}

extension ScalarRepresentable {
    /// False: it is not known.
    public static var isCanonical: Bool { false }

    /// Reads what stands for a value.
    ///
    /// - Parameter reader: Stands at the first byte of the value.
    /// - Throws: ``JSONError`` when it stands for none.
    public init(from reader: inout JSONReader) throws(JSONError) {
        let place = reader.place
        let scalar = try Representation(from: &reader)
        do {
            try self.init(scalar: scalar)
        } catch {
            throw reader.invalidValue(expected: error.expected, at: place)
        }
    }

    /// Writes what stands for the value.
    ///
    /// - Parameter writer: Takes the value.
    public func encode(to writer: inout JSONWriter) {
        scalar.encode(to: &writer)
    }

    /// Makes a value of what stands for it inside a dictionary.
    ///
    /// - Parameter dictionaryValue: What stands for it.
    /// - Throws: ``ConversionError`` when it stands for none.
    public init(dictionaryValue: Any) throws(ConversionError) {
        let scalar = try Representation(dictionaryValue: dictionaryValue)
        do {
            try self.init(scalar: scalar)
        } catch {
            throw ConversionError(expected: error.expected, butFound: dictionaryValue)
        }
    }

    /// What stands for the value inside a dictionary.
    public var dictionaryValue: any Sendable { scalar.dictionaryValue }

    /// The text of what stands for the value.
    public var parameterText: String? { scalar.parameterText }
}

extension ScalarRepresentable where Self: CustomStringConvertible {
    /// The text of what stands for the value, which its description need not be.
    public var parameterText: String? { scalar.parameterText }
}
