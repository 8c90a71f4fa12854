import Foundation
import HTTPTypes
import RepositoryRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// The server's side of an HTTP/1.1 connection (RFC 9112), used by one thread.
final class LoopbackConnection {
    let descriptor: Int32
    private var buffer = Data()

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Darwin)
        // Without this, writing to a closed connection would kill the process.
        var isOn: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
        #endif
    }

    // MARK: - Reading

    /// Waits for a request; nil if the connection ends, or delivers something other than HTTP.
    func readRequest() -> NetworkingRequest? {
        guard let head = readHead() else { return nil }
        var lines = head.components(separatedBy: "\r\n")[...]
        let parts = lines.removeFirst().split(separator: " ")
        guard parts.count == 3, let method = HTTPMethod(rawValue: String(parts[0])) else {
            return nil
        }
        var headers = HTTPFields()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { return nil }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            headers.append(HTTPField(name: name, value: value))
        }
        if headers[.expect]?.lowercased() == "100-continue" {
            guard write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        guard let body = readBody(headers) else { return nil }
        return NetworkingRequest(
            method: method,
            path: String(parts[1]),
            headers: headers,
            body: body.isEmpty ? nil : body
        )
    }

    private func readHead() -> String? {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let found = buffer.range(of: end) {
                let head = String(decoding: buffer[..<found.lowerBound], as: UTF8.self)
                buffer = Data(buffer[found.upperBound...])
                return head
            }
            guard buffer.count < 65_536, readMore() else { return nil }
        }
    }

    private func readBody(_ headers: HTTPFields) -> Data? {
        guard headers[.transferEncoding]?.lowercased() == "chunked" else {
            return take(headers[.contentLength].flatMap { Int($0) } ?? 0)
        }
        var body = Data()
        while let line = takeLine() {
            guard let count = Int(line.prefix { $0 != ";" }, radix: 16),
                let chunk = take(count), takeLine() != nil
            else { return nil }
            if count == 0 { return body }
            body += chunk
        }
        return nil
    }

    private func takeLine() -> String? {
        let end = Data("\r\n".utf8)
        while true {
            if let found = buffer.range(of: end) {
                let line = String(decoding: buffer[..<found.lowerBound], as: UTF8.self)
                buffer = Data(buffer[found.upperBound...])
                return line
            }
            guard buffer.count < 65_536, readMore() else { return nil }
        }
    }

    private func take(_ count: Int) -> Data? {
        guard count >= 0 else { return nil }
        while buffer.count < count {
            guard readMore() else { return nil }
        }
        let taken = Data(buffer.prefix(count))
        buffer = Data(buffer.dropFirst(count))
        return taken
    }

    private func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        buffer.append(contentsOf: bytes[..<count])
        return true
    }

    // MARK: - Writing

    /// Answers a request; returns whether the connection stays open.
    func write(_ answer: ScriptedNetwork.Answer, to request: NetworkingRequest) -> Bool {
        switch answer.content {
        case .response(let response):
            return write(response, to: request, count: response.body.count)
        case .parts(let response, let parts):
            return write(response, to: request, in: parts)
        case .truncated(let response, let count):
            _ = write(response, to: request, count: min(count, response.body.count))
            return false
        case .failure:
            var option = linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout<linger>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, size)
            return false
        case .untold:
            let body = Data(ScriptedNetwork.untold(request).utf8)
            let response = NetworkingResponse(status: 501, body: body)
            return write(response, to: request, count: body.count)
        }
    }

    private func write(
        _ response: NetworkingResponse,
        to request: NetworkingRequest,
        count: Int
    ) -> Bool {
        var head = "HTTP/1.1 \(response.status) \(response.head.status.reasonPhrase)\r\n"
        for field in response.head.headerFields { head += "\(field.name): \(field.value)\r\n" }
        // By RFC 9110, section 8.6, these have no body and must not announce one.
        let isBare = response.status == 204 || response.status == 304
        if !isBare { head += "Content-Length: \(response.body.count)\r\n" }
        let body = isBare || request.head.method == .head ? Data() : response.body.prefix(count)
        return write(Data((head + "\r\n").utf8) + body)
    }

    /// Writes a body with the chunked coding of RFC 9112, section 7.1.
    private func write(
        _ response: NetworkingResponse,
        to request: NetworkingRequest,
        in parts: [Data]
    ) -> Bool {
        var head = "HTTP/1.1 \(response.status) \(response.head.status.reasonPhrase)\r\n"
        for field in response.head.headerFields { head += "\(field.name): \(field.value)\r\n" }
        guard write(Data("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8)) else { return false }
        guard request.head.method != .head else { return true }
        for part in parts where !part.isEmpty {
            let size = Data("\(String(part.count, radix: 16))\r\n".utf8)
            guard write(size + part + Data("\r\n".utf8)) else { return false }
        }
        return write(Data("0\r\n\r\n".utf8))
    }

    private func write(_ data: Data) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress, bytes.count, Self.noSignal)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static var noSignal: Int32 {
        #if canImport(Darwin)
        0
        #else
        Int32(MSG_NOSIGNAL)
        #endif
    }
}
