import Foundation
import RepositoryRuntime
import Shop

/// Bodies of the shop's service.
enum ShopSamples {
    /// A product with all optional properties and unknown keys, in the order of encoding: declared
    /// properties by the schema, unknown keys by name.
    static let product = """
        {"id":7,"code":"AB-1234","name":"Lamp","price":"19.9","former_prices":["24.95",null],\
        "is_new":1,"height":"0.45","color":"purple","tags":["light","table"],"stock":3,"rating":4.5,\
        "supplier":{"name":"Ada & Co","country":"DE","vat":"DE1"},"attachments":[\
        {"type":"image","url":"https://shop.example.com/7.png","size":{"width":640,"height":480}},\
        {"type":"document","title":"How to light it","pages":"12"},\
        {"seconds":9.5,"type":"video"}],"stops":[{"at":1700000000,"place":"Hamburg"}],\
        "title":"Old lamp","created_at":1700000000,"updated_at":1700000001.5,\
        "shelf":{"gap":null,"row":3},"weight":1.20}
        """

    /// A customer with a password that the server should have omitted.
    static let customer = """
        {"id":"ada","email":"ada@s3cret.example","password":"s3cret","cards":[\
        {"number":"s3cret-1","expires":"2030-01-31","code":"123"},\
        {"number":"s3cret-2","expires":"s3cret-date"}],"nickname":null,"since":1843}
        """

    /// The text in all redacted values.
    static let secret = "s3cret"

    /// Returns the result of `JSONSerialization` for a text.
    static func dictionary(_ text: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let dictionary = object as? [String: Any] else {
            throw CocoaError(.coderInvalidValue)
        }
        return dictionary
    }
}

extension JSONEncodable {
    /// The value as JSON text.
    func jsonText() throws -> String {
        String(decoding: try jsonData(), as: UTF8.self)
    }
}
