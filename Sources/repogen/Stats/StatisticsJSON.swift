import SchemaLanguage

/// Statistics of outputs as JSON: all declarations, and times in microseconds.
struct StatisticsJSON {
    /// The revision compared with; nil for none.
    let revision: String?

    /// One object with all outputs.
    func text(of reports: [OutputReport]) -> String {
        OrderedJSON.object([.init("outputs", .array(reports.map(json)))]).text
    }

    private func json(_ report: OutputReport) -> OrderedJSON {
        let statistics = report.statistics
        var members: [OrderedJSON.Member] = [.init("output", .string(statistics.folder))]
        members += Self.members(of: statistics.total)
        if let measurement = report.measurement {
            members.append(.init("measured", Self.json(measurement)))
        }
        let kinds = statistics.kinds.map { kind, size in
            OrderedJSON.object([.init("kind", .string(kind.title))] + Self.members(of: size))
        }
        members.append(.init("kinds", .array(kinds)))
        let declarations = report.mostExpensive.map { declaration in
            var members: [OrderedJSON.Member] = [
                .init("name", .string(declaration.name)),
                .init("kind", .string(declaration.kind.title)),
                .init("path", .string(declaration.path)),
            ]
            members += Self.members(of: declaration.size).filter { $0.name != "files" }
            if let measured = report.measurement?.declarations[declaration.path] {
                members.append(.init("checkMicroseconds", .integer(measured.checkMicroseconds)))
                members.append(.init("codeBytes", Self.json(measured.codeBytes)))
            }
            return OrderedJSON.object(members)
        }
        members.append(.init("declarations", .array(declarations)))
        if let trend = report.trend { members.append(.init("since", json(trend))) }
        let comparisons = BudgetCheck(statistics: statistics).comparisons
        if !comparisons.isEmpty {
            members.append(.init("budget", .array(comparisons.map(Self.json))))
        }
        return .object(members)
    }

    private func json(_ trend: StatisticsTrend) -> OrderedJSON {
        let changes = trend.changes.map { change in
            let state = change.old == nil ? "new" : change.new == nil ? "deleted" : "changed"
            let members: [OrderedJSON.Member] = [
                .init("name", .string(change.name)), .init("kind", .string(change.kind.title)),
                .init("state", .string(state)),
            ]
            return OrderedJSON.object(
                members + Self.members(of: change.difference).filter { $0.name != "files" }
            )
        }
        return .object(
            [.init("revision", .string(revision ?? ""))] + Self.members(of: trend.difference)
                + [.init("declarations", .array(changes))]
        )
    }

    private static func members(of size: CodeSize) -> [OrderedJSON.Member] {
        [
            .init("files", .integer(size.files)), .init("lines", .integer(size.lines)),
            .init("bytes", .integer(size.bytes)),
            .init("estimatedMicroseconds", .integer(size.microseconds)),
        ]
    }

    private static func json(_ measurement: CompileMeasurement) -> OrderedJSON {
        .object([
            .init("milliseconds", .integer(measurement.milliseconds)),
            .init("codeBytes", json(measurement.codeBytes)),
        ])
    }

    private static func json(_ comparison: BudgetCheck.Comparison) -> OrderedJSON {
        let isTime = comparison.name == "compile"
        return .object([
            .init("limit", .string(comparison.name)),
            .init("of", .string(comparison.isOfDeclaration ? "declaration" : "output")),
            .init("unit", .string(isTime ? "milliseconds" : comparison.name)),
            .init("used", .integer(comparison.used)),
            .init("allowed", .integer(comparison.limit.value)),
        ])
    }

    private static func json(_ number: Int?) -> OrderedJSON { number.map { .integer($0) } ?? .null }
}
