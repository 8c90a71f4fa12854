extension Vocabulary {
    /// The keys whose values are properties, parameters, fields or cases by their names.
    ///
    /// Each of these has a short form, which is its type.
    package var keysOfProperties: Set<String> {
        Set(forms.flatMap(\.keys).filter { isMapOfProperties($0.shape) }.map(\.name))
    }

    /// The pairs of keys of which a mapping has at most one.
    package var exclusions: Set<Set<String>> {
        var pairs: Set<Set<String>> = [["readOnly", "writeOnly"], ["readOnly", "immutable"]]
        for form in forms {
            switch form.rule {
            case .none: break
            case .exactlyOne(let keys):
                for key in keys {
                    for other in keys where other != key { pairs.insert([key, other]) }
                }
            case .alternatives(let alternatives):
                for alternative in alternatives {
                    for key in alternative.required {
                        for other in alternative.excluded { pairs.insert([key, other]) }
                    }
                }
            }
        }
        return pairs
    }

    private func isMapOfProperties(_ shape: Shape) -> Bool {
        switch shape {
        case .map(_, .property): true
        case .map(_, .either(let shapes)):
            shapes.contains { shape in
                guard case .form(let name) = shape else { return false }
                return form(name)?.position(of: "type") != nil
            }
        case .either(let shapes): shapes.contains(where: isMapOfProperties)
        default: false
        }
    }
}
