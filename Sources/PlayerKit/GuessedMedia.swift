/// A track whose first player type is a guess, because its address may be a web page. If the player
/// finds no media there (``PlayerError/Code/unsupportedFormat``), the queue tries the next player
/// type and reports no failure.
package protocol GuessedMedia: Track {}
