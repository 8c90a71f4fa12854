import Foundation
import GRDB
import RepositoryRuntime
import RepositorySQLite

/// Prints how fast the local store is, beside the same statements by hand with GRDB, and then what
/// observing and synchronizing take.
///
/// Both sides run in turns in one process. `--rows N` sets how many rows there are. `--part NAME` runs
/// one of the parts of ``Parts`` alone, in this process.
@main
enum StorageBenchmarks {
    static let batch = 50_000

    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "storage-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let rows = argument("--rows").flatMap { Int($0) } ?? 1_000_000
        if let name = argument("--part") {
            guard let part = Parts(rawValue: name) else {
                return print("there is no part \(name)")
            }
            return try await part.run(rows: rows, in: folder)
        }
        try await compare(rows: rows, in: folder)
        print("\n| what | figures |\n|---|---|")
        for part in Parts.allCases { try runAlone(part, rows: rows) }
    }

    private static func argument(_ name: String) -> String? {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
            return nil
        }
        return arguments[index + 1]
    }

    /// Runs a part in a process of its own.
    private static func runAlone(_ part: Parts, rows: Int) throws {
        fflush(nil)
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--rows", "\(rows)", "--part", part.rawValue]
        try process.run()
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "\(part)")
    }

    /// Prints what both sides take.
    private static func compare(rows: Int, in folder: URL) async throws {
        let ours = try StoreSide(folder.appending(path: "ours.sqlite"))
        let theirs = try HandSide(folder.appending(path: "by-hand.sqlite"))
        try await ours.prepare()
        print(
            """

            | what | bar | ours | by hand | ours, processor time | by hand, processor time | ratio |
            |---|---|---|---|---|---|---|
            """
        )
        var written = 0
        let writing = try await Turns(rounds: 5) {
            try await ours.write(written..<(written + batch))
        } other: {
            try await theirs.write(written..<(written + batch))
            written += batch
        }
        writing.reportRate("writes with their entries, in a batch", of: batch, bar: "50,000/s")

        let ids = (0..<batch).map { _ in "note-\(Int.random(in: 0..<written))" }
        let reading = try await Turns(rounds: 7) {
            try await ours.read(ids)
        } other: {
            try await theirs.read(ids)
        }
        reading.reportRate("reads by identity, decoded", of: batch, bar: "200,000/s")

        let halves = [Array(ids[..<(batch / 2)]), Array(ids[(batch / 2)...])]
        let readingAtOnce = try await Turns(rounds: 7) {
            async let first: Void = ours.read(halves[0])
            async let second: Void = ours.read(halves[1])
            _ = try await (first, second)
        } other: {
            async let first: Void = theirs.read(halves[0])
            async let second: Void = theirs.read(halves[1])
            _ = try await (first, second)
        }
        readingAtOnce.reportRate("the same by two tasks at once", of: batch, bar: "200,000/s")

        let single = try await Turns(rounds: 5) {
            for number in 0..<200 { try await ours.write(number..<(number + 1)) }
        } other: {
            for number in 0..<200 { try await theirs.write(number..<(number + 1)) }
        }
        single.reportRate("single writes, each on the disk (FULL)", of: 200, bar: "")

        while written < rows {
            try await ours.write(written..<(written + batch))
            try await theirs.write(written..<(written + batch))
            written += batch
        }
        for (name, criteria, sql) in queries(rows: written) {
            let querying = try await Turns(rounds: 21) {
                try await ours.query(criteria)
            } other: {
                try await theirs.query(sql)
            }
            querying.reportTime("\(name), \(written) rows", bar: "5 ms")
        }
        let sides = QuerySides(ours: ours, theirs: theirs, rows: written)
        try await sides.compare()
        try await sides.compareRelation()
        try await QuerySides.compareSearch(in: folder)
        print("\n\(ours.size(of: folder)) bytes for \(written) records with their entries.")
    }

    /// Queries on indexed properties that 20 rows answer.
    static func queries(rows: Int) -> [(String, Criteria, String)] {
        let fields = Note.Fields()
        let author = "author-\(rows / 40)"
        return [
            (
                "20 rows of one author", Criteria(filter: fields.author == author),
                "author = '\(author)'"
            ),
            (
                "20 rows of a range, in order",
                Criteria(
                    filter: fields.likes >= rows / 2,
                    order: [fields.likes.ascending],
                    limit: 20
                ),
                "likes >= \(rows / 2) ORDER BY likes, rowid LIMIT 20"
            ),
            (
                "20 rows of a range, in order, and half of it decided in memory",
                Criteria(
                    filter: fields.likes >= rows / 2 && fields.isRead == true,
                    order: [fields.likes.ascending],
                    limit: 20
                ),
                "likes >= \(rows / 2) AND json_extract(document, '$.isRead') "
                    + "ORDER BY likes, rowid LIMIT 20"
            ),
        ]
    }
}

/// Notes by their numbers.
extension Note {
    static func numbered(_ number: Int) -> Note {
        Note(
            id: "note-\(number)",
            text: "Here goes note number \(number), of some eighty letters as most of them have.",
            likes: number,
            author: "author-\(number / 20)",
            isRead: number.isMultiple(of: 2)
        )
    }
}
