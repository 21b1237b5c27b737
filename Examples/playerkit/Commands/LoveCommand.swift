import ArgumentParser
import PlayerKit
import PlayerKitServices

/// Makes items the user's favorites at their services.
struct LoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "love",
    abstract: "Make items your favorites at their service.",
    discussion: """
      Services: \(UserChange.names { $0 is any FavoritesService.Type }). Spotify saves the item in \
      your library, Apple Music loves it, and the others mark it as a favorite.
      """
  )

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("Links or short forms of services.", valueName: "item"))
  var items: [String]

  func run() async throws { try await UserChange.setFavorite(true, items, services) }
}

/// Removes items from the user's favorites.
struct UnloveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlove",
    abstract: "Remove items from your favorites at their service."
  )

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("Links or short forms of services.", valueName: "item"))
  var items: [String]

  func run() async throws { try await UserChange.setFavorite(false, items, services) }
}

/// Rates an item at its service.
struct RateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Rate an item at its service.",
    discussion: """
      Services: \(UserChange.names { $0 is any RatingService.Type }). Apple Music has no stars: 5 \
      loves the item, 1 dislikes it, and 0 removes the rating.
      """
  )

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("A link or short form of a service.", valueName: "item"))
  var item: String

  @Argument(
    help: ArgumentHelp("From 1 to 5; 0 removes the rating.", valueName: "stars"),
    transform: Self.stars
  )
  var stars: Int

  func run() async throws {
    try await UserChange.run([item], services) { [stars] link, services in
      guard let service = services.lazy.compactMap({ $0 as? any RatingService }).first else {
        throw UserChange.unable(link, "ratings") { $0 is any RatingService.Type }
      }
      try await service.rate(link, stars)
      return stars == 0 ? "is not rated any more" : "is rated \(stars)"
    }
  }

  private static func stars(_ text: String) throws -> Int {
    guard let stars = Int(text), (0...5).contains(stars) else {
      throw ValidationError("a rating is a whole number from 0 to 5")
    }
    return stars
  }
}
