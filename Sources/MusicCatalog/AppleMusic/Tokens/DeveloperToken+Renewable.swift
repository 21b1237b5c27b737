extension DeveloperToken: RenewableToken {
  var expiredError: CatalogError { .expired(self) }

  static var refusedAgainError: CatalogError {
    CatalogError(
      .unauthorized,
      "The service refuses the developer tokens that the app's server gives",
      service: .appleMusic,
      httpStatus: 401
    )
  }
}
