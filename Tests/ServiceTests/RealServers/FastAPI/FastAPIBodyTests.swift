import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Request bodies decoded by FastAPI, and response bodies decoded by the client.
    @Suite(.timeLimit(.minutes(5)))
    struct FastAPIBodyTests {
        private func sample() throws -> Sample {
            Sample(
                id: try #require(UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E")),
                name: awkwardText + "\r\n\t\u{0}\u{2028}",
                grade: .coarse,
                count: .min,
                largest: .max,
                price: try #require(Amount(string: "12345678901234567890.123456789")),
                ratio: .leastNonzeroMagnitude,
                isNew: false,
                takenOn: try #require(Day("2024-02-29")),
                takenAt: Date(timeIntervalSince1970: 1_709_229_599.5),
                tags: ["", "a,b", "[]"],
                pieces: [Piece(label: "", weight: 0.1), Piece(label: "x", weight: nil)],
                sizes: ["": 0, "ä b.c": 9_007_199_254_740_993],
                anything: ["none": .null, "list": [], "deep": [[1], ["a": 0.5]]]
            )
        }

        @Test("a JSON body is received unchanged", arguments: Carrier.allCases)
        func json(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            var sample = try sample()
            var told = [
                "id": "UUID 0f8fad5b-d9cb-469f-a165-70867728950e",
                "name": "str \(sample.name)",
                "grade": "str coarse & rough",
                "count": "int -9223372036854775808",
                "largest": "int 18446744073709551615",
                "price": "Decimal 12345678901234567890.123456789",
                "ratio": "float 5e-324",
                "is_new": "bool False",
                "taken_on": "date 2024-02-29",
                "taken_at": "datetime 2024-02-29T17:59:59.500000+00:00",
                "note": "NoneType None",
                "tags[0]": "str ", "tags[1]": "str a,b", "tags[2]": "str []",
                "pieces[0].label": "str ", "pieces[0].weight": "Decimal 0.1",
                "pieces[1].label": "str x", "pieces[1].weight": "NoneType None",
                "sizes.": "int 0", "sizes.ä b.c": "int 9007199254740993",
                "anything.none": "NoneType None", "anything.list": "list []",
                "anything.deep[0][0]": "int 1", "anything.deep[1].a": "float 0.5",
            ]
            #expect(try await session.request(Endpoint.SendSample(body: sample)) == told)
            (sample.hint, sample.tags, sample.pieces, sample.sizes) = ("", [], [], [:])
            (sample.note, sample.anything) = ("n", .null)
            sample.takenAt = Date(timeIntervalSince1970: 0.000_001)
            for (key, value) in [
                "hint": "str ", "tags": "list []", "pieces": "list []", "sizes": "dict {}",
                "note": "str n", "anything": "NoneType None",
                "taken_at": "datetime 1970-01-01T00:00:00.000001+00:00",
            ] {
                told = told.filter { !$0.key.hasPrefix(key) }
                told[key] = value
            }
            #expect(try await session.request(Endpoint.SendSample(body: sample)) == told)
        }

        @Test("single strings and numbers of any length", arguments: Carrier.allCases)
        func scalars(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            for text in ["", awkwardText, String(repeating: "ü", count: 300_000)] {
                let told = try await session.request(Endpoint.SendJSONText(body: text))
                #expect(told == ["text": "str \(text)"])
            }
            let exact = try #require(Decimal(string: "0.12345678901234567890123456789"))
            let numbers = Numbers(
                decimal: try #require(Decimal(string: "-19.90")),
                exact: exact,
                double: 1e21,
                float: 0.1,
                largest: .max,
                smallest: .min,
                all: [1, exact]
            )
            let told = try await session.request(Endpoint.SendNumbers(body: numbers))
            #expect(
                told == [
                    "numbers.decimal": "Decimal -19.9",
                    "numbers.exact": "Decimal 0.12345678901234567890123456789",
                    "numbers.double": "Decimal 1E+21",
                    "numbers.float": "Decimal 0.1",
                    "numbers.largest": "int 18446744073709551615",
                    "numbers.smallest": "int -9223372036854775808",
                    "numbers.all[0]": "int 1",
                    "numbers.all[1]": "Decimal 0.12345678901234567890123456789",
                ]
            )
        }

        @Test("JSON written by Python is decoded", arguments: Carrier.allCases)
        func answers(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let samples = try await session.request(Endpoint.GetSamples())
            // The same, below a path with compression.
            #expect(try await session.request(Endpoint.GetCompressedSamples()) == samples)
            let first = try #require(samples.first)
            #expect(first.id == (try sample()).id)
            #expect(first.name == "Grüße\u{0}\u{2028}🏔 \"\\/")
            #expect(first.grade == .unknown("polished"))
            #expect(
                (first.count, first.largest, first.ratio) == (.min, .max, .leastNonzeroMagnitude)
            )
            #expect(first.price == (try sample()).price)
            #expect(first.takenOn == Day("2024-02-29") && first.isNew)
            let seconds = first.takenAt.timeIntervalSince1970
            #expect(abs(seconds - 1_709_231_399.123456) < 0.000_000_5)
            #expect(first.note == nil && first.hint == nil)
            #expect(first.tags == ["", "a,b"])
            let pieces = [Piece(label: "x", weight: 0.1), Piece(label: "y", weight: nil)]
            #expect(first.pieces == pieces)
            #expect(first.sizes == ["": 0, "ä b": 1])
            #expect(first.anything == ["deep": [.null, 1.5, ["er": []]]])
            var second = try #require(samples.last)
            #expect(second.hint == "h")
            #expect(second.tags.isEmpty && second.pieces.isEmpty && second.sizes.isEmpty)
            (second.hint, second.tags, second.pieces) = (nil, first.tags, first.pieces)
            second.sizes = first.sizes
            #expect(second == first)
        }

        @Test("JSON with another media type", arguments: Carrier.allCases)
        func media(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let note = Piece(label: awkwardText, weight: 2)
            #expect(
                try await session.request(Endpoint.SendNote(body: note)) == [
                    "note.label": "str \(awkwardText)",
                    "note.weight": "Decimal 2",
                    "content_type": "str application/vnd.repogen.note+json",
                    "accept": "str application/vnd.repogen.told+json",
                ]
            )
        }

        @Test("text has its character set, in both directions", arguments: Carrier.allCases)
        func texts(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let csv = "a,b\r\n\"\(awkwardText)\",\n"
            for text in [csv, ""] {
                let told = try await session.request(Endpoint.SendCSV(body: text))
                #expect(told == ["type": "str text/csv; charset=utf-8", "text": "str \(text)"])
            }
            for charset in ["utf-8", "utf-16", "utf-16le", "iso-8859-1", "windows-1252"] {
                let text = try await session.request(Endpoint.GetCSV(charset: charset))
                let end = charset.hasPrefix("utf") ? "☃🏔" : ""
                #expect(text == "Grüße; \"1\"\r\n\(end)", "\(charset)")
            }
        }

        @Test("bytes are unchanged, in both directions", arguments: Carrier.allCases)
        func bytes(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            for bytes in [Data(), Data(0...255), Data.sample(2_000_000)] {
                let plain = try await session.request(Endpoint.ReverseBytes(body: bytes))
                #expect(Told.bytes(plain) == Told.bytes(Data(bytes.reversed())))
                let image = try await session.request(Endpoint.ReverseImage(body: bytes))
                #expect(image == plain)
            }
        }
    }
}
