import ArgumentParser
import Diagnostics
import Foundation
import RepositoryStrategy
import SchemaLanguage

/// Explains an operation.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what an operation does locally and on the server, step by step.",
        usage: "repogen explain <operation> [<options>]",
        discussion: """
            If a repository has a server and a local store, its strategy and the outcome on each \
            side determine what an operation does:

              $ repogen explain Message.update --remote 503 --local ok
              Message.update with the default strategy: remote, else local, synchronize

              1. send it to the server
                 503: not applied, a retry may succeed
              2. write it to the local store and to the outbox, in one transaction
                 ok: success
              done: stored locally, will be sent later

            The operations are \(Explain.operations). Without a schema, pass only an operation. An \
            entity without an operation stands for all of its operations. --all prints every \
            possible sequence of steps, one per line. If the schema has a repository of the \
            entity, its `remote:` lists the operations of the server, and its `local:` determines \
            whether there is a local store.

            The outcomes are

              \(Explain.outcomes)

            For the server, a status code such as 404 is also an outcome. `none` means that the \
            repository has no server, or no local store.
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
            "An operation, for example Message.update or update, or an entity.",
            valueName: "operation"
        )
    )
    var words: String?
    /// The operation or entity, which may also follow the paths of `--schemas`.
    private var subject: String { words ?? "" }

    @Option(help: ArgumentHelp("The outcome on the server.", valueName: "outcome"))
    var remote: String?

    @Option(help: ArgumentHelp("The outcome in the local store.", valueName: "outcome"))
    var local: String?

    @Flag(help: "Assume pending writes of the entity.")
    var waiting = false

    @Flag(help: "Print every possible sequence of steps.")
    var all = false

    @OptionGroup(title: "Strategy") var strategy: StrategyOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var verbosity: VerbosityOptions

    mutating func validate() throws {
        if words == nil {
            words = try project.schemas.takeArgument("operation") { word in
                !FileManager.default.fileExists(atPath: word)
            }
        }
    }

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
            let fixed = [self.remote, self.local].compactMap(\.self)
            if all || subject.operation == nil, !fixed.allSatisfy(["ok", "none"].contains) {
                throw ToolError.arguments(
                    "every sequence of steps has all outcomes: only `none` restricts them",
                    hint: "name an operation, and leave out --all, to follow one outcome"
                )
            }
            if let operation = subject.operation, !all {
                let title = name.isEmpty ? operation.rawValue : "\(name).\(operation.rawValue)"
                let rule = strategy[operation]
                let plan = StrategyPlan(operation, by: rule, knowing: known(operation))
                text += "\(title) with \(origin): \(plan.rule)\n\n"
                text += try PlanWords.story(of: plan, remote: remote, local: local)
            } else {
                text += "\(name.isEmpty ? "any entity" : name) with \(origin)\n"
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

    /// The subject of the explanation.
    private struct Subject {
        var entity: String?
        /// Nil for all operations.
        var operation: RepositoryOperation?
        var repository: CheckedRepository?
        /// The limits of a pending write.
        var caveats: [String] = []
    }

    private func subject(_ report: inout Report) throws -> Subject {
        let parts = subject.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        // The names of types begin with a capital letter.
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

    /// The error for a name without an explanation: only entities have operations on two sides.
    private static func refusal(
        of name: String,
        _ schemas: [CheckedSchema],
        _ entities: [String]
    ) -> ToolError {
        let example = entities.first.map { ", for example '\($0)'" } ?? ""
        let advice = "name an entity\(example), or only an operation, for example 'update'"
        if let repository = schemas.flatMap(\.repositories).first(where: { $0.head.name == name }) {
            if let entity = repository.entity {
                return .arguments(
                    "'\(name)' is a repository; name its entity instead",
                    hint: "write '\(entity)'"
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
        if schemas.flatMap(\.values).contains(where: { $0.head.name == name }) {
            return .arguments(
                "'\(name)' is a value: it is sent and stored as part of an entity",
                hint: advice
            )
        }
        return .arguments(
            "no entity is named '\(name)'",
            hint: hint(name, entities, "a schema must declare it")
        )
    }

    /// The repository of the entity with a local store, or the first one with a strategy, or the
    /// first one.
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
            "no operation is named '\(name)'",
            hint: hint(
                name,
                RepositoryOperation.allCases.map(\.rawValue),
                "the operations are \(operations)"
            )
        )
    }

    /// A hint with the nearest of the names, or the other hint.
    static func hint(_ name: String, _ names: [String], _ other: String) -> String {
        let nearest = NearestSpelling.nearest(to: name, in: names)
        return nearest.map { "did you mean '\($0)'?" } ?? other
    }
}

extension CheckedRepository {
    /// The stored entity; nil for a repository of endpoints.
    fileprivate var entity: String? {
        guard case .entity(let operations) = kind else { return nil }
        return operations.entity
    }

    /// Whether it has a local store.
    fileprivate var isLocal: Bool {
        guard case .entity(let operations) = kind else { return false }
        return operations.local != .nowhere
    }

    /// Whether the server supports an operation, directly or by two other operations.
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
