import SchemaLanguage

/// Statistics of outputs as text.
struct StatisticsText {
    /// The number of listed declarations.
    let most: Int
    /// The revision compared with; nil for none.
    let revision: String?

    /// The text of one output.
    func text(of report: OutputReport) -> String {
        let total = report.statistics.total
        var text =
            "\(report.statistics.folder): \(Self.count(total.files, "file")), "
            + "\(Self.count(total.lines, "line")), \(Self.count(total.bytes, "byte")), "
            + "about \(Self.time(total.microseconds)) to compile\n"
        if let measurement = report.measurement {
            let code = measurement.codeBytes.map { ", \(Self.count($0, "byte")) of code" } ?? ""
            let time = Self.time(measurement.milliseconds * 1_000)
            text += "compiled in \(time)\(code)\n"
        }
        text += "\n" + kinds(report) + declarations(report)
        if let trend = report.trend { text += changes(trend) }
        let comparisons = BudgetCheck(statistics: report.statistics).comparisons
        if !comparisons.isEmpty { text += "\n" + budget(comparisons) }
        return text
    }

    /// An explanation of the numbers, once for all outputs.
    static func remark(isMeasured: Bool) -> String {
        let estimate =
            "Compile times are estimates of the processor time of a debug build, for comparing "
            + "declarations; machines differ."
        return isMeasured
            ? estimate + "\nChecks are the times for type-checking functions."
            : estimate
    }

    private func kinds(_ report: OutputReport) -> String {
        var table = TextTable(words: 1, ["kind", "files", "lines", "bytes", "compile"])
        for (kind, size) in report.statistics.kinds {
            table.add(
                [
                    kind.title, Self.number(size.files), Self.number(size.lines),
                    Self.number(size.bytes), Self.time(size.microseconds),
                ]
            )
        }
        return table.text
    }

    private func declarations(_ report: OutputReport) -> String {
        let shown = report.mostExpensive.prefix(most)
        guard !shown.isEmpty else { return "" }
        var header = ["most expensive", "kind", "lines", "bytes", "compile"]
        if report.measurement != nil { header += ["checks", "code"] }
        var table = TextTable(words: 2, header)
        for declaration in shown {
            let size = declaration.size
            var row = [
                declaration.name, declaration.kind.title, Self.number(size.lines),
                Self.number(size.bytes), Self.time(size.microseconds),
            ]
            if let measured = report.measurement?.declarations[declaration.path] {
                row.append(Self.time(measured.checkMicroseconds))
                row.append(measured.codeBytes.map(Self.number) ?? "?")
            }
            table.add(row)
        }
        return "\n" + table.text
    }

    private func changes(_ trend: StatisticsTrend) -> String {
        let all = trend.difference
        var text =
            "\nsince '\(revision ?? "")': \(Self.signed(all.files)) files, "
            + "\(Self.signed(all.lines)) lines, \(Self.signed(all.bytes)) bytes, "
            + "\(Self.signedTime(all.microseconds)) to compile\n"
        guard !trend.changes.isEmpty else { return text }
        var table = TextTable(words: 3, ["changed", "kind", "", "lines", "bytes", "compile"])
        for change in trend.changes.prefix(most) {
            let state = change.old == nil ? "new" : change.new == nil ? "deleted" : ""
            let size = change.difference
            table.add(
                [
                    change.name, change.kind.title, state, Self.signed(size.lines),
                    Self.signed(size.bytes), Self.signedTime(size.microseconds),
                ]
            )
        }
        text += table.text
        let rest = trend.changes.count - most
        if rest > 0 { text += "  and \(Self.number(rest)) more\n" }
        return text
    }

    private func budget(_ comparisons: [BudgetCheck.Comparison]) -> String {
        var table = TextTable(words: 1, ["budget", "used", "of"])
        for comparison in comparisons {
            let name = comparison.name + (comparison.isOfDeclaration ? " of a declaration" : "")
            let isTime = comparison.name == "compile"
            func text(_ value: Int) -> String {
                isTime ? Self.time(value * 1_000) : Self.number(value)
            }
            var row = [name, text(comparison.used), text(comparison.limit.value)]
            if comparison.used > comparison.limit.value { row.append("over") }
            table.add(row)
        }
        return table.text
    }

    // MARK: - Numbers

    /// A number with thousands separators.
    static func number(_ number: Int) -> String {
        let digits = Array("\(number.magnitude)")
        let grouped = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return (number < 0 ? "-" : "") + grouped.joined()
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(self.number(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func signed(_ number: Int) -> String {
        (number > 0 ? "+" : "") + self.number(number)
    }

    /// A time in milliseconds, or in seconds from one second on.
    static func time(_ microseconds: Int) -> String {
        let milliseconds = (microseconds.magnitude + 500) / 1_000
        let sign = microseconds < 0 && milliseconds > 0 ? "-" : ""
        guard milliseconds >= 1_000 else { return "\(sign)\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        return "\(sign)\(number(Int(tenths / 10))).\(tenths % 10) s"
    }

    private static func signedTime(_ microseconds: Int) -> String {
        (microseconds >= 500 ? "+" : "") + time(microseconds)
    }
}
