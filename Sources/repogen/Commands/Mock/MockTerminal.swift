import Foundation
import ServiceMock

/// Reads commands from the terminal while a mock runs.
struct MockTerminal {
    private let server: MockServer

    init(_ server: MockServer) {
        self.server = server
    }

    /// Executes each line until the process ends.
    func run() {
        while let line = readLine() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { continue }
            switch first {
            case "quit", "exit": return
            case "help", "?": Terminal.write(Self.help)
            case "faults": Terminal.write(rules)
            case "ok", "clear":
                server.faultRules = []
                Terminal.write("no faults")
            default: add(line)
            }
        }
        // Standard input has ended; for a server in the background, it is empty from the start.
        while true { sleep(3_600) }
    }

    private func add(_ line: String) {
        do {
            server.faultRules.append(try MockFaultRule(line))
            Terminal.write(rules)
        } catch {
            Terminal.write("\(error)\nType `help` for all commands.")
        }
    }

    private var rules: String {
        let rules = server.faultRules.map { "  " + $0.text }
        return rules.isEmpty ? "no faults" : rules.joined(separator: "\n")
    }

    private static let help = """
        A fault, after an optional method and start of a path; a share and a count may follow:
          POST /messages lose 20% 3x
        Faults:
        \(Mock.faultWords)
        Commands:
          faults                list the faults
          ok                    remove all faults
          quit                  stop the server
        """
}
