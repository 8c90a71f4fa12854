extension Field {
    /// Returns a condition that the array contains an element.
    ///
    /// - Parameter element: The element.
    /// - Returns: The condition.
    public func contains<Element: Hashable>(_ element: Element) -> Condition
    where Value == [Element] {
        containsAny(of: [element])
    }

    /// Returns a condition that the array contains one of several elements.
    ///
    /// - Parameter elements: The elements.
    /// - Returns: The condition.
    public func containsAny<Element: Hashable>(
        of elements: some Sequence<Element>
    ) -> Condition where Value == [Element] {
        // As they are stored: a date has no fraction of a microsecond.
        let elements = Array(elements)
        return .comparison(comparison(withElements: read(write(elements)) ?? elements))
    }

    private func comparison<Element: Hashable>(
        withElements elements: [Element]
    ) -> Comparison where Value == [Element] {
        let wanted = Set(elements)
        return Comparison(
            key: key,
            path: path,
            operator: .containsElement,
            operands: write(elements).array ?? [],
            isDeclared: true,
            columns: ColumnOperands(form, elements).map { [$0] } ?? [],
            matches: { [read] json in read(json)?.contains { wanted.contains($0) } ?? false }
        )
    }
}
