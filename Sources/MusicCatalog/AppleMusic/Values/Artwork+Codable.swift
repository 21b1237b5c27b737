extension AppleMusic.Artwork: Codable {
  private enum CodingKeys: String, CodingKey {
    case width, height, url, bgColor, textColor1, textColor2, textColor3, textColor4
    case hasP3, isMosaic, hasAlpha, supportsLayeredImage, gradient, textGradient
  }

  /// Reads the service's form. By hand: colours as texts are read twice as fast as as values of
  /// their own, and every song has five.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func colour(_ key: CodingKeys) throws -> AppleMusic.Colour? {
      try container.decodeIfPresent(String.self, forKey: key).map(AppleMusic.Colour.init(hex:))
    }
    width = try container.decodeIfPresent(Int.self, forKey: .width)
    height = try container.decodeIfPresent(Int.self, forKey: .height)
    url = try container.decodeIfPresent(String.self, forKey: .url)
    hasP3 = try container.decodeIfPresent(Bool.self, forKey: .hasP3)
    isMosaic = try container.decodeIfPresent(Bool.self, forKey: .isMosaic)
    hasAlpha = try container.decodeIfPresent(Bool.self, forKey: .hasAlpha)
    supportsLayeredImage = try container.decodeIfPresent(Bool.self, forKey: .supportsLayeredImage)
    gradient = try container.decodeIfPresent(JSONValue.self, forKey: .gradient)
    textGradient = try container.decodeIfPresent([AppleMusic.Colour].self, forKey: .textGradient)
    background = try colour(.bgColor)
    text1 = try colour(.textColor1)
    text2 = try colour(.textColor2)
    text3 = try colour(.textColor3)
    text4 = try colour(.textColor4)
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(width, forKey: .width)
    try container.encodeIfPresent(height, forKey: .height)
    try container.encodeIfPresent(url, forKey: .url)
    try container.encodeIfPresent(hasP3, forKey: .hasP3)
    try container.encodeIfPresent(isMosaic, forKey: .isMosaic)
    try container.encodeIfPresent(hasAlpha, forKey: .hasAlpha)
    try container.encodeIfPresent(supportsLayeredImage, forKey: .supportsLayeredImage)
    try container.encodeIfPresent(gradient, forKey: .gradient)
    try container.encodeIfPresent(textGradient, forKey: .textGradient)
    try container.encodeIfPresent(background?.hex, forKey: .bgColor)
    try container.encodeIfPresent(text1?.hex, forKey: .textColor1)
    try container.encodeIfPresent(text2?.hex, forKey: .textColor2)
    try container.encodeIfPresent(text3?.hex, forKey: .textColor3)
    try container.encodeIfPresent(text4?.hex, forKey: .textColor4)
  }
}
