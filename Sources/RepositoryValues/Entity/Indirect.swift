/// Stores a property's value outside its structure, so that a structure can contain itself.
///
/// ```swift
/// struct Message {
///     var text: String
///     @Indirect var replyTo: Message?
/// }
/// ```
///
/// In a structure that is marked `nonisolated`, the compiler (6.3) supports no property wrappers;
/// there, as in generated code, declare the storage as a separate property:
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
/// It has value semantics. Nil allocates no memory.
@propertyWrapper
public struct Indirect<Value> {
    fileprivate enum Storage {
        case box(Box<Value>)
        // Returns nil of a type that only the initializer knows to be optional.
        case empty(@Sendable () -> Value)
    }

    fileprivate final class Box<Content> {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    private var storage: Storage

    // Without this, it would be preferred to the one for optionals, because it is not generic
    // itself.
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

    /// Returns the storage of nil; nil if the value is not nil.
    private static func empty(_ value: Value) -> Indirect? {
        (value as? any IndirectlyNil)?.indirectNil as? Indirect
    }
}

/// An optional whose type is not statically known to be one.
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
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}
