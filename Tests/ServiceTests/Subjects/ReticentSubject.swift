import RepositoryRuntime

/// The application of ``DjangoSubject``, which omits properties in lists and responses to writes.
enum ReticentSubject: Subject {
    static let name = "reticent"
    static let made = DjangoSubject.made
    static let moving: Set = ["updated"]
    static let unknown = DjangoSubject.unknown
    static let trimsTexts = DjangoSubject.trimsTexts

    static func repository(_ session: any Networking) async throws -> Jobs {
        try await DjangoSubject.repository(session)
    }

    static func plain(_ session: any Networking) -> Jobs { DjangoSubject.plain(session) }
    static func draft(_ content: Content) -> Job.Draft { DjangoSubject.draft(content) }
    static func patch(_ content: Content) -> Job.Patch { DjangoSubject.patch(content) }
    static func title(_ text: String) -> Job.Patch { DjangoSubject.title(text) }
    static func priority(_ number: Int) -> Job.Patch { DjangoSubject.priority(number) }

    static func assign(_ content: Content, to job: inout Job) {
        DjangoSubject.assign(content, to: &job)
    }

    static func members(_ content: Content) -> [String: JSON] { DjangoSubject.members(content) }
}
