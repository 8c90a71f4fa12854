import SchemaLanguage

/// The property of an earlier schema from which stored values are converted.
struct StoredPropertyOrigin {
    private let old: CheckedProperty
    private let new: CheckedProperty
    private let former: CheckedFormerProperty
    private let oldShapes: JSONShapes
    private let newShapes: JSONShapes

    /// Finds the origin; nil where nothing is converted since the earlier schema.
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

    /// What it was in JSON, and what the schema says it was, where these differ.
    private var wrongShape: (was: String, said: String)? {
        guard let was = oldShapes.text(old.type, old.wire),
            let said = newShapes.text(former.type, former.wire), was != said
        else { return nil }
        return (was, said)
    }

    /// Whether null may be there, of which nothing is made.
    private var keepsNull: Bool {
        old.presence != .required && new.presence == .required
            && !former.steps.contains(.withoutNull) && old.defaultValue == nil
    }

    /// Whether some documents cannot be read.
    var isLoss: Bool { wrongShape != nil || keepsNull }

    /// The types of values that are converted with those in them: what they were, and what the schema says they were;
    /// nil where they contain no others.
    var contents: (old: CheckedType, new: CheckedType)? {
        guard wrongShape == nil else { return nil }
        switch former.type.leaf {
        case .value, .entity, .union: return (old.type, former.type)
        default: return nil
        }
    }

    /// What happens to stored documents.
    var summary: String {
        let place = "stored documents have it as '\(former.key)'"
        if let (was, said) = wrongShape {
            return "\(place), \(was) in JSON and not \(said): write "
                + "`was: { key: \(former.key), type: \(was) }`, and `convert:` where something can be lost"
        }
        if keepsNull {
            let hint = new.defaultValue == nil ? ", and give it a default" : ""
            return "\(place), where it may be null: write `was: { key: \(former.key), "
                + "type: \(oldShapes.text(old.type, old.wire) ?? old.type.shortName)? }`\(hint)"
        }
        return "\(place), and are converted"
    }
}
