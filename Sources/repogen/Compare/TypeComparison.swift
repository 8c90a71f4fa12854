/// Determines whether values of two types have the same JSON.
struct TypeComparison {
    /// The result of a comparison.
    enum Difference: Int {
        /// The same values are sent and read, regardless of the names.
        case none
        /// The output does not contain enough information.
        case unknown
        case certain
    }

    /// The direction in which values are sent.
    enum Direction {
        case sent, received, both
    }

    private struct Pair: Hashable {
        let old: String
        let new: String
    }

    let old: DeclaredTypes
    let new: DeclaredTypes

    /// Compares two types, as written in declarations.
    ///
    /// - Parameters:
    ///   - before: The type in the old output.
    ///   - after: The type in the new output.
    ///   - direction: Whether only writing or only reading counts.
    /// - Returns: The result; changes of a type that keeps its name are reported for its own file.
    func difference(_ before: String, _ after: String, _ direction: Direction) -> Difference {
        difference(before, after, direction, assuming: [])
    }

    /// The name of the innermost type: `Money` for `[Money]?`.
    static func element(of type: String) -> String {
        let type = type.hasSuffix("?") ? String(type.dropLast()) : type
        let arguments = arguments(of: type)
        guard let arguments, let last = arguments.elements.last else { return type }
        return element(of: last.labelled?.value ?? last)
    }

    // Types may be recursive: a comparison in progress is assumed to be equal.
    private func difference(
        _ before: String,
        _ after: String,
        _ direction: Direction,
        assuming: Set<Pair>
    ) -> Difference {
        guard before != after else { return .none }
        let (before, after) = (old.resolved(before), new.resolved(after))
        let pair = Pair(old: before, new: after)
        guard before != after, !assuming.contains(pair) else { return .none }
        let assuming = assuming.union([pair])
        guard before.hasSuffix("?") == after.hasSuffix("?") else { return .certain }
        if before.hasSuffix("?") {
            let types = [before, after].map { String($0.dropLast()) }
            return difference(types[0], types[1], direction, assuming: assuming)
        }
        switch (Self.arguments(of: before), Self.arguments(of: after)) {
        case (let one?, let other?):
            guard one.head == other.head, one.elements.count == other.elements.count else {
                return .certain
            }
            return worst(zip(one.elements, other.elements), direction, assuming: assuming)
        case (nil, nil): return differenceOfNames(before, after, direction, assuming)
        case (nil, _) where !isKnown(before, old), (_, nil) where !isKnown(after, new):
            // A hand-written type may be anything.
            return .unknown
        default: return .certain
        }
    }

    private func worst(
        _ pairs: some Sequence<(String, String)>,
        _ direction: Direction,
        assuming: Set<Pair>
    ) -> Difference {
        var worst = Difference.none
        for (before, after) in pairs {
            let parts = [before, after].map { $0.labelled.map { [$0.label, $0.value] } ?? [$0] }
            guard parts[0].count == parts[1].count else { return .certain }
            for (one, other) in zip(parts[0], parts[1]) {
                let found = difference(one, other, direction, assuming: assuming)
                if found.rawValue > worst.rawValue { worst = found }
            }
        }
        return worst
    }

    /// `Int` and `String` for `[Int: String]`, with the text before and inside the brackets; nil
    /// for a plain name or an optional.
    private static func arguments(of type: String) -> (head: String, elements: [String])? {
        guard let last = type.last, ")]>".contains(last),
            let opening = type.firstIndex(where: { "([<".contains($0) })
        else { return nil }
        let inner = String(type[opening...].dropFirst().dropLast())
        let elements = inner.dividedAtCommas
        // `(Int)` is the payload of a case.
        if last == ")", elements.count == 1 { return ("", elements) }
        let isDictionary = last == "]" && inner.labelled != nil
        return (String(type[..<opening]) + (isDictionary ? "[:]" : String(last)), elements)
    }

    private func isKnown(_ type: String, _ types: DeclaredTypes) -> Bool {
        Self.primitives.contains(type) || types.outline(declaring: type) != nil
    }

    // MARK: - Names

    private static let numbers: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "Decimal",
    ]
    private static let primitives = numbers.union([
        "String", "Bool", "Date", "Day", "URL", "UUID", "Data", "EmptyResponse",
    ])

    /// Whether two types are the same integers under other names.
    private static func areOfOneRange(_ before: String, _ after: String) -> Bool {
        Set([before, after]).isSubset(of: ["Int", "Int64"])
    }

    /// The base type of a scalar now: codecs in other files may encode two types alike.
    static func differenceOfScalars(_ before: String, _ after: String) -> Difference {
        if areOfOneRange(before, after) { return .none }
        let isOfTexts = [before, after].contains("String")
        let isOfNumbers = [before, after].allSatisfy(numbers.contains)
        let isKnown = [before, after].allSatisfy(primitives.contains)
        return isOfTexts || isOfNumbers || !isKnown ? .unknown : .certain
    }

    private func differenceOfNames(
        _ before: String,
        _ after: String,
        _ direction: Direction,
        _ assuming: Set<Pair>
    ) -> Difference {
        let arePrimitive = [before, after].map(Self.primitives.contains)
        if arePrimitive.allSatisfy({ $0 }) {
            if Self.areOfOneRange(before, after) { return .none }
            // Values in the range of both types have the same JSON; the others are not considered.
            return [before, after].allSatisfy(Self.numbers.contains) ? .unknown : .certain
        }
        let (oldOutline, newOutline) = (
            old.outline(declaring: before), new.outline(declaring: after)
        )
        let keywords = [oldOutline?.keyword(of: before), newOutline?.keyword(of: after)]
        if arePrimitive.contains(true) {
            // An enumeration may have strings; a structure is a JSON object.
            return keywords.contains("struct") ? .certain : .unknown
        }
        guard let oldOutline, let newOutline else { return .unknown }
        guard keywords == ["struct", "struct"] else {
            if let one = EnumForm(of: before, in: oldOutline),
                let other = EnumForm(of: after, in: newOutline)
            {
                return one.difference(from: other)
            }
            let (one, other) = (
                UnionForm(of: before, in: oldOutline), UnionForm(of: after, in: newOutline)
            )
            guard let one, let other else { return .unknown }
            guard one.isLike(other) else { return .certain }
            return worst(zip(one.types, other.types), direction, assuming: assuming)
        }
        let olds = WireStatements(of: oldOutline, among: old).statements(of: before, direction)
        let news = WireStatements(of: newOutline, among: new).statements(of: after, direction)
        guard !olds.isEmpty, !news.isEmpty else { return .unknown }
        guard WireStatements.areAlike(olds, news) else { return .certain }
        let pairs = olds.flatMap { one in
            news.filter(one.isLike).map { (one.type, $0.type) }
        }
        return worst(pairs, direction, assuming: assuming)
    }
}
