/// The path of a value in a document, such as `moves[3].move.name`.
public struct JSONKeyPath: Hashable, Sendable {
    /// A path component.
    public enum Component: Hashable, Sendable {
        /// The key of an object.
        case key(String)
        /// The index of an array element.
        case index(Int)
    }

    /// The components, from the outside in; empty for the root.
    public var components: [Component]

    /// Creates a key path.
    ///
    /// - Parameter components: The components, from the outside in.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// Returns this path as seen from one level further out.
    ///
    /// - Parameter component: The component in front of this path.
    /// - Returns: The longer path.
    public func prefixed(by component: Component) -> JSONKeyPath {
        JSONKeyPath([component] + components)
    }

    /// Returns the path of a value one level further in.
    ///
    /// - Parameter component: The component to append.
    /// - Returns: The longer path.
    public func appending(_ component: Component) -> JSONKeyPath {
        JSONKeyPath(components + [component])
    }
}

extension JSONKeyPath: CustomStringConvertible {
    /// The path with dots and brackets; a key that is not a plain name is quoted in brackets.
    ///
    /// Keys are external input of any length. In a long key, or between the ends of a long path,
    /// `…` replaces the omitted part.
    public var description: String {
        let omitted = components.count - 2 * JSONKeyPath.shownAtEachEnd
        guard omitted > 1 else { return JSONKeyPath.describe(components[...]) }
        let first = JSONKeyPath.describe(components.prefix(JSONKeyPath.shownAtEachEnd))
        let last = JSONKeyPath.describe(components.suffix(JSONKeyPath.shownAtEachEnd))
        return "\(first)…\(last)"
    }

    private static let shownAtEachEnd = 16
    private static let longestKey = 64

    private static func describe(_ components: ArraySlice<Component>) -> String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index):
                text += "[\(index)]"
            case .key(let key) where key.unicodeScalars.count > longestKey:
                let start = String(String.UnicodeScalarView(key.unicodeScalars.prefix(longestKey)))
                text += "[\(String(reflecting: start + "…"))]"
            case .key(let key) where isPlainName(key):
                text += text.isEmpty ? key : ".\(key)"
            case .key(let key):
                text += "[\(String(reflecting: key))]"
            }
        }
        return text
    }

    private static func isPlainName(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default:
                    false
                }
            }
    }
}
