/// The credentials that a session adds to its requests.
///
/// ```swift
/// let shop = NetworkingSession(api: Shop.self, credentials: .token("…"))
/// let other = NetworkingSession(api: Other.self, credentials: Credentials {
///     try await keychain.token().map { .token($0) }
/// })
/// ```
///
/// The API declares where a credential goes in a request: see ``Authentication``. It is never sent
/// to another API, never follows a redirect to another origin, and never appears in a description,
/// error or log. If the requests of an API carry several credentials, combine them:
///
/// ```swift
/// let credentials = Credentials.combined([.token("…"), .key("…")])
/// ```
public struct Credentials: Sendable {
    private enum Source: Sendable {
        case fixed(Credential)
        case provider(@Sendable () async throws -> Credential?)
        case combined([Credentials])
    }

    private let source: Source

    /// Creates credentials from a function that is called before each request that needs them.
    ///
    /// The time it takes counts toward the time of the request. A cancelled request stops waiting
    /// for it.
    ///
    /// - Parameter provider: Returns the credential, or nil if there is none now, for example
    ///   because no user is logged in. An error it throws becomes the cause of the request's error.
    public init(_ provider: @escaping @Sendable () async throws -> Credential?) {
        source = .provider(provider)
    }

    private init(_ source: Source) {
        self.source = source
    }

    /// A token, for ``Authentication/bearer``.
    ///
    /// - Parameter token: The token.
    /// - Returns: The credentials.
    public static func token(_ token: String) -> Credentials {
        Credentials(.fixed(.token(token)))
    }

    /// A user and a password, for ``Authentication/basic``.
    ///
    /// - Parameters:
    ///   - user: The name of the user, without a colon.
    ///   - password: The password.
    /// - Returns: The credentials.
    public static func user(_ user: String, password: String) -> Credentials {
        Credentials(.fixed(.user(user, password: password)))
    }

    /// A key, for ``Authentication/header(_:)``, ``Authentication/query(_:)`` and
    /// ``Authentication/cookie(_:)``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - place: Its place in requests, if the API takes several keys; nil for the only one.
    /// - Returns: The credentials.
    public static func key(_ key: String, in place: Authentication? = nil) -> Credentials {
        Credentials(.fixed(.key(key, in: place)))
    }

    /// Combines credentials, for ``Authentication/all(_:)``; each goes to the place for its kind.
    ///
    /// Of two for the same place, the first is sent. Credentials that the API does not take are not
    /// sent.
    ///
    /// - Parameter credentials: The credentials, fixed ones or provided by functions.
    /// - Returns: The combined credentials.
    public static func combined(_ credentials: [Credentials]) -> Credentials {
        Credentials(.combined(credentials))
    }

    // MARK: - For the session

    /// The result of requesting a credential.
    enum Outcome: Sendable {
        case credential(Credential?)
        case failure(any Error)
        case timedOut
        case cancelled
    }

    /// Requests the credential, and stops waiting at a deadline or when the task is cancelled.
    func credential(until end: ContinuousClock.Instant) async -> Outcome {
        let provider: @Sendable () async throws -> Credential?
        switch source {
        case .fixed(let credential): return .credential(credential)
        case .combined(let all): return await Self.credential(combining: all, until: end)
        case .provider(let function): provider = function
        }
        // Not a task group: it would wait for a function that ignores cancellation.
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

    /// Requests one after the other, leaving out those that are missing now.
    private static func credential(
        combining all: [Credentials],
        until end: ContinuousClock.Instant
    ) async -> Outcome {
        var combined: Credential?
        for credentials in all {
            let outcome = await credentials.credential(until: end)
            guard case .credential(let credential) = outcome else { return outcome }
            combined = Credential.combined(combined, credential)
        }
        return .credential(combined)
    }
}

extension Credentials: CustomStringConvertible, CustomReflectable {
    /// A redacted description.
    public var description: String { Redacted().description }

    /// An empty mirror, which hides the value from dumps.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
