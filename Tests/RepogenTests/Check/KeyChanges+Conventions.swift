// The keys of conventions.
extension KeyChanges {
    static let conventions = KeyChanges(
        testDescription: "conventions",
        schema: """
            api: Shop
            apis: { Shop: { baseURL: https://a.example.com, conventions: { <> } } }
            entities: { Message: { id: String, properties: { a: Int } } }
            """,
        changes: [
            .init(
                "plain",
                "",
                "versions: etag",
                "Shop.conventions: no effective change"
            ),
            .init(
                "media",
                "media: application/json",
                "media: application/x-www-form-urlencoded",
                #"Shop.conventions.media.sent: "application/json" → "application/x-www-form-urlencoded"\#(wire)"#,
                #"Shop.conventions.media.accepted: "application/json" → "application/x-www-form-urlencoded"\#(wire)"#,
                #"Shop.conventions.media.patch: "application/json" → "application/x-www-form-urlencoded"\#(maybe)"#
            ),
            .init(
                "media2",
                "media: { sent: application/json }",
                "media: { patch: application/merge-patch+json }",
                #"Shop.conventions.media.patch: now "application/merge-patch+json"\#(maybe)"#
            ),
            .init(
                "envelope",
                "envelope: data",
                "envelope: { one: data, list: rows }",
                #"Shop.conventions.envelope.list: "data" → "rows"\#(reading)"#,
                #"Shop.conventions.envelope.sent: "data" → []\#(wire)"#
            ),
            .init(
                "requests",
                "requests: { list: { get: '{path}/' } }",
                "requests: { list: { get: '{path}' } }",
                #"Shop.conventions.requests[.list]: "{path}/" → "{path}"\#(wire)"#
            ),
            .init(
                "requests.query",
                "requests: { delete: { query: { force: true } } }",
                "requests: { delete: { query: { force: false } } }",
                #"Shop.conventions.parameters[.delete]: "force": "true" → "false"\#(wire)"#
            ),
            .init(
                "requests.query+",
                "",
                "requests: { read: { query: { context: edit } } }",
                #"Shop.conventions.parameters[.read]: now ["context": "edit"]\#(wire)"#
            ),
            .init(
                "requests.sent",
                "requests: { update: { put: '{path}/{id}' } }",
                "requests: { update: { put: '{path}/{id}', sent: x } }",
                #"Shop.conventions.envelope.exceptions[.update]: now "x"\#(maybe)"#
            ),
            .init(
                "requests.with",
                "requests: { update: { put: '{path}/{id}', with: { a: 1 } } }",
                "requests: { update: { put: '{path}/{id}', with: { a: 2 } } }",
                #"Shop.conventions.envelope.constants[.update]: "a": 1 → 2\#(wire)"#
            ),
            .init(
                "paging",
                "paging: link",
                "paging: none",
                "Shop.conventions.paging: .link → .none\(wire)"
            ),
            .init(
                "paging2",
                "paging: { page: page }",
                "paging: { page: page, first: 0 }",
                "Shop.conventions.paging: first: 1 → 0\(wire)"
            ),
            .init(
                "paging3",
                "paging: { page: page }",
                "paging: { offset: o, size: 4, sizeParameter: s }",
                #"Shop.conventions.paging: without .page(parameter: "page", first: 1), with .offset(parameter: "o"), size: 4, sizeParameter: "s"\#(wire)"#
            ),
            .init(
                "paging.total",
                "paging: { page: page }",
                "paging: { page: page, total: { header: X } }",
                #"Shop.conventions.paging: with total: .header("X")\#(wire)"#
            ),
            .init(
                "query",
                "query: { sort: s }",
                "query: { sort: t }",
                #"Shop.conventions.query.sort: "s" → "t"\#(wire)"#
            ),
            .init(
                "query.filter",
                "query: { filter: { equal: 'a_{key}' } }",
                "query: { filter: { equal: 'b_{key}' } }",
                #"Shop.conventions.query.filter: .equal: "a_{key}" → "b_{key}"\#(wire)"#
            ),
            .init(
                "query.filter2",
                "query: { filter: { document: where } }",
                "query: { filter: { document: when } }",
                #"Shop.conventions.query.filter: parameter: "where" → "when"\#(wire)"#
            ),
            .init(
                "query.limit",
                "query: { limit: none }",
                "query: { limit: l }",
                #"Shop.conventions.query.limit: nil → "l"\#(wire)"#
            ),
            .init(
                "versions",
                "versions: etag",
                "versions: { key: v }",
                #"Shop.conventions.versions: .entityTag → .member("v", isQuoted: false)\#(wire)"#
            ),
            .init(
                "tombstone",
                "tombstone: a",
                "tombstone: none",
                #"Shop.conventions.tombstone: "a" → nil\#(reading)"#
            ),
            .init(
                "tombstone2",
                "tombstone: a",
                "tombstone: { a: gone }",
                #"Shop.conventions.tombstone: "a" → .init("a", is: "gone")\#(reading)"#
            ),
            .init(
                "changes",
                "tombstone: t, changes: { parameter: p, cursor: { header: X } }",
                "tombstone: t, changes: none",
                #"Shop.conventions.changes: .init(parameter: "p", cursor: .header("X")) → nil\#(wire)"#
            ),
            .init(
                "changes2",
                "tombstone: t, changes: { parameter: p, cursor: { header: X } }",
                "tombstone: t, changes: { parameter: p, cursor: { property: a } }",
                #"Shop.conventions.changes: cursor: .header("X") → .member("a")\#(wire)"#
            ),
            .init(
                "changes3",
                "tombstone: t, changes: { parameter: p, cursor: { header: X } }",
                "tombstone: t, changes: { header: p, cursor: { header: X } }",
                #"Shop.conventions.changes: without parameter: "p", with header: "p"\#(wire)"#
            ),
            .init(
                "backoff",
                "backoff: Backoff",
                "backoff: none",
                #"Shop.conventions.backoff: "Backoff" → nil\#(reading)"#
            ),
            .init(
                "patches",
                "patches: merge",
                "patches: jsonPatch",
                "Shop.conventions.patches: .merge → .jsonPatch\(wire)"
            ),
            .init(
                "errors",
                "errors: { message: a }",
                "errors: { message: b }",
                #"Shop.conventions.errors.message: "a" → "b"\#(reading)"#
            ),
            .init(
                "creation",
                "creation: comparison",
                "creation: { idempotencyKey: X }",
                #"Shop.conventions.creationCheck: .comparison → .idempotencyKey(header: "X")\#(maybe)"#
            ),
            .init(
                "creationLifetime",
                "creation: { idempotencyKey: X, lifetime: 24 h }",
                "creation: { idempotencyKey: X, lifetime: 2 d }",
                "Shop.conventions.creationCheck: lifetime: 86400 → 172800\(maybe)"
            ),
            .init(
                "batch",
                "batch: { path: b, limit: 3 }",
                "batch: { path: b, limit: 4 }",
                "Shop.conventions.batch.limit: 3 → 4\(wire)"
            ),
            .init(
                "batchPath",
                "batch: { path: b, limit: 3 }",
                "batch: { limit: 3 }",
                #"Shop.conventions.batch.path: "b" → nil\#(wire)"#
            ),
        ]
    )
}
