import SchemaLanguage

/// The property of an earlier schema from which stored values are converted.
struct StoredPropertyOrigin {
    private let old: CheckedProperty
    private let new: CheckedProperty
    private let former: CheckedFormerProperty
    private let oldShapes: JSONShapes
    private let newShapes: JSONShapes

    /// Finds the origin; nil if no conversion was added since the earlier schema.
    init?(
        of property: CheckedProperty,
        _ olds: [String: CheckedProperty],
        _ oldShapes: JSONShapes,
        _ newShapes: JSONShapes
    ) {
        for former in property.former {
            guard let old = olds[former.key] else { continue }
            let isTyped = former.steps.contains { step in
                if case .renamed = step { false } else { true }
            }
            guard former.key != property.key || isTyped && !old.former.contains(former) else {
                continue
            }
            (self.old, new, self.former) = (old, property, former)
            (self.oldShapes, self.newShapes) = (oldShapes, newShapes)
            return
        }
        return nil
    }

    /// The earlier type in JSON, and the type that the schema claims, if they differ.
    private var wrongShape: (was: String, said: String)? {
        guard let was = oldShapes.text(old.type, old.wire),
            let said = newShapes.text(former.type, former.wire), was != said
        else { return nil }
        return (was, said)
    }

    /// Whether null may be stored and has no conversion.
    private var keepsNull: Bool {
        old.presence != .required && new.presence == .required
            && !former.steps.contains(.withoutNull) && old.defaultValue == nil
    }

    /// Whether some documents become unreadable.
    var isLoss: Bool { wrongShape != nil || keepsNull }

    /// The element types of converted containers: the earlier one, and the one that the schema
    /// claims; nil for other types.
    var contents: (old: CheckedType, new: CheckedType)? {
        guard wrongShape == nil else { return nil }
        switch former.type.leaf {
        case .value, .entity, .union: return (old.type, former.type)
        default: return nil
        }
    }

    /// The effect on stored documents.
    var summary: String {
        let place = "stored documents have the key '\(former.key)'"
        if let (was, said) = wrongShape {
            return "\(place), with the type \(was) in JSON, not \(said): write "
                + "`was: { key: \(former.key), type: \(was) }`, and `convert:` if it is lossy"
        }
        if keepsNull {
            let hint = new.defaultValue == nil ? ", and give it a default" : ""
            return "\(place), which may be null: write `was: { key: \(former.key), "
                + "type: \(oldShapes.text(old.type, old.wire) ?? old.type.shortName)? }`\(hint)"
        }
        return "\(place), and are converted"
    }
}
