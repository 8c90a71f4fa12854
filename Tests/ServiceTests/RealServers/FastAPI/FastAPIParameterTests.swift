import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Paths, queries, header fields and cookies decoded by FastAPI.
    @Suite(.timeLimit(.minutes(5)))
    struct FastAPIParameterTests {
        private func id() throws -> UUID {
            try #require(UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E"))
        }

        private let awkwardNames = [
            awkwardText, " ", "a/b", "%2F", "%", "+", "..a", "...", "é\u{301}", ":", "@", "a;b=c",
            "*",
        ]

        @Test("a path parameter is one segment, whatever it contains", arguments: Carrier.allCases)
        func paths(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let day = try #require(Day("2024-02-29"))
            for name in awkwardNames {
                let endpoint = Endpoint.SendPath(
                    name: name,
                    number: .min,
                    day: day,
                    id: try id(),
                    grade: .coarse
                )
                let told = try await session.request(endpoint)
                let raw = try #require(told["raw"]?.dropFirst("str ".count))
                #expect(raw.removingPercentEncoding == name)
                #expect(
                    told.filter { $0.key != "raw" } == [
                        "name": "str \(name)",
                        "number": "int -9223372036854775808",
                        "day": "date 2024-02-29",
                        "id": "UUID 0f8fad5b-d9cb-469f-a165-70867728950e",
                        "grade": "str coarse & rough",
                    ]
                )
            }
            for name in ["", ".", ".."] {
                let endpoint = Endpoint.SendPath(
                    name: name,
                    number: 1,
                    day: day,
                    id: try id(),
                    grade: .fine
                )
                let error = await #expect(throws: RepositoryError.self) {
                    try await session.request(endpoint)
                }
                #expect(error?.code == .invalidRequest)
            }
        }

        @Test(
            "query scalars have the types that FastAPI declares",
            arguments: Carrier.allCases
        )
        func scalars(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let endpoint = Endpoint.SendScalars(
                text: awkwardText + "\r\n\t\u{0}",
                empty: "",
                number: .max,
                amount: try #require(Decimal(string: "-1234567890123456789.05")),
                ratio: 1e-7,
                flag: false,
                day: try #require(Day("2024-02-29")),
                at: Date(timeIntervalSince1970: 1_709_208_000.25),
                id: try id(),
                grade: .coarse,
                odd: "odd[name]&=?"
            )
            #expect(
                try await session.request(endpoint) == [
                    "text": "str \(awkwardText)\r\n\t\u{0}",
                    "empty": "str ",
                    "number": "int 9223372036854775807",
                    "amount": "Decimal -1234567890123456789.05",
                    "ratio": "float 1e-07",
                    "flag": "bool False",
                    "day": "date 2024-02-29",
                    "at": "datetime 2024-02-29T12:00:00.250000+00:00",
                    "id": "UUID 0f8fad5b-d9cb-469f-a165-70867728950e",
                    "grade": "str coarse & rough",
                    "missing": "NoneType None",
                    "odd": "str odd[name]&=?",
                ]
            )
        }

        private func told(_ name: String, _ elements: [String]) -> [String: String] {
            elements.isEmpty
                ? [name: "list []"]
                : Dictionary(
                    uniqueKeysWithValues: elements.enumerated().map {
                        ("\(name)[\($0)]", "str \($1)")
                    }
                )
        }

        @Test("arrays are unchanged in each format", arguments: Carrier.allCases)
        func arrays(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let plain = [awkwardText, "", " ", "b"]
            let spaces = ["ü&=+", "", "b|,"]
            let pipes = ["ü&=+ ", "", "b,"]
            let full = Endpoint.SendArrays(
                repeated: plain,
                brackets: plain,
                indices: plain,
                commas: plain,
                spaces: spaces,
                pipes: pipes,
                numbers: [.min, 0]
            )
            var expected = ["numbers[0]": "int -9223372036854775808", "numbers[1]": "int 0"]
            for name in ["repeated", "brackets", "indices", "commas"] {
                expected.merge(told(name, plain)) { $1 }
            }
            expected.merge(told("spaces", spaces)) { $1 }
            expected.merge(told("pipes", pipes)) { $1 }
            #expect(try await session.request(full) == expected)
            // Empty arrays are not sent; a single element is an array.
            let scanty = Endpoint.SendArrays(
                repeated: [],
                brackets: [],
                indices: [],
                commas: ["a"],
                spaces: [],
                pipes: []
            )
            #expect(
                try await session.request(scanty) == [
                    "repeated[0]": "str (missing)", "brackets[0]": "str (missing)",
                    "indices": "list []", "numbers": "list []", "commas[0]": "str a",
                ]
            )
        }

        @Test("objects are unchanged in each format", arguments: Carrier.allCases)
        func objects(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let shade = Shade(
                red: -1,
                green: 2,
                finish: .value(awkwardText),
                usedFor: ["a b", "c"]
            )
            let endpoint = Endpoint.SendObjects(
                exploded: shade,
                deep: Shade(red: 0, green: 0, finish: .value(""), usedFor: ["x"]),
                dotted: Shade(red: 3, green: 4, usedFor: ["a,b", "c"])
            )
            #expect(
                try await session.request(endpoint) == [
                    "red": "int -1", "green": "int 2", "finish": "str \(awkwardText)",
                    "used_for[0]": "str a b", "used_for[1]": "str c",
                    "deep[red]": "str 0", "deep[green]": "str 0", "deep[finish]": "str ",
                    "deep[used_for]": "str x",
                    "dotted.red": "str 3", "dotted.green": "str 4", "dotted.used_for": "str a,b,c",
                ]
            )
        }

        @Test(
            "header fields have the types that FastAPI declares",
            arguments: Carrier.allCases
        )
        func headers(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            for text in ["plain", #"a, b; c="d" 'e' %41 \ = & +"#] {
                let endpoint = Endpoint.SendHeaders(
                    text: text,
                    number: .min,
                    amount: try #require(Decimal(string: "0.10")),
                    flag: true,
                    at: Date(timeIntervalSince1970: 1_709_208_000.25),
                    grade: .coarse
                )
                #expect(
                    try await session.request(endpoint) == [
                        "text": "str \(text)", "fields[0]": "str \(text)",
                        "number": "int -9223372036854775808",
                        "amount": "Decimal 0.1",
                        "flag": "bool True",
                        "at": "datetime 2024-02-29T12:00:00.250000+00:00",
                        "grade": "str coarse & rough",
                        "missing": "NoneType None",
                    ]
                )
            }
        }

        @Test("a non-ASCII header field is sent as UTF-8", arguments: Carrier.allCases)
        func unicodeHeaders(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let endpoint = Endpoint.SendHeaders(
                text: "Grüße 🏔",
                number: 1,
                amount: 1,
                flag: false,
                at: Date(timeIntervalSince1970: 0),
                grade: .fine
            )
            #expect(try await session.request(endpoint)["fields[0]"] == "str Grüße 🏔")
        }

        @Test(
            "cookies are in one header field, and received unchanged",
            arguments: Carrier.allCases
        )
        func cookies(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let endpoint = Endpoint.SendCookies(
                basket: "a=b&c+d/e%41",
                visits: -3,
                note: awkwardText,
                odd: ""
            )
            #expect(
                try await session.request(endpoint) == [
                    "basket": "str a=b&c+d/e%41", "visits": "int -3", "note": "str \(awkwardText)",
                    "odd": "str ", "fields": "int 1",
                ]
            )
        }
    }
}
