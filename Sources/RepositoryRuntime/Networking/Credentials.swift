/// What a session says to a service about who sends its requests.
///
/// ```swift
/// let shop = NetworkingSession(api: Shop.self, credentials: .token("…"))
/// let other = NetworkingSession(api: Other.self, credentials: Credentials {
///     try await keychain.token().map { .token($0) }
/// })
/// ```
///
/// Where it stands in a request, the API says: see ``Authentication``. It goes to no other API, follows
/// no redirect to another origin, and shows in no description, error or log.
public struct Credentials: Sendable {
    private enum Source: Sendable {
        case fixed(Credential)
        case provider(@Sendable () async throws -> Credential?)
    }

    private let source: Source

    /// Makes credentials that are asked for before each request that needs them.
    ///
    /// The time that it takes counts as time of the request. A request whose task is cancelled does not
    /// wait for it any longer.
    ///
    /// - Parameter provider: Gives the credential, or nil where there is none now, as for a user who
    ///   is not logged in. What it throws becomes the cause of the error of the request.
    public init(_ provider: @escaping @Sendable () async throws -> Credential?) {
        source = .provider(provider)
    }

    private init(_ credential: Credential) {
        source = .fixed(credential)
    }

    /// A token, for ``Authentication/bearer``.
    ///
    /// - Parameter token: The token.
    /// - Returns: The credentials.
    public static func token(_ token: String) -> Credentials {
        Credentials(Credential.token(token))
    }

    /// A user and a password, for ``Authentication/basic``.
    ///
    /// - Parameters:
    ///   - user: The name of the user, without a colon.
    ///   - password: The password.
    /// - Returns: The credentials.
    public static func user(_ user: String, password: String) -> Credentials {
        Credentials(Credential.user(user, password: password))
    }

    /// A key, for ``Authentication/header(_:)``, ``Authentication/query(_:)`` and
    /// ``Authentication/cookie(_:)``.
    ///
    /// - Parameter key: The key.
    /// - Returns: The credentials.
    public static func key(_ key: String) -> Credentials {
        Credentials(Credential.key(key))
    }

    // MARK: - For the session

    /// What comes of asking for a credential.
    enum Outcome: Sendable {
        case credential(Credential?)
        case failure(any Error)
        case timedOut
        case cancelled
    }

    /// Asks for the credential, and waits no longer than until an instant, or the end of the task.
    func credential(until end: ContinuousClock.Instant) async -> Outcome {
        let provider: @Sendable () async throws -> Credential?
        switch source {
        case .fixed(let credential): return .credential(credential)
        case .provider(let function): provider = function
        }
        // Not a task group: that would wait for a function that does not heed its cancellation.
        let race = Race<Outcome>()
        let asking = Task {
            do {
                race.finish(.credential(try await provider()))
            } catch {
                race.finish(.failure(error))
            }
        }
        let watch = Task {
            try await Task.sleep(until: end, clock: .continuous)
            race.finish(.timedOut)
        }
        defer {
            asking.cancel()
            watch.cancel()
        }
        return await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            race.finish(.cancelled)
        }
    }
}

/// One answer to the question who sends a request.
public struct Credential: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case token(String)
        case user(String, password: String)
        case key(String)
    }

    let kind: Kind

    /// A token, for ``Authentication/bearer``.
    ///
    /// - Parameter token: The token.
    /// - Returns: The credential.
    public static func token(_ token: String) -> Credential {
        Credential(kind: .token(token))
    }

    /// A user and a password, for ``Authentication/basic``.
    ///
    /// - Parameters:
    ///   - user: The name of the user, without a colon.
    ///   - password: The password.
    /// - Returns: The credential.
    public static func user(_ user: String, password: String) -> Credential {
        Credential(kind: .user(user, password: password))
    }

    /// A key, for ``Authentication/header(_:)``, ``Authentication/query(_:)`` and
    /// ``Authentication/cookie(_:)``.
    ///
    /// - Parameter key: The key.
    /// - Returns: The credential.
    public static func key(_ key: String) -> Credential {
        Credential(kind: .key(key))
    }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
    /// Nothing of what they are.
    public var description: String { Redacted().description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credential: CustomStringConvertible, CustomReflectable {
    /// Nothing of what it is.
    public var description: String { Redacted().description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
