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

    /// A place in a file.
    package struct Place {
        let vocabulary: Vocabulary
        /// What can be there.
        fileprivate let shapes: [Shape]

        /// Whether a text there contains names of declarations.
        package var hasReferences: Bool {
            shapes.contains { shape in
                switch shape {
                case .reference, .type, .typeWithDefault, .property: true
                default: false
                }
            }
        }

        /// The place of the elements, if there is a list.
        package var element: Place {
            place(
                shapes.compactMap { shape in
                    switch shape {
                    case .list(let element), .listOrEmpty(let element): element
                    default: nil
                    }
                }
            )
        }

        /// Returns the place of the value of a key, if there is a mapping.
        package func value(of key: String) -> Place {
            place(
                shapes.compactMap { shape in
                    switch shape {
                    case .map(_, let value): value
                    case .form(let name), .property(let name): shapeOfKey(key, in: name)
                    case .narrowed(let name, let keys, _):
                        if let narrowed = keys.first(where: { $0.key == key }) {
                            narrowed.shape
                        } else {
                            shapeOfKey(key, in: name)
                        }
                    default: nil
                    }
                }
            )
        }

        private func shapeOfKey(_ key: String, in form: String) -> Shape? {
            vocabulary.form(form)?.keys.first { $0.name == key }?.shape
        }

        private func place(_ shapes: [Shape]) -> Place {
            Place(vocabulary: vocabulary, shapes: shapes.flatMap(\.alternatives))
        }
    }

    /// The place of a whole file.
    package var place: Place { Place(vocabulary: self, shapes: [.form(root.name)]) }

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

extension Vocabulary.Shape {
    /// The shapes of which it is one.
    fileprivate var alternatives: [Vocabulary.Shape] {
        switch self {
        case .either(let shapes): shapes.flatMap(\.alternatives)
        case .oneOrMany(let element): element.alternatives + [.list(element)]
        default: [self]
        }
    }
}
