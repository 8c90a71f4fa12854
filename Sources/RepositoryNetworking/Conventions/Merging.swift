/// What a service that merges must be told, so that what is no more goes.
extension Conventions {
    /// How what is sent meets an object that was there.
    private enum Merging {
        /// It takes its place.
        case none
        /// Its members replace those of the same keys, so what differs is enough (RFC 7396).
        case difference
        /// Services differ in what they do with an object of a form. One that is whole, and says by an
        /// empty value what is no more, is right in either case.
        case completion
    }

    private func merging(_ mediaType: String) -> Merging {
        switch mediaType.prefix(while: { $0 != ";" }).lowercased() {
        case "application/merge-patch+json": patches == .merge ? .difference : .none
        case FormEncoding.mediaType: .completion
        default: .none
        }
    }

    /// Whether an object within a patch is merged with the one that was there.
    package var mergesObjects: Bool { merging(patchMediaType) != .none }

    /// Whether what an update leaves out stays as it is: it is no PUT.
    var mergesUpdates: Bool { form(of: .update).method != .put }

    /// Changes as a patch says them.
    ///
    /// - Parameters:
    ///   - changes: The new values, each as a whole.
    ///   - old: The members as the service has them.
    /// - Returns: What is sent.
    package func patch(_ changes: [String: JSON], over old: [String: JSON]) -> [String: JSON] {
        switch merging(patchMediaType) {
        case .none: changes
        case .difference: Difference.deepened(changes, over: old)
        case .completion: changes.merging(Difference.completed(changes, over: old)) { $1 }
        }
    }

    /// A whole entity as an update says it: with null for what is no more, where the service would keep that.
    ///
    /// - Parameters:
    ///   - members: What a client sends of the entity.
    ///   - old: The same of what the service has.
    ///   - immutable: The keys of what is sent to create an entity alone: what is left out stays as it is.
    /// - Returns: What is sent.
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
