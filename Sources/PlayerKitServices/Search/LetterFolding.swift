import Foundation

/// Folds each letter to one form: lowercase, without marks, full width, hiragana, simplified
/// characters. Pure.
enum LetterFolding {
  /// Lowercases ASCII only, which is enough for most texts.
  static func small(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.map { (0x41...0x5A).contains($0.value) ? Unicode.Scalar($0.value + 0x20) ?? $0 : $0 }
  }

  static func folded(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var folded = String.UnicodeScalarView()
    let start = String(String.UnicodeScalarView(text))
    for scalar in start.decomposedStringWithCompatibilityMapping.unicodeScalars
    where !scalar.isMark {
      if let letters = letters[scalar] {
        folded.append(contentsOf: letters.unicodeScalars)
      } else if scalar.properties.numericType == .decimal,
        let value = scalar.properties.numericValue
      {
        folded.append(Unicode.Scalar(UInt8(0x30 + min(max(value, 0), 9))))
      } else {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    // Some lowercase letters have marks that their uppercase forms lack.
    folded.removeAll(where: \.isMark)
    return String(folded).precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x30A1...0x30F6, 0x30FD...0x30FE: Unicode.Scalar(scalar.value - 0x60) ?? scalar
      case 0x3400...0x9FFF: simplified[scalar] ?? scalar
      default: scalar
      }
    }
  }

  /// Folds with `ue` for `ü`. Returns `nil` if the text has no such letter.
  static func withUmlauts(_ text: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let composed = String(String.UnicodeScalarView(text)).precomposedStringWithCanonicalMapping
    guard composed.unicodeScalars.contains(where: { umlauts[$0] != nil }) else { return nil }
    return folded(
      composed.unicodeScalars.flatMap { umlauts[$0].map { Array($0.unicodeScalars) } ?? [$0] }
    )
  }

  private static let umlauts: [Unicode.Scalar: String] = [
    "ä": "ae", "Ä": "ae", "ö": "oe", "Ö": "oe", "ü": "ue", "Ü": "ue", "ø": "oe", "Ø": "oe",
    "å": "aa", "Å": "aa",
  ]

  /// Letters that don't decompose, and letters that Arabic spelling exchanges.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l",
    "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "ħ": "h",
    "Ħ": "h", "ŧ": "t", "Ŧ": "t", "ς": "σ", "ə": "e", "Ə": "e", "ŋ": "n", "ة": "ه", "ى": "ي",
    "ی": "ي", "ک": "ك", "ٱ": "ا", "ـ": "", "і": "и", "І": "и",
  ]

  /// Maps traditional and Japanese characters to simplified ones.
  private static let simplified: [Unicode.Scalar: Unicode.Scalar] = {
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    let all = (0x3400...0x9FFF).compactMap { Unicode.Scalar(UInt32($0)) }
    let lines = String(String.UnicodeScalarView(all.flatMap { [$0, "\n"] }))
    let changed = lines.applyingTransform(StringTransform("Traditional-Simplified"), reverse: false)
    let results = (changed ?? "").unicodeScalars.split(separator: "\n")
    if results.count == all.count {
      for (from, to) in zip(all, results) where to.count == 1 && to.first != from {
        table[from] = to.first
      }
    }
    let pairs = Array(japanese.unicodeScalars.filter { $0 != " " && $0 != "\n" })
    for place in stride(from: 0, to: pairs.count - 1, by: 2) {
      table[pairs[place]] = pairs[place + 1]
    }
    return table
  }()

  /// Japanese characters, each followed by its simplified form.
  private static let japanese = """
    駆驱 桜樱 気气 広广 沢泽 辺边 竜龙 恋恋 歌歌 楽乐 薬药 愛爱 時时 戦战 単单 団团 図图 囲围 円圆 圧压 亜亚 悪恶
    為为 壱壹 隠隐 栄荣 営营 衛卫 駅驿 縁缘 塩盐 応应 桜樱 奥奥 穏稳 仮假 価价 画画 絵绘 壊坏 懐怀 拡扩 覚觉 学学
    岳岳 陥陷 勧劝 巻卷 歓欢 観观 関关 帰归 亀龟 偽伪 戯戏 犠牺 旧旧 拠据 挙举 峡峡 挟挟 狭狭 暁晓 区区 駈驱 勲勋
    径径 恵惠 渓溪 経经 継继 茎茎 蛍萤 軽轻 鶏鸡 芸艺 撃击 検检 権权 献献 県县 険险 顕显 験验 厳严 効效 恒恒 黄黄
    鉱矿 号号 国国 済济 砕碎 斎斋 剤剂 雑杂 参参 桟栈 蚕蚕 惨惨 賛赞 残残 糸丝 児儿 辞辞 湿湿 実实 写写 釈释 収收
    従从 渋涩 獣兽 縦纵 粛肃 処处 緒绪 焼烧 証证 乗乘 剰剩 畳叠 縄绳 壌壤 嬢娘 譲让 醸酿 触触 嘱嘱 真真 寝寝 図图
    粋粹 酔醉 穂穗 髄髓 枢枢 数数 瀬濑 静静 斉齐 摂摄 窃窃 専专 浅浅 銭钱 潜潜 践践 禅禅 双双 争争 捜搜 挿插 総总
    聡聪 荘庄 装装 騒骚 蔵藏 臓脏 属属 続续 堕堕 対对 体体 帯带 滞滞 滝泷 択择 担担 胆胆 弾弹 断断 遅迟 昼昼 虫虫
    鋳铸 庁厅 徴征 聴听 鎮镇 転转 伝传 灯灯 当当 党党 盗盗 稲稻 闘斗 徳德 独独 読读 届届 縄绳 弐贰 悩恼 脳脑 覇霸
    拝拜 廃废 売卖 麦麦 発发 髪发 抜拔 繁繁 蛮蛮 秘秘 浜滨 瓶瓶 払拂 仏佛 並并 変变 弁辩 宝宝 豊丰 没没 翻翻 毎每
    満满 黙默 弥弥 訳译 予予 余余 与与 誉誉 揺摇 様样 謡谣 来来 頼赖 乱乱 覧览 略略 両两 猟猎 緑绿 塁垒 涙泪 励励
    礼礼 隷隶 霊灵 齢龄 暦历 歴历 労劳 楼楼 郎郎 録录 湾湾 姫姬 嶋岛 島岛 澤泽 﨑崎
    """
}
