/// Stores a property's value outside its structure, so that a structure can contain itself.
///
/// ```swift
/// struct Message {
///     var text: String
///     @Indirect var replyTo: Message?
/// }
/// ```
///
/// In a structure that is marked `nonisolated`, the compiler (6.3) takes no property wrapper; there,
/// as in generated code, the storage is a property of its own:
///
/// ```swift
/// nonisolated struct Message {
///     var text: String
///     var replyTo: Message? {
///         get { replyToStorage.wrappedValue }
///         set { replyToStorage.wrappedValue = newValue }
///     }
///     private var replyToStorage: Indirect<Message?>
/// }
/// ```
///
/// It keeps value semantics. Nil takes no memory of its own.
@propertyWrapper
public struct Indirect<Value> {
    fileprivate enum Storage {
        case box(Box<Value>)
        // Says nil for a type that only the initialiser knows to be optional.
        case empty(@Sendable () -> Value)
    }

    fileprivate final class Box<Content> {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    private var storage: Storage

    // Else this would be preferred to the one for optionals, because it is not generic itself.
    /// Stores a value.
    ///
    /// - Parameter wrappedValue: The value.
    @_disfavoredOverload
    public init(wrappedValue: Value) {
        storage = .box(Box(wrappedValue))
    }

    /// Stores a value that may be nil.
    ///
    /// - Parameter wrappedValue: The value, or nil.
    public init<Wrapped>(wrappedValue: Wrapped?) where Value == Wrapped? {
        if wrappedValue == nil {
            storage = .empty { nil }
        } else {
            storage = .box(Box(wrappedValue))
        }
    }

    /// The value.
    public var wrappedValue: Value {
        get {
            switch storage {
            case .box(let box): box.content
            case .empty(let value): value()
            }
        }
        set {
            self = Indirect.empty(newValue) ?? Indirect(wrappedValue: newValue)
        }
    }

    /// Storage of nil; nil where the value is another one.
    private static func empty(_ value: Value) -> Indirect? {
        (value as? any IndirectlyNil)?.indirectNil as? Indirect
    }
}

/// An optional, seen where its type is not known to be one.
private protocol IndirectlyNil {
    /// The storage of nil; nil for any other value.
    var indirectNil: Any? { get }
}

extension Optional: IndirectlyNil {
    fileprivate var indirectNil: Any? {
        self == nil ? Indirect<Wrapped?>(wrappedValue: nil) : nil
    }
}

extension Indirect.Box: Sendable where Content: Sendable {}
extension Indirect.Storage: Sendable where Value: Sendable {}
extension Indirect: Sendable where Value: Sendable {}

extension Indirect: Equatable where Value: Equatable {
    /// Whether two values are equal.
    public static func == (left: Indirect, right: Indirect) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}

extension Indirect: Hashable where Value: Hashable {
    /// Feeds the value to a hasher.
    ///
    /// - Parameter hasher: Takes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}
