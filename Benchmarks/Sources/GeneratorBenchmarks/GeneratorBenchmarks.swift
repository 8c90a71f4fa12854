import Foundation

/// Prints how fast the generator is: the program that `make install` installs, including the start
/// of its process, compared with libyaml, which reads the same schemas in the same run.
///
/// Arguments select the rows to measure, each by a part of its name; by default, all are measured.
/// The environment variable REPOGEN is the path of the program. Each row has wall-clock time and,
/// because the machine may be busy, processor time.
@main
enum GeneratorBenchmarks {
    private static let repogen = ProcessInfo.processInfo.environment["REPOGEN"] ?? ""

    /// Where the modules of this build are, RepositoryRuntime among them.
    private static let modules = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "Modules").standardizedFileURL.path

    static func main() throws {
        guard FileManager.default.isExecutableFile(atPath: repogen) else {
            print("REPOGEN must be the path of the program: run `make bench`.")
            exit(1)
        }
        print(
            """

            | the generator | bar | measured | processors | libyaml |
            |---|---|---|---|---|
            """
        )
        try reportRuns()
        try reportLinearity("time for an entity", of: [10, 100, 1_000, 5_000])
        try reportLinearity(
            "time for an entity in a ring",
            of: [10, 100, 1_000, 5_000],
            isConnected: true
        )
        try reportPropertyLinearity(of: [1_000, 10_000, 100_000])
        try reportInference(megabytes: 100)
        try reportCompileCost()
    }

    private static func isWanted(_ name: String) -> Bool {
        let wanted = CommandLine.arguments.dropFirst()
        return wanted.isEmpty || wanted.contains(where: name.contains)
    }

    // MARK: - Runs

    private static func reportRuns() throws {
        // Runs are noted there, and not among the user's own.
        let notes = NSTemporaryDirectory() + "/repogen-benchmark-notes-\(UUID().uuidString)"
        setenv("XDG_CACHE_HOME", notes, 1)
        defer { try? FileManager.default.removeItem(atPath: notes) }
        let generated: (SyntheticProject) throws -> Void = { project in
            _ = try ChildRun([repogen, "generate"], in: project.folder)
        }
        let (small, large) = ("100 entities, 500 endpoints", "1,000 entities, 5,000 endpoints")
        // First, before the projects of other rows are removed: ext4 makes new files several times as
        // slowly for a while after that.
        try report("\(large), new", bar: "1 s", of: 1_000, before: { try $0.clean() })
        try report("\(small), unchanged", bar: "50 ms", of: 100, prepare: generated)
        try report("\(large), unchanged", bar: "1 s", of: 1_000, prepare: generated)
        // As on a machine that has no note of an earlier run.
        let unnoted = ["--force"]
        try report("\(small), unnoted", unnoted, bar: "1 s", of: 100, prepare: generated)
        try report("\(large), unnoted", unnoted, bar: "1 s", of: 1_000, prepare: generated)
    }

    /// Reports the median of several runs, each beside a reading of the same schemas.
    private static func report(
        _ name: String,
        _ options: [String] = [],
        bar: String,
        of entities: Int,
        prepare: (SyntheticProject) throws -> Void = { _ in },
        before: (SyntheticProject) throws -> Void = { _ in }
    ) throws {
        guard isWanted(name) else { return }
        let project = try SyntheticProject(entities: entities)
        try prepare(project)
        var runs: [ChildRun] = []
        var ratios: [Double] = []
        for round in 0...7 {
            try before(project)
            let yardstick = try YAMLYardstick.seconds(reading: project.schemas)
            let run = try ChildRun([repogen, "generate"] + options, in: project.folder)
            // The first finds cold caches.
            if round == 0 { continue }
            runs.append(run)
            ratios.append(run.processorSeconds / yardstick)
        }
        row(
            name,
            "< \(bar)",
            milliseconds(median(runs.map(\.seconds))),
            milliseconds(median(runs.map(\.processorSeconds))),
            String(format: "%.0f ×", median(ratios))
        )
        let memory = median(runs.map { Double($0.peakMemory) }) / Double(1 << 20)
        row(name + ": memory", "< 150 MiB", String(format: "%.0f MiB", memory))
    }

    /// Reports the time for an entity, in runs that write nothing: what disks do is another matter.
    private static func reportLinearity(
        _ name: String,
        of counts: [Int],
        isConnected: Bool = false
    ) throws {
        try reportLinearity(name, of: counts, yardstick: 100) { entities in
            try SyntheticProject(entities: entities, isConnected: isConnected)
        }
    }

    /// Reports the time for a property of one entity, whatever the names are like.
    private static func reportPropertyLinearity(of counts: [Int]) throws {
        for names in SyntheticProject.PropertyNames.allCases {
            try reportLinearity(
                "time for a property, \(names.rawValue)",
                of: counts,
                yardstick: 1_000
            ) { count in
                try SyntheticProject(properties: count, names)
            }
        }
    }

    private static func reportLinearity(
        _ name: String,
        of counts: [Int],
        yardstick: Int,
        _ project: (Int) throws -> SyntheticProject
    ) throws {
        guard isWanted(name) else { return }
        var first: Double?
        for count in counts {
            let project = try project(count)
            let command = [repogen, "generate", "--dry-run"]
            let start = try median(
                (0..<5).map { _ in
                    try ChildRun([repogen, "--help"], in: project.folder).processorSeconds
                }
            )
            let run = try median(
                (0..<5).map { _ in
                    try ChildRun(command, in: project.folder).processorSeconds
                }
            )
            let each = (run - start) / Double(count)
            if count == yardstick { first = each }
            row(
                "\(name), of \(count)",
                "even",
                String(format: "%.3f ms", each * 1_000),
                milliseconds(run),
                first.map { String(format: "%.2f × of \(yardstick)", each / $0) } ?? ""
            )
        }
    }

    // MARK: - Inference

    /// Reports how fast bodies are read, and that memory does not grow with them.
    private static func reportInference(megabytes: Int) throws {
        for kind in SyntheticBodies.Kind.allCases {
            let name = "infer from \(kind.rawValue), \(megabytes) MB"
            guard isWanted(name) else { continue }
            let bodies = try SyntheticBodies(kind, megabytes: megabytes)
            let runs = try (0..<3).map { _ in
                try ChildRun(
                    [repogen, "infer", bodies.path, "--name", "Record"],
                    in: NSTemporaryDirectory()
                )
            }
            let speed = Double(bodies.size) / 1e6 / median(runs.map(\.seconds))
            row(
                name,
                "> 50 MB/s",
                String(format: "%.0f MB/s", speed),
                milliseconds(median(runs.map(\.processorSeconds)))
            )
            let memory = median(runs.map { Double($0.peakMemory) }) / Double(1 << 20)
            row(name + ": memory", "< 150 MiB", String(format: "%.0f MiB", memory))
        }
    }

    // MARK: - Compiling

    private static func reportCompileCost() throws {
        let name = "compiling 50"
        guard isWanted(name) else { return }
        let cost = try CompileCost(entities: 50, rounds: 7, repogen: repogen, modules: modules)
        print(
            """

            | what is generated | bar | measured | generated | by hand |
            |---|---|---|---|---|
            """
        )
        for part in CompileCost.Part.allCases {
            guard let seconds = cost.generated[part] else { continue }
            row(
                "\(name) \(part.rawValue)",
                part == .received ? "1.2 ×" : "2 ×",
                String(format: "%.2f ×", seconds / cost.written),
                String(format: "%.2f s", seconds),
                String(format: "%.2f s", cost.written)
            )
        }
    }

    // MARK: - Printing

    private static func row(_ cells: String...) {
        let empty = Array(repeating: "", count: max(0, 5 - cells.count))
        print("| " + (cells + empty).joined(separator: " | ") + " |")
    }

    private static func milliseconds(_ seconds: Double) -> String {
        String(format: "%.0f ms", seconds * 1_000)
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
