/// Regular expressions for the texts in conventions, and the keys that depend on each other.
extension Vocabulary {
    private static let key = #"(?:[^.\[\]\\]|\\.)+"#

    /// What no key path is: a pointer, and what JSONPath has for the root and for all elements.
    private static let foreign = #"(?!/|\$\.|[$*]$|.*\.\*$)"#

    private static let step = #"\#(key)(?:\[[0-9]{1,3}\])*"#

    /// A number of seconds, minutes, hours or days.
    static let duration = Shape.string("^[1-9][0-9]{0,5} ?(s|min|h|d)$")

    /// A key path, such as `data.rows[0]`.
    static let keyPath = Shape.string(#"^\#(foreign)\#(step)(?:\.\#(step))*$"#)

    /// A key path, or one that begins with an element of an array, such as `[0].data`.
    static let keyPathOrElement = Shape.string(
        #"^(?:\#(foreign)\#(step)(?:\.\#(step))*|(?:\[[0-9]{1,3}\])+(?:\.\#(step))*)$"#
    )

    /// A key path, or a dot for the whole.
    static let keyPathOrWhole = Shape.string(#"^(?:\.|\#(foreign)\#(step)(?:\.\#(step))*)$"#)

    /// A key path through objects only.
    static let keysOnly = Shape.string(#"^\#(foreign)\#(key)(?:\.\#(key))*$"#)

    /// A media type with its parameters.
    static let mediaType = Shape.string("^\(MediaTypeGrammar.pattern())$")

    /// A media type, or a range such as `image/*`.
    static let mediaRange = Shape.string("^\(MediaTypeGrammar.pattern(allowsRange: true))$")

    /// The name of a query parameter.
    static let parameterName = Shape.string(#"^(?=.*\S)[^\r\n={}&?]+$"#)

    /// The name of a header field that is not the transport's.
    static let headerName: Shape = {
        let names = HeaderField.ofTransport.sorted().map { name in
            name.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : "\($0)" }.joined()
        }
        return .string("^(?!(?:\(names.joined(separator: "|")))$)[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
    }()

    /// A text with the key of a property in it, which with a `=` has a name in front of that.
    static let template = Shape.string(#"^(?!\s*=)[^\r\n]*\{key\}"#)

    /// How an order is written: a key, or parameters with `&` between them, each with its value.
    static let orderTemplate = Shape.string(
        #"^(?=[^\r\n]*\{key\})(?:[^=&\r\n]+|[^=&\r\n]*[^=&\s][^=&\r\n]*=[^&\r\n]*(?:&[^=&\r\n]+=[^&\r\n]*)*)$"#
    )

    /// A text with the key of a property in it, without a value, or with the place of one.
    static let valueTemplate = Shape.string(
        #"^(?![^=]*\{value\})[^=]*\{key\}[^=]*(?:=[^\r\n]*\{value\}[^\r\n]*)?$"#
    )

    /// A text, or the word that says that there is none.
    static func orNone(_ shape: Shape) -> Shape {
        .either([.words(["none"]), shape])
    }

    /// The paths of requests for one entity, and for all.
    private static let (ofOne, ofAll) = (#"^\{path\}[^?]*\{id\}[^?]*$"#, #"^\{path\}[^?{}]*$"#)

    /// The request of an operation: its methods, the form of its path, and whether it sends an entity.
    static func request(_ operation: CheckedConventions.Operation) -> Shape {
        guard ConventionalRequestParser.isOfOne(operation) else { return request(operation, ofAll) }
        // The query may say the identity instead.
        return .either([
            request(operation, ofOne), request(operation, "\(ofAll)|\(ofOne)", required: ["query"]),
        ])
    }

    private static func request(
        _ operation: CheckedConventions.Operation,
        _ path: String,
        required: [String] = []
    ) -> Shape {
        let methods = ConventionalRequestParser.methods(of: operation)
        let keys = ConventionalRequestParser.methods.map { method in
            // PUT may create an entity at the path that it will have.
            let isEither = operation == .create && method == .put
            let shape = Shape.string(isEither ? "\(ofAll)|\(ofOne)" : path)
            return (key: method.rawValue, shape: methods.contains(method) ? shape : nil)
        }
        let isSending = ConventionalRequestParser.sends(operation)
        return .narrowed(
            "request",
            isSending ? keys : keys + [(key: "sent", shape: nil), (key: "with", shape: nil)],
            required: required
        )
    }

    /// One of several sets of keys, without the keys of the others.
    ///
    /// - Parameters:
    ///   - sets: The sets; one that is empty stands for none of them.
    ///   - optional: The keys that may stand beside the first of a set, and beside no other.
    /// - Returns: The alternatives, in the order of the sets.
    static func alternatives(
        _ sets: [[String]],
        optional: [String: [String]] = [:]
    ) -> [Alternative] {
        let all = sets.flatMap { $0 } + optional.sorted { $0.key < $1.key }.flatMap(\.value)
        return sets.map { set in
            let own = set + (set.first.flatMap { optional[$0] } ?? [])
            return Alternative(required: set, excluded: all.filter { !own.contains($0) })
        }
    }
}
