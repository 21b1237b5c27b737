extension CodingUserInfoKey {
  package init(_ name: StaticString) {
    guard let key = CodingUserInfoKey(rawValue: "\(name)") else {
      // The initializer is failable only because of its protocol. It accepts every name.
      preconditionFailure("a key for a decoder's user info cannot be made")
    }
    self = key
  }
}
