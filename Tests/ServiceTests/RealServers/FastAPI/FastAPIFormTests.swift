import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Forms and multipart bodies decoded by FastAPI.
    @Suite(.timeLimit(.minutes(5)))
    struct FastAPIFormTests {
        @Test(
            "form fields have the types that FastAPI declares",
            arguments: Carrier.allCases
        )
        func fields(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let full = Endpoint.SendFields(
                name: awkwardText + "\r\n\t",
                count: .min,
                price: try #require(Decimal(string: "1234567890123456789.05")),
                isNew: true,
                since: Date(timeIntervalSince1970: 1_709_208_000.25),
                grade: .coarse,
                tags: [awkwardText, "", "b"],
                hint: "+"
            )
            #expect(
                try await session.request(full) == [
                    "name": "str \(awkwardText)\r\n\t",
                    "count": "int -9223372036854775808",
                    "price": "Decimal 1234567890123456789.05",
                    "is_new": "bool True",
                    "since": "datetime 2024-02-29T12:00:00.250000+00:00",
                    "grade": "str coarse & rough",
                    "tags[0]": "str \(awkwardText)", "tags[1]": "str ", "tags[2]": "str b",
                    "hint": "str +",
                ]
            )
            let scanty = Endpoint.SendFields(
                name: " ",
                count: 0,
                price: 0,
                isNew: false,
                since: Date(timeIntervalSince1970: 0),
                grade: .fine,
                tags: []
            )
            #expect(
                try await session.request(scanty) == [
                    "name": "str  ", "count": "int 0", "price": "Decimal 0",
                    "is_new": "bool False", "since": "datetime 1970-01-01T00:00:00+00:00",
                    "grade": "str fine", "tags": "list []", "hint": "str (missing)",
                ]
            )
        }

        @Test(
            "nested values are fields with the declared names",
            arguments: Carrier.allCases
        )
        func nested(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let delivery = Delivery(
                name: awkwardText,
                note: nil,
                place: DeliveryPlace(city: "Zürich & Co", zip: 8001),
                lines: ["a b", "", "c+d"],
                none: [],
                pieces: [Piece(label: "=", weight: 0.1), Piece(label: "", weight: nil)]
            )
            #expect(
                try await session.request(Endpoint.SendBrackets(body: delivery)) == [
                    ["lines", "a b"], ["lines", ""], ["lines", "c+d"], ["name", awkwardText],
                    ["note", ""],
                    ["pieces[0][label]", "="], ["pieces[0][weight]", "0.1"],
                    ["pieces[1][label]", ""], ["pieces[1][weight]", ""],
                    ["place[city]", "Zürich & Co"], ["place[zip]", "8001"],
                ]
            )
            #expect(
                try await session.request(Endpoint.SendDots(body: delivery)) == [
                    ["lines[0]", "a b"], ["lines[1]", ""], ["lines[2]", "c+d"],
                    ["name", awkwardText], ["note", ""],
                    ["pieces[0].label", "="], ["pieces[0].weight", "0.1"],
                    ["pieces[1].label", ""], ["pieces[1].weight", ""],
                    ["place.city", "Zürich & Co"], ["place.zip", "8001"],
                ]
            )
            var parcel = Parcel(
                name: "",
                lines: ["a b", "", "c+d"],
                place: ParcelPlace(city: "Zürich & Co")
            )
            #expect(
                try await session.request(Endpoint.SendExploded(body: parcel)) == [
                    ["lines", "a b,,c+d"], ["name", ""], ["city", "Zürich & Co"],
                ]
            )
            parcel.lines = ["a,b"]
            let error = await #expect(throws: RepositoryError.self) {
                try await session.request(Endpoint.SendExploded(body: parcel))
            }
            #expect(error?.code == .invalidRequest)
        }

        @Test("a form from FastAPI has the types of the value", arguments: Carrier.allCases)
        func received(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            #expect(
                try await session.request(Endpoint.GetPermit())
                    == Permit(
                        token: "a&b=c+d %/ä",
                        expires: 3600,
                        final: true,
                        scopes: ["x y", ""]
                    )
            )
        }

        @Test(
            "parts are fields, JSON and files, with their names and types",
            arguments: Carrier.allCases
        )
        func parts(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            try await withFolder { folder in
                let large = Data.sample(3_000_000)
                let file = folder.appending(path: "large.bin")
                try large.write(to: file)
                let told = try await session.request(
                    Endpoint.SendParts(
                        title: awkwardText + "\r\n--",
                        count: .max,
                        tags: ["", awkwardText],
                        details: Piece(label: awkwardText, weight: 0.1),
                        cover: FileUpload(
                            Data(),
                            name: "Grüße 🏔 a&b=c;d,e'%.txt",
                            mediaType: "text/x"
                        ),
                        pages: [
                            FileUpload(contentsOf: file),
                            FileUpload(
                                Data("\r\n--\r\n".utf8),
                                name: "a\"b\r\n.png",
                                mediaType: "image/png"
                            ),
                            FileUpload(Data(0...255), name: "c", mediaType: "a/b; c=\"d e\""),
                        ]
                    )
                )
                #expect(
                    told == [
                        "title": "str \(awkwardText)\r\n--",
                        "count": "int 9223372036854775807",
                        "tags[0]": "str ", "tags[1]": "str \(awkwardText)",
                        "details.label": "str \(awkwardText)", "details.weight": "Decimal 0.1",
                        "cover.name": "str Grüße 🏔 a&b=c;d,e'%.txt",
                        "cover.type": "str text/x", "cover.bytes": Told.bytes(Data()),
                        "pages[0].name": "str large.bin",
                        "pages[0].type": "str application/octet-stream",
                        "pages[0].bytes": Told.bytes(large),
                        // In the format of browsers; servers that follow RFC 7578 do not decode it.
                        "pages[1].name": "str a%22b%0D%0A.png",
                        "pages[1].type": "str image/png",
                        "pages[1].bytes": Told.bytes(Data("\r\n--\r\n".utf8)),
                        "pages[2].name": "str c", "pages[2].type": "str a/b; c=\"d e\"",
                        "pages[2].bytes": Told.bytes(Data(0...255)),
                    ]
                )
            }
        }

        @Test("the properties of a value are parts", arguments: Carrier.allCases)
        func partsOfValue(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let parcel = Parcel(name: awkwardText, lines: ["", "b"], place: ParcelPlace(city: "ü"))
            #expect(
                try await session.request(Endpoint.SendParcelParts(body: parcel)) == [
                    ["lines", ""], ["lines", "b"], ["name", awkwardText],
                    ["place", "{\"city\":\"ü\"}"],
                ]
            )
        }
    }
}
