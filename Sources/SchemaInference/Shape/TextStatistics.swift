/// The strings at a path.
struct TextStatistics: Hashable, Sendable {
    /// The maximum number of different strings to keep.
    static let valueLimit = 24
    /// The maximum number of bytes of a string to keep.
    static let lengthLimit = 48

    /// The number of strings.
    private(set) var count = 0
    /// The number of empty strings.
    private(set) var empties = 0
    /// The common forms of all non-empty strings.
    private(set) var forms = TextForms.all
    /// The different strings; nil if there are too many, or one is too long.
    private(set) var values: Set<String>? = []
    /// The minimum and maximum number of decimals.
    private(set) var leastFraction = Int.max
    private(set) var mostFraction = 0
    /// The last recorded string: the next is often the same.
    private var last: [UInt8]?

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        count += 1
        if text.isEmpty { empties += 1 } else if !forms.isEmpty { addForms(text) }
        guard values != nil, last.map(text.elementsEqual) != true else { return }
        guard text.count <= Self.lengthLimit else {
            values = nil
            return
        }
        last = Array(text)
        insert(String(decoding: text, as: UTF8.self))
    }

    mutating func join(_ other: TextStatistics) {
        count += other.count
        empties += other.empties
        forms.formIntersection(other.forms)
        leastFraction = min(leastFraction, other.leastFraction)
        mostFraction = max(mostFraction, other.mostFraction)
        guard let others = other.values else {
            values = nil
            return
        }
        for value in others { insert(value) }
        last = nil
    }

    private mutating func addForms(_ text: UnsafeBufferPointer<UInt8>) {
        forms = TextForms(of: text, among: forms)
        guard forms.contains(.decimal) else { return }
        let point = text.firstIndex(of: UInt8(ascii: "."))
        let fraction = point.map { text.count - $0 - 1 } ?? 0
        leastFraction = min(leastFraction, fraction)
        mostFraction = max(mostFraction, fraction)
    }

    private mutating func insert(_ value: String) {
        values?.insert(value)
        if let values, values.count > Self.valueLimit { self.values = nil }
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.count == rhs.count && lhs.empties == rhs.empties && lhs.forms == rhs.forms
            && lhs.values == rhs.values && lhs.leastFraction == rhs.leastFraction
            && lhs.mostFraction == rhs.mostFraction
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(forms)
    }
}
