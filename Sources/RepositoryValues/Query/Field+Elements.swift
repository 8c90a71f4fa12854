extension Field {
    /// Whether the list has an element.
    ///
    /// - Parameter element: The element.
    /// - Returns: The condition.
    public func contains<Element: Hashable>(_ element: Element) -> Condition
    where Value == [Element] {
        containsAny(of: [element])
    }

    /// Whether the list has one of some elements.
    ///
    /// - Parameter elements: The elements.
    /// - Returns: The condition.
    public func containsAny<Element: Hashable>(
        of elements: some Sequence<Element>
    ) -> Condition where Value == [Element] {
        .comparison(comparison(withElements: Set(elements)))
    }

    /// Whether an element of the list refers to an entity of which a condition holds, as the local store has
    /// it.
    ///
    /// - Parameters:
    ///   - entity: The type of the other entity.
    ///   - filter: The condition on it, made of the names of its properties.
    /// - Returns: The condition. It is for a local store: no service is asked for it.
    public func anyRefers<Element: Hashable, Target: Entity>(
        to entity: Target.Type,
        where filter: (Target.Fields) -> Condition
    ) -> Condition where Value == [Element] {
        let schema = Target.schema
        let related = RelatedCondition(
            schema: schema,
            filter: filter(Target.Fields()),
            key: schema.identityKey
        ) { values in
            comparison(withElements: Set(values.flatMap { read(.array([$0])) ?? [] }))
        }
        return .comparison(Comparison(key: key, related))
    }

    private func comparison<Element: Hashable>(
        withElements elements: Set<Element>
    ) -> Comparison where Value == [Element] {
        Comparison(
            key: key,
            operator: .containsElement,
            operands: write(Array(elements)).array ?? [],
            isDeclared: true,
            columns: ColumnOperands(form, Array(elements)).map { [$0] } ?? [],
            matches: { [read] json in read(json)?.contains { elements.contains($0) } ?? false }
        )
    }
}
