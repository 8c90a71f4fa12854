/// A kind of service with a profile of conventions, and the signs by which documents of it are
/// recognized.
struct ServiceFamily {
    /// A sign in the requests for an entity.
    enum Sign {
        /// The key of the array in a listing.
        case list(String)
        /// A key next to that array.
        case beside(String)
        /// The key around an entity, in requests, too.
        case one(String)
        /// A query parameter of a listing.
        case parameter(String)
        /// A property of the entity.
        case property(String)
        /// A header field of a listing's response, in lower case.
        case header(String)
        /// The media type of responses.
        case media(String)
        /// A trailing slash in paths.
        case slash
        /// A JSON:API resource whose type is the last path component, without relationships.
        case resource
    }

    /// The requests for changes.
    enum Change {
        /// PATCH for changes, and PUT for the whole entity.
        case plain
        /// PATCH only.
        case patch
        /// POST with a form, as for creations.
        case form
    }

    /// The name of the profile.
    let profile: String
    /// The signs, all of which must be present.
    let signs: [Sign]
    /// Other query parameters of listings in the profile.
    var parameters: [String] = []
    var change = Change.plain

    /// The known families.
    static let known = [
        ServiceFamily(
            profile: "djangoREST",
            signs: [.list("results"), .beside("next"), .beside("count"), .slash],
            parameters: ["page", "page_size", "ordering"]
        ),
        ServiceFamily(
            profile: "eve",
            signs: [
                .list("_items"), .beside("_meta"), .beside("_links"), .property("_etag"),
                .parameter("max_results"),
            ],
            parameters: ["page", "where", "sort"]
        ),
        ServiceFamily(
            profile: "gitHub",
            signs: [
                .media("application/vnd.github+json"), .header("link"), .parameter("per_page"),
            ],
            parameters: ["page"],
            change: .patch
        ),
        ServiceFamily(
            profile: "jsonAPI",
            signs: [
                .media("application/vnd.api+json"), .list("data"), .one("data"), .beside("links"),
                .resource, .parameter("page[size]"),
            ],
            parameters: ["sort"],
            change: .patch
        ),
        ServiceFamily(
            profile: "kinto",
            signs: [
                .list("data"), .one("data"), .property("last_modified"), .parameter("_limit"),
            ],
            parameters: ["_sort", "_since", "_token"]
        ),
        ServiceFamily(
            profile: "stripe",
            signs: [
                .list("data"), .beside("object"), .beside("has_more"),
                .parameter("starting_after"), .parameter("limit"),
            ],
            parameters: ["ending_before"],
            change: .form
        ),
    ]

    /// The features of the requests for an entity.
    struct Evidence {
        var envelope: ListingEnvelope?
        /// The key around an entity.
        var one: String?
        /// The key around an entity in requests; nil if there are none.
        var sent: String??
        var parameters: Set<String>
        var properties: Set<String>
        /// The constant in `type`.
        var type: String?
        /// The last path component.
        var path: Substring?
        var headers: Set<String>
        var media: String?
        /// The suffix of the collection and the identity in paths.
        var rests: Set<String>

        func shows(_ sign: Sign) -> Bool {
            switch sign {
            case .list(let key): envelope?.key == key
            case .beside(let key): envelope?.others[key] != nil
            case .one(let key): one == key
            case .parameter(let name): parameters.contains(name)
            case .property(let key): properties.contains(key)
            case .header(let name): headers.contains(name)
            case .media(let media): self.media == media
            case .slash: rests == ["/"]
            case .resource:
                type != nil && type.map { $0[...] } == path && properties.contains("attributes")
                    && properties.isSubset(of: ["id", "type", "attributes", "links", "meta"])
            }
        }
    }

    /// Whether a document has all signs, and contradicts nothing in the profile.
    func isShown(by evidence: Evidence) -> Bool {
        var says = (list: false, one: String?.none, media: false, slash: false)
        for sign in signs {
            switch sign {
            case .list: says.list = true
            case .one(let key): says.one = key
            case .media: says.media = true
            case .slash: says.slash = true
            case .beside, .parameter, .property, .header, .resource: break
            }
        }
        return signs.allSatisfy(evidence.shows)
            && (says.list || evidence.envelope == nil) && evidence.one == says.one
            && (evidence.sent ?? says.one) == says.one
            && (says.media || evidence.media == nil) && (says.slash || evidence.rests == [""])
    }

    /// The query parameters of listings in the profile.
    var listingParameters: Set<String> {
        signs.reduce(into: Set(parameters)) {
            if case .parameter(let name) = $1 { $0.insert(name) }
        }
    }

    /// Whether the properties of an entity are the attributes of a resource.
    var isOfResources: Bool {
        signs.contains { if case .resource = $0 { true } else { false } }
    }

    /// The signs as text, for a comment.
    var evidence: String {
        let texts = signs.map { sign in
            switch sign {
            case .list(let key): "listings in '\(key)'"
            case .beside(let key): "'\(key)' next to it"
            case .one(let key): "one in '\(key)'"
            case .parameter(let name): "the parameter '\(name)'"
            case .property(let key): "the property '\(key)'"
            case .header(let name): "the header field '\(name)'"
            case .media(let media): "the media type \(media)"
            case .slash: "a trailing slash in paths"
            case .resource: "resources with attributes"
            }
        }
        return "like \(profile): " + texts.joined(separator: ", ")
    }
}
