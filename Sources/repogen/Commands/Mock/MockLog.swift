import Foundation
import ServiceMock

/// Requests as log lines.
enum MockLog {
    /// A line for a request, followed by one for each part that the schemas do not declare.
    static func text(of exchange: MockServer.Exchange) -> String {
        let request = exchange.request
        let query = request.query.isEmpty ? "" : "?" + request.query
        var words = [time, request.method, visible(request.path + query)]
        words.append(exchange.status.map { "\($0)" } ?? "no response")
        if let name = exchange.name { words.append(name) }
        if let fault = exchange.fault { words.append("(fault: \(MockFaultRule(fault).text))") }
        let findings = exchange.findings.map { "\n         \(visible($0))" }
        return words.joined(separator: " ") + findings.joined()
    }

    /// The text of a request, without control characters for a terminal.
    private static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.generalCategory != .control }
            )
        )
    }

    private static var time: String {
        let seconds = Int(Date().timeIntervalSince1970) + TimeZone.current.secondsFromGMT()
        let parts = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
