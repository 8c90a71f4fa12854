/// How a service writes what repositories ask of it: where requests go, what stands around bodies, how
/// listings are divided, and what goes wrong.
///
/// Repositories know one form, plain REST with JSON: POST path, GET path, GET, PUT, PATCH and DELETE
/// path/:id, an entity as an object, many as an array, an entity tag in `ETag`, the next page in `Link`.
/// Where a service has another, its conventions say so, and only the way to the network and back changes.
///
///     static let conventions = Conventions(
///         envelope: .init(one: "data", list: "data", sent: "data"),
///         paging: .init(.header("Next-Page"), size: 100, sizeParameter: "_limit"),
///         versions: .member("last_modified", isQuoted: true)
///     )
public struct Conventions: Hashable, Sendable {
    /// The form that repositories know.
    public static let plain = Conventions()

    /// The media types of bodies.
    public var media: MediaTypes
    /// Where requests go, by what they ask for; plain ones are left out.
    public var requests: [ServiceOperation: RequestForm]
    /// What some operations always say in their query, by the name of the parameter.
    ///
    /// `{id}` stands for the identity of the one entity that is asked for, where its path does not say it:
    /// `eq.{id}` makes `?id=eq.12`. A condition on a parameter that a listing always says is decided on this side.
    public var parameters: [ServiceOperation: [String: String]]
    /// What stands around entities in bodies.
    public var envelope: Envelope
    /// The form of an entity by JSON:API; nil where it is an object of its properties.
    public var resource: ResourceForm?
    /// How listings are divided.
    public var paging: Paging
    /// How criteria are written.
    public var query: QueryDialect
    /// How a state of an entity is told from another.
    public var versions: Versions
    /// What tells an entity that is no more, which a service lists with the others; nil where it lists
    /// none.
    public var tombstone: Tombstone?
    /// How the service is asked for what has changed; nil where it can only list all there is.
    public var changes: Changes?
    /// How the properties that change are written.
    public var patches: PatchForm
    /// How many entities are created at once.
    public var batch: Batch
    /// What the body of a failure means.
    public var errors: ErrorForm
    /// The header field by which the service asks to be left alone for a time; nil where it has none.
    ///
    /// It stands beside any answer, also a success, and has what `Retry-After` has. Kinto has `Backoff`.
    public var backoff: String?
    /// How it is found out whether a creation without an answer has happened.
    public var creationCheck: CreationCheck

    /// Creates conventions; what is left out is plain.
    ///
    /// - Parameters:
    ///   - media: The media types of bodies.
    ///   - requests: Where requests go, by what they ask for.
    ///   - parameters: What some operations always say in their query.
    ///   - envelope: What stands around entities in bodies.
    ///   - resource: The form of an entity by JSON:API.
    ///   - paging: How listings are divided.
    ///   - query: How criteria are written.
    ///   - versions: How a state of an entity is told from another.
    ///   - tombstone: What tells an entity that is no more, where it is listed.
    ///   - changes: How the service is asked for what has changed.
    ///   - patches: How the properties that change are written.
    ///   - batch: How many entities are created at once.
    ///   - errors: What the body of a failure means.
    ///   - backoff: The header field by which the service asks to be left alone for a time.
    ///   - creationCheck: How it is found out whether a creation without an answer has happened.
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
        /// The type of what is sent; `application/x-www-form-urlencoded` writes nested members with brackets.
        public var sent: String
        /// The type that is asked for.
        public var accepted: String
        /// The type of a patch; nil where it is that of the others, or where plain JSON is sent and a patch
        /// is a list of operations, `application/json-patch+json` (RFC 6902).
        public var patch: String?

        /// Creates media types.
        ///
        /// - Parameters:
        ///   - sent: The type of what is sent.
        ///   - accepted: The type that is asked for.
        ///   - patch: The type of a patch; nil where it is that of the others.
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

    /// How the properties that change are written.
    public enum PatchForm: String, Hashable, Sendable {
        /// An object of them, null for one that is no more (RFC 7396). With the media type
        /// `application/merge-patch+json` an object in it is merged by the service, too, and has what differs
        /// alone; else it takes the place of the one before.
        case merge
        /// A list of operations (RFC 6902).
        case jsonPatch
    }

    /// The media type of a patch.
    var patchMediaType: String {
        let isList = patches == .jsonPatch && media.sent == "application/json"
        return media.patch ?? (isList ? "application/json-patch+json" : media.sent)
    }

    /// How a state of an entity is told from another.
    public enum Versions: Hashable, Sendable {
        /// Not at all: two writes at once cannot be noticed.
        case none
        /// By the entity tag in `ETag`, which a write repeats in `If-Match` (RFC 9110).
        case entityTag
        /// By a member of the entity, which a write repeats in `If-Match`, in quotes or not.
        case member(JSONKeyPath, isQuoted: Bool)
    }
}
