import ArgumentParser
import Diagnostics
import RepositoryStrategy
import SchemaLanguage

/// Explains.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what an operation does on both sides, step by step.",
        discussion: """
            What a repository with a server and a local store does follows from its strategy and from \
            what each side answers:

              $ repogen explain Message.update --remote 503 --local ok
              Message.update by the default strategy: remote, else local, synchronize

              1. ask the server to do it
                 503: it has not done it, and may do so later
              2. write it to the local store with the intent to send it, in one transaction
                 ok: it worked
              done: it is in the local store, and is sent later

            The operations are \(Explain.operations). Without a \
            schema, one of them alone will do; an entity alone means all of them. With --all, all that \
            can happen is printed, a line for each way. Where the schema has a repository of the entity, the \
            server offers what its `remote` says, and there is a local store where its `local` says so.

            What a side answers is one of

              \(Explain.outcomes)

            and of the server also a status, such as 404. `none` says that there is no such side.
            """
    )

    private static let operations = RepositoryOperation.allCases.map(\.rawValue)
        .joined(separator: ", ")
    private static let outcomes = [
        ScriptedOutcome.names.prefix(6), ScriptedOutcome.names.dropFirst(6),
    ]
    .map { $0.joined(separator: ", ") }.joined(separator: ",\n  ")

    @Argument(
        help: ArgumentHelp(
            "The operation, as Message.update or update, or the entity.",
            valueName: "operation"
        )
    )
    var subject: String

    @Option(help: ArgumentHelp("What the server answers.", valueName: "outcome"))
    var remote: String?

    @Option(help: ArgumentHelp("What the local store answers.", valueName: "outcome"))
    var local: String?

    @Flag(help: "Edits of the entity wait to be sent.")
    var waiting = false

    @Flag(help: "Print all that can happen.")
    var all = false

    @OptionGroup(title: "Strategy") var strategy: StrategyOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let subject = try subject(&report)
            let remote = try ScriptedOutcome(remote ?? "ok", of: .remote)
            let isLocal = subject.repository?.isLocal ?? true
            let local = try ScriptedOutcome(local ?? (isLocal ? "ok" : "none"), of: .local)
            let (strategy, origin) = strategy.strategy(of: subject.repository)
            let known = { (operation: RepositoryOperation) in
                StrategyPlan.Known(
                    hasRemote: !remote.isAbsent && subject.repository?.offers(operation) ?? true,
                    hasLocal: !local.isAbsent,
                    edits: waiting ? .waiting : .none
                )
            }
            let name = subject.entity ?? ""
            var text = ""
            if let operation = subject.operation, !all {
                let title = name.isEmpty ? operation.rawValue : "\(name).\(operation.rawValue)"
                let rule = strategy[operation]
                let plan = StrategyPlan(operation, by: rule, knowing: known(operation))
                text += "\(title) by \(origin): \(plan.rule)\n\n"
                text += try PlanWords.story(of: plan, remote: remote, local: local)
            } else {
                text += "\(name.isEmpty ? "any entity" : name) by \(origin)\n"
                for operation in subject.operation.map({ [$0] }) ?? RepositoryOperation.allCases {
                    let rule = strategy[operation]
                    let plan = StrategyPlan(operation, by: rule, knowing: known(operation))
                    text += "\n\(operation.rawValue): \(plan.rule)\n"
                    text += PlanWords.table(of: plan)
                }
            }
            let caveats = subject.caveats
            if !caveats.isEmpty { text += "\n" + caveats.joined(separator: "\n") + "\n" }
            try Terminal.output(text)
        }
    }

    /// What is to be explained.
    private struct Subject {
        var entity: String?
        /// Nil for all of them.
        var operation: RepositoryOperation?
        var repository: CheckedRepository?
        /// What a write cannot have that waits here.
        var caveats: [String] = []
    }

    private func subject(_ report: inout Report) throws -> Subject {
        let parts = subject.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        // Types begin with a capital letter.
        if parts.count == 1, subject.first?.isLowercase ?? false {
            return Subject(operation: try Self.operation(subject))
        }
        let schemas = try Generation(project, writes: false, report: &report).results
            .map(\.schema)
        let entities = schemas.flatMap(\.entities)
        guard let entity = entities.first(where: { $0.head.name == parts[0] }) else {
            throw Self.refusal(of: parts[0], schemas, entities.map(\.head.name))
        }
        let operation = try parts.count == 1 ? nil : Self.operation(parts[1])
        let repository = Self.repository(of: parts[0], in: schemas)
        let waits = repository?.isLocal == true
        return Subject(
            entity: parts[0],
            operation: operation,
            repository: repository,
            caveats: waits ? WaitingCaveats.lines(for: entity, operation) : []
        )
    }

    /// Why a name cannot be explained: only the operations of an entity go to two sides.
    private static func refusal(
        of name: String,
        _ schemas: [CheckedSchema],
        _ entities: [String]
    ) -> ToolError {
        let example = entities.first.map { ", such as '\($0)'" } ?? ""
        let advice = "explain an entity\(example), or an operation alone, such as 'update'"
        if let repository = schemas.flatMap(\.repositories).first(where: { $0.head.name == name }) {
            if let entity = repository.entity {
                return .arguments(
                    "'\(name)' is a repository, and its entity is what can be explained",
                    hint: "explain '\(entity)'"
                )
            }
            return .arguments(
                "'\(name)' is a repository of endpoints: each operation sends one request, and "
                    + "nothing is stored locally",
                hint: advice
            )
        }
        if schemas.flatMap(\.endpoints).contains(where: { $0.head.name == name }) {
            return .arguments(
                "'\(name)' is an endpoint: it sends one request, and nothing is stored locally",
                hint: advice
            )
        }
        return .arguments(
            "there is no entity '\(name)'",
            hint: hint(name, entities, "a schema must declare it")
        )
    }

    /// The repository that keeps an entity on this side, or else the first of it that has a strategy, or
    /// else the first.
    private static func repository(
        of entity: String,
        in schemas: [CheckedSchema]
    ) -> CheckedRepository? {
        var found: CheckedRepository?
        var first: CheckedRepository?
        for repository in schemas.flatMap(\.repositories) {
            guard case .entity(let operations) = repository.kind, operations.entity == entity
            else { continue }
            if operations.local != .nowhere { return repository }
            if found == nil, operations.strategy != nil { found = repository }
            first = first ?? repository
        }
        return found ?? first
    }

    private static func operation(_ name: String) throws(ToolError) -> RepositoryOperation {
        if let operation = RepositoryOperation(rawValue: name) { return operation }
        throw .arguments(
            "there is no operation '\(name)'",
            hint: hint(
                name,
                RepositoryOperation.allCases.map(\.rawValue),
                "they are \(operations)"
            )
        )
    }

    /// A hint at the nearest of some names, or another one.
    static func hint(_ name: String, _ names: [String], _ other: String) -> String {
        let nearest = NearestSpelling.nearest(to: name, in: names)
        return nearest.map { "did you mean '\($0)'?" } ?? other
    }
}

extension CheckedRepository {
    /// The entity that it keeps; nil where it is one of endpoints.
    fileprivate var entity: String? {
        guard case .entity(let operations) = kind else { return nil }
        return operations.entity
    }

    /// Whether its entities are kept on this side.
    fileprivate var isLocal: Bool {
        guard case .entity(let operations) = kind else { return false }
        return operations.local != .nowhere
    }

    /// Whether the server does an operation, by itself or by two others.
    fileprivate func offers(_ operation: RepositoryOperation) -> Bool {
        guard case .entity(let operations) = kind else { return false }
        let remote = Set(operations.remote)
        switch operation {
        case .find, .findOne, .findByID: return remote.contains(.read)
        case .create: return remote.contains(.create)
        case .update: return remote.contains(.update)
        case .patch: return remote.contains(.patch) || remote.isSuperset(of: [.read, .update])
        case .delete: return remote.contains(.delete)
        case .storeOrUpdate: return remote.isSuperset(of: [.create, .update])
        }
    }
}
