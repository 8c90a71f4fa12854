import Foundation
import HTTPTypes

extension RemoteCollection {
    /// Creates the request for the bytes of a file, at a path below the entity's.
    func fileRequest(
        _ method: HTTPRequest.Method,
        _ path: String,
        of id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        // Use the header fields and query of the API, without those that the conventions define for
        // entities.
        var request = try entityRequest(.read, id)
        let address = request.head.path ?? ""
        let whole = address.prefix { $0 != "?" }
        let query = address.dropFirst(whole.count)
        let place = Self.place(of: id, in: whole)
        request.head.method = method
        request.head.path = "\(place)/\(path)\(query)"
        request.head.headerFields[.accept] = "*/*"
        (request.form, request.operation) = (nil, "\(method.rawValue) /\(place)/\(path)")
        return request
    }

    /// Returns the path of an entity, without what only a request to read it has: a slash or
    /// `.json` after the identity, or the identity in the query.
    static func place(of id: String, in address: Substring) -> String {
        var parameters = Parameters()
        parameters.path("id", id)
        guard case .path(let written) = parameters.filling("{id}") else { return String(address) }
        let components = address.split(separator: "/")
        let last = components.lastIndex { $0 == written || $0.hasPrefix(written + ".") }
        let parents = components[..<(last ?? components.endIndex)]
        return (address.hasPrefix("/") ? "/" : "")
            + (parents + [written[...]]).joined(separator: "/")
    }

    /// Sends a file, or deletes it on the server.
    func send(
        _ file: PendingFile,
        from place: (String) -> URL?,
        _ tell: @escaping @Sendable (SyncProgress) -> Void
    ) async throws(RepositoryError) -> NetworkingResponse {
        guard let name = file.name else {
            return try await send(try fileRequest(.delete, file.path, of: file.key.id))
        }
        var request = try fileRequest(.put, file.path, of: file.key.id)
        request.head.headerFields[.contentType] = file.mediaType
        do {
            guard let place = place(name) else { throw CocoaError(.fileNoSuchFile) }
            if networking.sendsBodySources {
                request.source = try BodySource(contentsOf: place)
            } else {
                request.body = try Data(contentsOf: place)
            }
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: request.operation,
                message: "The file no longer exists.",
                cause: error
            )
        }
        let length = request.bodyLength
        request.progress = { progress in
            let sent = progress.bytesSent
            tell(.sendingFile(file.key, property: file.property, sent: sent, of: length))
        }
        return try await send(request)
    }

    /// Downloads the bytes of a file of an entity.
    ///
    /// - Returns: The location of the bytes; nil if the server does not have them.
    /// - Throws: `RepositoryError`; also for an HTML page, which may be from a captive portal, unless
    ///   the property may have such files.
    func download<Entity>(
        _ property: FileProperty<Entity>,
        of id: String,
        into folder: AttachmentFolder
    ) async throws(RepositoryError) -> URL? {
        var request = try fileRequest(.get, property.path, of: id)
        request.streamsResponse = true
        let response = try await send(request)
        guard ![404, 410].contains(response.status) else { return nil }
        try response.check(for: request)
        let download = DownloadResponse(response, at: []).result
        let place: URL
        do throws(StorageError) {
            place = try folder.newPlace(like: download.suggestedName ?? "")
        } catch {
            throw RepositoryError(error, during: request.operation)
        }
        try await download.save(to: place)
        let beginning = try? FileHandle(forReadingFrom: place).read(upToCount: 512)
        if !property.mediaType.mayBeMarkup, response.mediaType != nil, let beginning,
            response.isPage(beginningWith: beginning)
        {
            try? FileManager.default.removeItem(at: place)
            throw RepositoryError(page: response, to: request)
        }
        return place
    }
}
