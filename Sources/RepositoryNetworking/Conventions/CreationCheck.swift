extension Conventions {
    /// The way to find out whether a creation without a response has succeeded.
    public enum CreationCheck: Hashable, Sendable {
        /// The request is sent again: the server returns the same response to a request with the
        /// same idempotency key. The name is that of the header field.
        ///
        /// Servers forget keys after a time, and would then create the entity again. After the
        /// lifetime of a key, the listing is therefore searched for the result, as by
        /// ``comparison``; if that is impossible, the creation is rejected. The lifetime is the
        /// shortest time for which the server remembers a key; a day by default, as for Stripe. The
        /// draft of the header field (`draft-ietf-httpapi-idempotency-key-header`) leaves the
        /// lifetime to each service.
        case idempotencyKey(
            header: String = "Idempotency-Key",
            lifetime: Duration = .seconds(86_400)
        )
        /// The entity is read by its identity, which the client assigns.
        case identity
        /// The server's listing is searched for an entity that is unknown locally and has the sent
        /// values. The listing must be complete; an identical entity created by someone else at
        /// that moment can be mistaken for yours.
        case comparison
    }
}
