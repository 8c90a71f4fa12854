extension Conventions {
    /// How it is found out whether a creation without an answer has happened.
    public enum CreationCheck: Hashable, Sendable {
        /// The server answers a request with the same idempotency key with the same answer: the
        /// request is sent again. The name is that of the header.
        ///
        /// Servers forget keys after a time, and would create again: an older request is searched for as
        /// by ``comparison``, and rejected where nothing can be searched. The lifetime is how long the
        /// server knows a key at least; a day by default, as Stripe does. The draft of the header field
        /// (`draft-ietf-httpapi-idempotency-key-header`) leaves it to each service to publish it.
        case idempotencyKey(
            header: String = "Idempotency-Key",
            lifetime: Duration = .seconds(86_400)
        )
        /// The client gives the identity: the entity is read by it.
        case identity
        /// The server's listing is searched for an entity that is not known here and has what was
        /// sent. It must be whole; an equal entity that somebody else has just created is taken
        /// for the own one.
        case comparison
    }
}
