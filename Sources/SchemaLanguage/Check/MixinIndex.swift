import Diagnostics

/// The properties that mixins add to the structures that include them.
struct MixinIndex {
    private let mixins: [String: MixinDeclaration]

    init(_ documents: [SchemaDocument]) {
        mixins = Dictionary(
            documents.flatMap(\.mixins).map { ($0.heading.name.value, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The names of all mixins, for suggestions.
    var names: [String] { mixins.keys.sorted() }

    /// A mixin; nil if there is none with that name.
    subscript(name: String) -> MixinDeclaration? { mixins[name] }

    /// Mixins and those that they include, in this order, each once, with the place in the
    /// structure.
    func reached(
        from includes: [Located<String>]
    ) -> [(mixin: String, include: Located<String>)] {
        var pending = Array(includes.reversed())
        var seen: Set<String> = []
        var reached: [(String, Located<String>)] = []
        while let include = pending.popLast() {
            guard let mixin = mixins[include.value], seen.insert(include.value).inserted else {
                continue
            }
            reached.append((include.value, include))
            // The mixin declares the property; the structure contains the include.
            pending += mixin.includes.reversed().map { Located($0.value, at: include.range) }
        }
        return reached
    }

    /// The properties of mixins and of those that they include.
    func properties(of includes: [Located<String>]) -> [PropertyDeclaration] {
        reached(from: includes).flatMap { name, include in
            (mixins[name]?.properties ?? []).map { property in
                var property = property
                property.mixin = include
                return property
            }
        }
    }
}
