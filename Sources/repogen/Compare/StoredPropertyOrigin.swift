import SchemaLanguage

/// The property of an earlier schema from which stored values are converted.
struct StoredPropertyOrigin {
    private let old: CheckedProperty
    private let new: CheckedProperty
    private let former: CheckedFormerProperty

    /// Finds the origin; nil where nothing is converted since the earlier schema.
    init?(of property: CheckedProperty, _ olds: [String: CheckedProperty]) {
        for former in property.former {
            guard let old = olds[former.key] else { continue }
            let isTyped = former.steps.contains { step in
                if case .renamed = step { false } else { true }
            }
            guard former.key != property.key || isTyped && !old.former.contains(former) else {
                continue
            }
            (self.old, new, self.former) = (old, property, former)
            return
        }
        return nil
    }

    /// The type that the schema says it had, where it had another one.
    private var wrongType: CheckedType? {
        guard case .primitive(let said) = former.type, case .primitive(let was) = old.type else {
            return nil
        }
        return said == was ? nil : former.type
    }

    /// Whether null may be there, of which nothing is made.
    private var keepsNull: Bool {
        old.presence != .required && new.presence == .required
            && !former.steps.contains(.withoutNull) && old.defaultValue == nil
    }

    private var hasOtherForm: Bool {
        let isConvertedByApp = former.steps.contains { step in
            if case .function = step { true } else { false }
        }
        return old.type == new.type && old.wire != new.wire && !isConvertedByApp
    }

    /// Whether some documents cannot be read.
    var isLoss: Bool { wrongType != nil || keepsNull || hasOtherForm }

    /// What becomes of stored documents.
    var summary: String {
        let place = "stored documents have it as '\(former.key)'"
        if let wrongType {
            return "\(place), of type \(old.type.shortName) and not \(wrongType.shortName): write "
                + "`was: { key: \(former.key), type: \(old.type.shortName) }`"
        }
        if keepsNull {
            return "\(place), where it may be null: write `was: { key: \(former.key), "
                + "type: \(old.type.shortName)? }`, and give it a default"
        }
        if hasOtherForm {
            return "\(place), in another form; those that do not fit \(StoredDataChange.unreadable)"
        }
        return "\(place), and are converted"
    }
}
