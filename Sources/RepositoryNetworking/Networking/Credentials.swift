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
/// no redirect to another origin, and shows in no description, error or log. For an API whose requests
/// carry several credentials, combine them:
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
    ///   - place: Its place in requests, where the API takes several keys; nil for the only one.
    /// - Returns: The credentials.
    public static func key(_ key: String, in place: Authentication? = nil) -> Credentials {
        Credentials(.fixed(.key(key, in: place)))
    }

    /// Several at once, for ``Authentication/all(_:)``; each goes to the place for its kind.
    ///
    /// Where two are for one place, the first is sent. Those that the API does not take are not sent.
    ///
    /// - Parameter credentials: The credentials, fixed ones and those that are asked for.
    /// - Returns: All of them.
    public static func combined(_ credentials: [Credentials]) -> Credentials {
        Credentials(.combined(credentials))
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
        case .combined(let all): return await Self.credential(combining: all, until: end)
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

    /// Asks for one after the other; what is missing now is left out.
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
    /// Nothing of what they are.
    public var description: String { Redacted().description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
