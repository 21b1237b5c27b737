import Foundation

/// The words of a remark, with terms of other languages translated to English: `武道館ライブ` becomes
/// `武道館 live at`.
///
/// The table need not be complete: an unknown remark always counts as a difference. The table only
/// helps if two services use different languages for the same remark.
enum RemarkWords {
  /// Represents a remark that names the film or series of a song.
  static let theme = "themesong"

  static func words(of text: String) -> [String] {
    var plain = FoldedText.plain(text)
    if plain.unicodeScalars.contains(where: { !$0.isASCII }) {
      let scalars = tables.native.translated(Array(" \(plain) ".unicodeScalars))
      plain = String(String.UnicodeScalarView(scalars))
    }
    return tables.latin.translated(FoldedText(plain).words)
  }

  /// Terms by their first element, longer ones first.
  private struct Terms<Element: Hashable & Sendable>: Sendable {
    private var terms: [Element: [(term: [Element], english: [Element])]] = [:]

    mutating func add(_ term: [Element], _ english: [Element]) {
      guard let first = term.first else { return }
      let list = terms[first, default: []] + [(term, english)]
      terms[first] = list.sorted { $0.term.count > $1.term.count }
    }

    func translated(_ text: [Element]) -> [Element] {
      var result: [Element] = []
      var rest = text[...]
      while let element = rest.first {
        let found = terms[element]?.first { rest.starts(with: $0.term) }
        result += found?.english ?? [element]
        rest = rest.dropFirst(found?.term.count ?? 1)
      }
      return result
    }
  }

  /// Terms in Latin script match whole words. The others match anywhere, because some scripts have
  /// no spaces and other languages inflect.
  private static let tables: (latin: Terms<String>, native: Terms<Unicode.Scalar>) = {
    var latin = Terms<String>()
    var native = Terms<Unicode.Scalar>()
    var english: Substring = ""
    for line in terms.split(separator: "\n") {
      let parts = line.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count > 1 { english = parts[0][...] }
      for term in (parts.last ?? "").split(whereSeparator: \.isWhitespace) {
        let text = String(term).replacing("_", with: " ")
        let folded = FoldedText(text)
        if folded.script == .latin {
          latin.add(folded.words, english.split(separator: " ").map { String($0) })
        } else {
          let scalars = Array(FoldedText.plain(text).unicodeScalars)
          native.add(scalars, Array(" \(english) ".unicodeScalars))
        }
      }
    }
    return (latin, native)
  }()

  /// English, then the terms of other languages, with `_` for spaces in them. A line without `=`
  /// continues the previous one.
  private static let terms = """
    live at = en_vivo ao_vivo en_directo em_directo en_direto dal_vivo in_diretta en_public
      en_concierto in_concerto en_concert em_concerto en_viu concierto concerto_ao_vivo canli konser
      konseri konserde konzert livemitschnitt konzertmitschnitt liveaufnahme livefassung koncert
      koncerto koncertowa koncertowe na_zywo nazivo uzivo v_zivo zive zivak eloben elo_koncert
      konsertti livena konsert livekonsert liveinspelning liveopname koncertno langsung truc_tiep
      nhac_song concerto_en_direct ライブ ライヴ コンサート 公演 生演奏 現場 演唱會 音樂會 直播 巡演 라이브 콘서트 공연
      실황 حفلة حفل مباشر لايف جلسات اجرای_زنده کنسرت концерт лайв вживую живое_исп живьем
      наживо на_живо live-версия הופעה הופעות בהופעה לייב _חי_ _חיה_ קונצרט συναυλία συναυλια
      ζωντανά ζωντανη λάιβ แสดงสด คอนเสิร์ต ไลฟ์ लाइव कॉन्सर्ट লাইভ
    karaoke = off_vocal offvocal playback_karaoke versao_karaoke podklad halfplayback カラオケ オフボーカル 伴奏
      卡拉ok 消音 消声 가라오케 노래방 반주 كاريوكي كاراوكي караоке минус минусовка קריוקי פלייבק
      καραόκε คาราโอเกะ कराओके
    remix = remiks remezcla remistura rimix remixe リミックス ミックス 混音 重混 리믹스 믹스 ريمكس ريميكس ریمیکس
      ремикс ремікс רמיקס ρεμίξ รีมิกซ์ रीमिक्स
    instrumental = instrumentale instrumentalna instrumentaal enstrumantal enstrumental strumentale
      orkesterversion インストゥルメンタル インスト 純音樂 器樂 純音 演奏版 인스트루멘탈 연주곡 عزف موسيقى_فقط
      بی_کلام بدون_کلمات инструментал інструментал אינסטרומנטלי ορχηστρικό บรรเลง
      इंस्ट्रुमेंटल
    acoustic = acustico acustica acustic akustik akustisch acoustique akusticka akustyczna akustinen
      akoestisch アコースティック アコギ 弾き語り 不插電 原聲版 어쿠스틱 أكوستيك акустика акустич אקוסטי
      ακουστικ อะคูสติก अनप्लग्ड
    a cappella = a_capela akapella a_kapella acapela アカペラ 清唱 無伴奏 아카펠라 بدون_موسيقى بدون_ايقاع آكابيلا
      акапелла а_капелла
    cover = カバー カヴァー 歌ってみた 翻唱 _커버 كوفر кавер кавър קאבר διασκευή คัฟเวอร์ कवर
    new recording = regrabado regravado regravacao nueva_grabacion neuaufnahme reenregistre セルフカバー
      再録 新録 重錄 重唱 재녹음 перезапис новая_запись
    demo = maqueta maquette デモ 小樣 試聽 데모 _ديمو_ _демо_ демо-верс демоверс _דמו_ ντέμο เดโม
    sped up = accelere acelerado acelerada hizlandirilmis przyspieszone 加速 快速 스페드업 مسرع مسرعة
      ускорен
    slowed = ralenti ralentie lento_reverb yavaslatilmis 降速 慢速 減速 슬로우 بطيء замедлен
    orchestra = orquesta orquestra orchestre orchester orkestra orkiestra オーケストラ 管弦 交響 오케스트라
      اوركسترا оркестр תזמורת ορχήστρα
    piano = klavier pianoversion fortepian ピアノ 鋼琴 피아노 بيانو фортепиано пианино פסנתר πιάνο เปียโน
    music box = オルゴール 八音盒 오르골
    session = sesion sessao sessio studiosession セッション 세션 جلسة сессия
    medley = popurri popourri potpourri メドレー 串燒 메들리 ميدلي попурри מחרוזת
    extended = extendida extendido estendida 加長 ロングバージョン расширенная_верс
    radio edit = tv_size tvsize テレビサイズ tvサイズ ショート 電台版 радио_верс радиоверс
    single version = 单曲版 シングルバージョン シングルver 싱글_버전
    album version = アルバムバージョン アルバムver 專輯版 앨범_버전 альбомная_верс
    original version = オリジナルミックス オリジナルバージョン オリジナルver 原版 원곡 оригинальная_верс
    explicit = explicito explicita explicite explizit
    deluxe edition = 豪華盤 豪華版 デラックス 디럭스 подарочное_издание
    anniversary edition = 記念盤 紀念版 юбилейное_издание
    bonus track = ボーナストラック 보너스_트랙 бонус-трек бонус_трек
    remaster = リマスター 重製版 重制版 리마스터 ремастер
    version = ver vers versio versione versao versiyon versiyonu verze wersja verzija fassung
      versjon verzio バージョン ヴァージョン ばーじょん 版本 版 버전 버젼 نسخة версия версія גרסה גרסת
      εκδοχή έκδοση เวอร์ชั่น เวอร์ชัน
    themesong = 主題曲 主題歌 片尾曲 片頭曲 插曲 挿入歌 エンディングテーマ オープニングテーマ _ost_ из_фильма
      из_сериала
    intro = イントロ 인트로 интро
    outro = アウトロ 아웃트로 аутро
    interlude = interludio インタールード 間奏曲 인터루드 интерлюдия
    """
}
