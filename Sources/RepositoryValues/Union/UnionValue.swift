/// A value of one of several types, distinguished by a tag or by the JSON kind.
///
/// ```swift
/// enum Attachment: UnionValue {
///     case image(Image)
///     case file(File)
///     case unknown(JSON)
/// }
///
/// extension Attachment {
///     init(from reader: inout JSONReader) throws(JSONError) {
///         switch try reader.discriminator("type") {
///         case "image": self = .image(try reader.value(taggedBy: "type"))
///         case "document": self = .file(try reader.value(taggedBy: "type"))
///         default: self = .unknown(try reader.value())
///         }
///     }
///
///     func encode(to writer: inout JSONWriter) {
///         switch self {
///         case .image(let image): writer.value(image, tagged: "image", by: "type")
///         case .file(let file): writer.value(file, tagged: "document", by: "type")
///         case .unknown(let value): value.encode(to: &writer)
///         }
///     }
///     …
/// }
/// ```
///
/// - By tag: ``JSONReader/discriminator(_:)``, `value(taggedBy:)`,
///   ``JSONWriter/value(_:tagged:by:)``, and the corresponding functions of ``DictionaryReader``
///   and ``DictionaryWriter``.
/// - By kind: ``JSONReader/kind``, ``DictionaryReader/kind(of:)``; to keep values that a case does
///   not accept, ``JSONReader/value(of:orUnknown:)`` and the corresponding function of
///   ``DictionaryReader``.
/// - Neither: ``JSONReader/unknownTag(_:expected:)``, ``JSONReader/unexpectedKind(expected:)``.
public protocol UnionValue: JSONDecodable, JSONEncodable, DictionaryValueInitializable,
    DictionaryValueRepresentable, Sendable
{}
