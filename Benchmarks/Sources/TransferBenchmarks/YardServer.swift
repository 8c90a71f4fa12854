import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server on loopback that costs little: zeros, events and JSON lines, and a place where bytes vanish.
///
/// It runs in a process of its own, so that its memory is not that of the client.
enum YardServer {
    /// Listens on any port, prints it, and serves until the process ends.
    static func run() -> Never {
        let listener = socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, length)
                _ = listen(listener, 16)
                _ = getsockname(listener, address, &length)
            }
        }
        FileHandle.standardOutput.write(Data("\(UInt16(bigEndian: address.sin_port))\n".utf8))
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            Thread.detachNewThread {
                serve(connection)
                close(connection)
            }
        }
    }

    private static func serve(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 262_144)
        var held: [UInt8] = []
        while true {
            while !held.contains(Array("\r\n\r\n".utf8)) {
                let count = recv(connection, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                held += buffer[..<count]
            }
            guard let end = held.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            let head = String(decoding: held[..<end.lowerBound], as: UTF8.self).lowercased()
            held.removeFirst(end.upperBound)
            let parts = head.split(separator: " ")
            let path = parts[1].split(separator: "/")
            let count = path.count > 1 ? Int(path[1]) ?? 0 : 0
            if let announced = head.components(separatedBy: "content-length: ").dropFirst().first {
                var rest = (Int(announced.prefix { $0.isNumber }) ?? 0) - held.count
                held = []
                if head.contains("100-continue") {
                    guard write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: connection) else {
                        return
                    }
                }
                while rest > 0 {
                    let count = recv(connection, &buffer, buffer.count, 0)
                    guard count > 0 else { return }
                    rest -= count
                }
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                guard write(Array(answer.utf8), to: connection) else { return }
                continue
            }
            if head.contains("transfer-encoding: chunked") {
                // The lines that come have no such end within.
                let end = Array("\r\n0\r\n\r\n".utf8)
                while !held.suffix(end.count).elementsEqual(end) {
                    let count = recv(connection, &buffer, buffer.count, 0)
                    guard count > 0 else { return }
                    held = held.suffix(end.count) + buffer[..<count]
                }
                held = []
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                guard write(Array(answer.utf8), to: connection) else { return }
                continue
            }
            guard answer(String(path[0]), count, to: connection) else { return }
        }
    }

    private static func answer(_ kind: String, _ count: Int, to connection: Int32) -> Bool {
        if kind == "bytes" {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"
            guard write(Array(head.utf8), to: connection) else { return false }
            let piece = [UInt8](repeating: 7, count: 262_144)
            for _ in 0..<count / piece.count {
                guard write(piece, to: connection) else { return false }
            }
            return true
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        guard write(Array(head.utf8), to: connection) else { return false }
        var piece: [UInt8] = []
        for number in 0..<count {
            piece += Array("data: {\"n\":\(number)}\n\n".utf8)
            if piece.count > 65_536 || number == count - 1 {
                guard write(piece, to: connection) else { return false }
                piece.removeAll(keepingCapacity: true)
            }
        }
        return false
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                send(
                    connection,
                    bytes.baseAddress?.advanced(by: start),
                    bytes.count - start,
                    noSignal
                )
            }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
    #endif
}
