/// The REST conventions of a service: URLs, envelopes of bodies, paging and errors.
///
/// Repositories use one form, plain REST with JSON: POST path, GET path, GET, PUT, PATCH and DELETE
/// path/:id, an entity as an object, several as an array, an entity tag in `ETag`, the next page in
/// `Link`. If a service differs, its conventions describe how. Only the conversion to and from the
/// network changes.
///
///     static let conventions = Conventions(
///         envelope: .init(one: "data", list: "data", sent: "data"),
///         paging: .init(.header("Next-Page"), size: 100, sizeParameter: "_limit"),
///         versions: .member("last_modified", isQuoted: true)
///     )
public struct Conventions: Hashable, Sendable {
    /// Plain REST, the form that repositories use.
    public static let plain = Conventions()

    /// The media types of bodies.
    public var media: MediaTypes
    /// The method and path of requests by operation; operations that are left out are plain.
    public var requests: [ServiceOperation: RequestForm]
    /// Constant query parameters of operations, by name.
    ///
    /// `{id}` stands for the identity of the requested entity, if its path does not contain it:
    /// `eq.{id}` results in `?id=eq.12`. A condition on a constant parameter of a listing is
    /// evaluated locally.
    public var parameters: [ServiceOperation: [String: String]]
    /// The envelope of entities in bodies.
    public var envelope: Envelope
    /// The JSON:API form of an entity; nil if it is an object of its properties.
    public var resource: ResourceForm?
    /// The paging of listings.
    public var paging: Paging
    /// The query syntax for criteria.
    public var query: QueryDialect
    /// The way to detect that an entity has changed.
    public var versions: Versions
    /// The property that marks a listed entity as deleted; nil if the service does not list deleted
    /// entities.
    public var tombstone: Tombstone?
    /// The way to request changes; nil if the service can only list everything.
    public var changes: Changes?
    /// The form of patches.
    public var patches: PatchForm
    /// The settings for batch creation.
    public var batch: Batch
    /// The format of errors.
    public var errors: ErrorForm
    /// The header field by which the service asks clients to pause; nil if it has none.
    ///
    /// Any response may contain it, even a success, and its value is like that of `Retry-After`.
    /// Kinto has `Backoff`.
    public var backoff: String?
    /// The way to find out whether a creation without a response has succeeded.
    public var creationCheck: CreationCheck

    /// Creates conventions; values that are left out are plain REST.
    ///
    /// - Parameters:
    ///   - media: The media types of bodies.
    ///   - requests: The method and path of requests by operation.
    ///   - parameters: Constant query parameters of operations.
    ///   - envelope: The envelope of entities in bodies.
    ///   - resource: The JSON:API form of an entity.
    ///   - paging: The paging of listings.
    ///   - query: The query syntax for criteria.
    ///   - versions: The way to detect that an entity has changed.
    ///   - tombstone: The property that marks a listed entity as deleted.
    ///   - changes: The way to request changes.
    ///   - patches: The form of patches.
    ///   - batch: The settings for batch creation.
    ///   - errors: The format of errors.
    ///   - backoff: The header field by which the service asks clients to pause.
    ///   - creationCheck: The way to find out whether a creation without a response has succeeded.
    public init(
        media: MediaTypes = MediaTypes(),
        requests: [ServiceOperation: RequestForm] = [:],
        parameters: [ServiceOperation: [String: String]] = [:],
        envelope: Envelope = Envelope(),
        resource: ResourceForm? = nil,
        paging: Paging = Paging(),
        query: QueryDialect = .plain,
        versions: Versions = .entityTag,
        tombstone: Tombstone? = nil,
        changes: Changes? = nil,
        patches: PatchForm = .merge,
        batch: Batch = Batch(),
        errors: ErrorForm = ErrorForm(),
        backoff: String? = nil,
        creationCheck: CreationCheck = .comparison
    ) {
        self.media = media
        self.requests = requests
        self.parameters = parameters
        self.envelope = envelope
        self.resource = resource
        self.paging = paging
        self.query = query
        self.versions = versions
        self.tombstone = tombstone
        self.changes = changes
        self.patches = patches
        self.batch = batch
        self.errors = errors
        self.backoff = backoff
        self.creationCheck = creationCheck
    }
}

extension Conventions {
    /// The media types of bodies.
    public struct MediaTypes: Hashable, Sendable {
        /// The type of request bodies; `application/x-www-form-urlencoded` writes nested properties
        /// with brackets.
        public var sent: String
        /// The requested type of responses.
        public var accepted: String
        /// The type of a patch; nil for the same as other bodies, or, if those are plain JSON and
        /// the patch is a list of operations, for `application/json-patch+json` (RFC 6902).
        public var patch: String?

        /// Creates media types.
        ///
        /// - Parameters:
        ///   - sent: The type of request bodies.
        ///   - accepted: The requested type of responses.
        ///   - patch: The type of a patch; nil for the same as other bodies.
        public init(
            sent: String = "application/json",
            accepted: String = "application/json",
            patch: String? = nil
        ) {
            self.sent = sent
            self.accepted = accepted
            self.patch = patch
        }
    }

    /// The form of patches.
    public enum PatchForm: String, Hashable, Sendable {
        /// An object of the changed properties, with null for removed ones (RFC 7396). With the
        /// media type `application/merge-patch+json` the service also merges nested objects, so
        /// they contain only differences; with another one, a nested object replaces the old one.
        case merge
        /// A list of operations (RFC 6902).
        case jsonPatch
    }

    /// The media type of a patch.
    var patchMediaType: String {
        let isList = patches == .jsonPatch && media.sent == "application/json"
        return media.patch ?? (isList ? "application/json-patch+json" : media.sent)
    }

    /// The way to detect that an entity has changed.
    public enum Versions: Hashable, Sendable {
        /// None: concurrent writes are not detected.
        case none
        /// The entity tag in `ETag`, sent back in `If-Match` of a write (RFC 9110).
        case entityTag
        /// A property of the entity, sent back in `If-Match` of a write, with or without quotes.
        case member(JSONKeyPath, isQuoted: Bool)
    }
}
