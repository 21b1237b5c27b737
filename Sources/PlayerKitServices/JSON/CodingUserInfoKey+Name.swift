extension CodingUserInfoKey {
  package init(_ name: StaticString) {
    guard let key = CodingUserInfoKey(rawValue: "\(name)") else {
      // The initializer is failable by its protocol only; it has no name that it refuses.
      preconditionFailure("a key for a decoder's user info cannot be made")
    }
    self = key
  }
}
