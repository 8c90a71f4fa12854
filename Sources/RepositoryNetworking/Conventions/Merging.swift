/// What to send to a service that merges, so that removed properties are removed there.
extension Conventions {
    /// How a service combines a sent object with the existing one.
    private enum Merging {
        /// The sent object replaces it.
        case none
        /// The sent properties replace those with the same keys, so the differences suffice (RFC
        /// 7396).
        case difference
        /// Unknown: services treat objects in forms differently. A complete object with empty
        /// values for removed properties is correct in either case.
        case completion
    }

    private func merging(_ mediaType: String) -> Merging {
        switch mediaType.bareMediaType {
        case "application/merge-patch+json": patches == .merge ? .difference : .none
        case FormEncoding.mediaType: .completion
        default: .none
        }
    }

    /// Whether an object in a patch is merged with the existing one.
    package var mergesObjects: Bool { merging(patchMediaType) != .none }

    /// Whether an update keeps properties that are left out, because it is not a PUT.
    var mergesUpdates: Bool { form(of: .update).method != .put }

    /// Returns changes in the form of a patch.
    ///
    /// - Parameters:
    ///   - changes: The new values, each as a whole.
    ///   - old: The properties as the service has them.
    /// - Returns: The properties to send.
    package func patch(_ changes: [String: JSON], over old: [String: JSON]) -> [String: JSON] {
        switch merging(patchMediaType) {
        case .none: changes
        case .difference: Difference.deepened(changes, over: old)
        case .completion: changes.merging(Difference.completed(changes, over: old)) { $1 }
        }
    }

    /// Returns a whole entity in the form of an update: with null for removed properties, if the
    /// service would keep them.
    ///
    /// - Parameters:
    ///   - members: The properties that a client sends.
    ///   - old: The same properties as the service has them.
    ///   - immutable: The keys that are only sent to create an entity; they stay as they are.
    /// - Returns: The properties to send.
    package func update(
        _ members: [String: JSON],
        over old: [String: JSON],
        immutable: Set<String> = []
    ) -> [String: JSON] {
        guard mergesUpdates else { return members }
        let members = members.filter { !immutable.contains($0.key) }
        let old = old.filter { !immutable.contains($0.key) }
        let removed = old.keys.filter { members[$0] == nil }
        let whole = members.merging(removed.map { ($0, .null) }) { own, _ in own }
        guard merging(media.sent) != .none else { return whole }
        return whole.merging(Difference.completed(whole, over: old)) { $1 }
    }
}
