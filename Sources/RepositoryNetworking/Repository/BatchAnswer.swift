/// The response to a batch creation, matched to the drafts by position and by content.
package struct BatchAnswer: Sendable {
    private let elements: [JSON]
    /// The response for each element, if each has its own.
    private let answers: [NetworkingResponse]
    private let response: NetworkingResponse
    private let request: NetworkingRequest

    /// Parses a response.
    ///
    /// - Throws: `RepositoryError` if it is not an array.
    package init(
        _ response: NetworkingResponse,
        to request: NetworkingRequest
    ) throws(RepositoryError) {
        self.response = response
        self.request = request
        do throws(JSONError) {
            let found = try [JSON](jsonData: response.body)
            if let form = request.form, form.hasRequests {
                let creations = found.map(form.creation)
                (elements, answers) = (creations.map(\.entity), creations.map(\.answer))
            } else {
                (elements, answers) = (found, [])
            }
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// Returns the positions of the elements that belong to the drafts.
    ///
    /// Some services return another order, and some leave out what they have not created, so the
    /// element at a draft's position may belong to another draft.
    ///
    /// - Parameter sent: The drafts, in the order in which they were sent.
    /// - Returns: The position for each; nil if unknown.
    package func places(of sent: [[String: JSON]]) -> [Int?] {
        let hasOneForEach = elements.count == sent.count
        var free = Set(elements.indices)
        var places: [Int?] = sent.indices.map { index in
            let isOwn = hasOneForEach && !contradicts(elements[index], sent[index])
            return isOwn ? free.remove(index) : nil
        }
        for index in sent.indices where places[index] == nil {
            let found = elements.indices.first { place in
                free.contains(place) && JSON.object(sent[index]).isKept(as: elements[place])
            }
            places[index] = found.flatMap { free.remove($0) }
        }
        for place in free.sorted() {
            // An element with few values is assigned only if a single draft fits.
            let subjects = sent.indices.filter { index in
                places[index] == nil && isAbout(sent[index], elements[place])
            }
            guard subjects.count == 1, let index = subjects.first else { continue }
            places[index] = free.remove(place)
        }
        guard hasOneForEach else { return places }
        // The service changed these beyond recognition, so they are assigned by position.
        return places.indices.map { places[$0] ?? free.remove($0) }
    }

    /// Returns whether an element has values of a draft, and none that contradict it.
    private func isAbout(_ sent: [String: JSON], _ element: JSON) -> Bool {
        guard let members = element.object else { return false }
        return members.keys.contains { sent[$0] != nil } && !contradicts(element, sent)
    }

    /// Returns whether an element has a value that the service could not have derived from the
    /// draft.
    private func contradicts(_ element: JSON, _ sent: [String: JSON]) -> Bool {
        guard let members = element.object else { return false }
        return members.contains { key, value in sent[key].map { !$0.isKept(as: value) } ?? false }
    }

    /// Returns the element at a position; nil if there is none.
    package func element(at index: Int?) -> JSON? {
        // `.none`, because `nil` would be a JSON null.
        guard let index, elements.indices.contains(index) else { return .none }
        return elements[index]
    }

    /// Returns the response for the element at a position; nil if there is one for all.
    package func answer(at index: Int) -> NetworkingResponse? {
        answers.indices.contains(index) ? answers[index] : nil
    }

    /// Returns whether an element is a job, because the server has only accepted the creation (202).
    ///
    /// - Parameters:
    ///   - received: The properties of the element.
    ///   - sent: The properties sent.
    ///   - index: The position of the element.
    /// - Returns: Whether it is one.
    package func isJob(
        _ received: [String: JSON],
        of sent: [String: JSON],
        at index: Int?
    ) -> Bool {
        let answer = index.flatMap { self.answer(at: $0) } ?? response
        return answer.status == 202 && !answer.isEntity(received, as: sent, request)
    }

    /// Returns the properties of the entity at a position.
    ///
    /// - Throws: `RepositoryError` if there is none, or it is not an object.
    func members(at index: Int?) throws(RepositoryError) -> [String: JSON] {
        guard let members = element(at: index)?.object else {
            let own = index.flatMap { answer(at: $0) }
            if let own, !own.isSuccess { throw RepositoryError(status: own, to: request) }
            // An entity that existed before is returned with 200.
            let isSilent = own.map { $0.status != 200 } ?? false
            var error = RepositoryError(
                isSilent ? .unreadableResponse : .invalid,
                during: request.operation,
                message: isSilent
                    ? "The response omits this entity of the batch."
                    : "The server has not created this entity of the batch."
            )
            error.response = own ?? response
            throw error
        }
        return members
    }
}
