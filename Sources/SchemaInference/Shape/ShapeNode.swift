/// What was found at one path of all bodies: a node of a ``ShapeTree``.
struct ShapeNode: Sendable {
    /// When it was first seen.
    var place: Place
    /// How many nulls there were.
    var nulls = 0
    /// How many Booleans there were.
    var bools = 0
    /// The numbers.
    var numbers = NumberStatistics()
    /// The texts.
    var texts = TextStatistics()
    /// How many arrays there were.
    var arrays = 0
    /// The node of all their elements; nil where none had any.
    var element: Int?
    /// How many objects there were.
    var objects = 0
    /// Their members.
    var members = Members()

    init(place: Place) {
        self.place = place
    }

    /// How many values there were, nulls among them.
    var count: Int { nulls + bools + numbers.count + texts.count + arrays + objects }

    /// The kinds of values, but for null.
    var kinds: Kinds {
        var kinds: Kinds = []
        if bools > 0 { kinds.insert(.bool) }
        if numbers.count > 0 { kinds.insert(.number) }
        if texts.count > 0 { kinds.insert(.text) }
        if arrays > 0 { kinds.insert(.array) }
        if objects > 0 { kinds.insert(.object) }
        return kinds
    }

    /// Kinds of JSON values, but for null.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let bool = Kinds(rawValue: 1)
        static let number = Kinds(rawValue: 2)
        static let text = Kinds(rawValue: 4)
        static let array = Kinds(rawValue: 8)
        static let object = Kinds(rawValue: 16)

        /// How many kinds.
        var count: Int { rawValue.nonzeroBitCount }
    }

    /// Adds what does not concern other nodes.
    mutating func joinValues(_ other: ShapeNode) {
        place = min(place, other.place)
        nulls += other.nulls
        bools += other.bools
        numbers.join(other.numbers)
        texts.join(other.texts)
        arrays += other.arrays
        objects += other.objects
    }
}
