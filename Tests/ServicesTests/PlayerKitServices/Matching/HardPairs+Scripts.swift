import PlayerKitServices

extension HardPairs {
  /// Pairs in many scripts and languages; the format is described in `HardPair.swift`.
  static let scripts: [HardPair] = remarks + twoLanguages + spellings + lookalikes

  /// One recording with a remark after its title, and one without. The lengths are equal, as for
  /// karaoke tracks, and the album is the same, as for singles.
  private static let remarks: [HardPair] = [
    // Title, artist, and remarks that each denote another recording.
    ("夜の観覧車", "青井灯", "(ライブ)|(Live ver.)|【ライブ】|（カラオケ）|(インスト)|(リミックス)|- ライブ|『弾き語り』"),
    ("ナイトフェリー", "ほしぞら", "（武道館ライブ）|(アコースティックバージョン)|(ピアノ)|(TVサイズ)|(オフボーカル)|(歌ってみた)|(セルフカバー)"),
    ("海邊的燈", "林小舟", "(現場版)|(伴奏)|(演唱會)|(純音樂)|(鋼琴版)|(粵語版)|(翻唱)|（卡拉OK）|(DJ版)|(慢速)"),
    ("海边的灯", "林小舟", "(现场)|（消音版）|(混音)|(清唱)|(加速版)|(试听版)|【现场】|(独唱)|(合唱版)|(童声)"),
    ("밤바다", "한별", "(라이브)|(리믹스)|(반주)|(어쿠스틱 버전)|(노래방)|(데모)|(피아노)|[콘서트 실황]|(속도 업)|(합창)"),
    (
      "ليل البحر", "سامر نور",
      "(ريمكس)|(حفلة)|(كاريوكي)|(عزف)|(بدون موسيقى)|(حفل دبي)|(مباشر)|(بطيء)|(عود)|(جلسة)"
    ),
    ("شب دریا", "آرش نوری", "(اجرای زنده)|(بی کلام)|(ریمیکس)|(کنسرت تهران)|(دکلمه)"),
    (
      "Ночной паром", "Лада Громова",
      "(Концерт)|(минус)|(ремикс)|(Караоке)|(живое исполнение)|(Акустика)|(дуэт)|(Кавер)"
    ),
    ("Нічний пором", "Леся Громова", "(наживо)|(ремікс)|(мінусовка)|(хорова)"),
    (
      "Νύχτα στο λιμάνι", "Ελένη Μαύρου",
      "(Ζωντανά)|(Ορχηστρικό)|(Ρεμίξ)|(Διασκευή)|(Συναυλία)|(σε ντουέτο)"
    ),
    ("מעבורת לילה", "נועה ברק", "(בהופעה חיה)|(קריוקי)|(רמיקס)|(פלייבק)|(חי)|(עם תזמורת)|(אקוסטי)"),
    ("เรือกลางคืน", "ดาว ริมน้ำ", "(แสดงสด)|(คาราโอเกะ)|(รีมิกซ์)|(บรรเลง)|(อะคูสติก)|(ช้า)"),
    ("रात की नाव", "तारा सेन", "(लाइव)|(कराओके)|(रीमिक्स)|(अनप्लग्ड)|(धीमा)"),
    (
      "Gece Vapuru", "Defne Kaya",
      "(Canlı)|(Canlı Performans)|(Akustik)|(Konser Kaydı)|(Enstrümantal)|(Hızlandırılmış)|(Remiks)|(Düet)"
    ),
    (
      "Le Bac de Nuit", "Maël Brévin",
      "(En public)|(Accéléré)|(Acoustique)|(version orchestre)|(chorale)|(piano-voix)|[en direct]"
    ),
    (
      "El Ferry", "Lucía Roble",
      "(En Directo)|(Acústico)|(Concierto)|(Maqueta)|(a Dúo)|(Sinfónico)|- En Vivo|(Versión Banda)"
    ),
    (
      "A Balsa", "João Ramal",
      "(Ao Vivo)|(Acústico)|(Versão Piano)|(A Capela)|(Playback)|(Voz e Violão)"
    ),
    (
      "Il Traghetto", "Nina Solari",
      "(Dal Vivo)|(In diretta)|(Strumentale)|(Voce e chitarra)|(Coro)"
    ),
    (
      "Die Fähre", "Jörg Weiß",
      "(Livemitschnitt)|(Akustik)|(Klavierfassung)|(mit Chor)|(Unplugged)|(Orchesterfassung)"
    ),
    ("Nocny Prom", "Ola Zima", "(Na żywo)|(Akustycznie)|(Podkład)|(Koncert)|(Przyspieszone)"),
    ("Noční přívoz", "Jan Kos", "(Živě)|(Naživo)|(Akusticky)"),
    ("Éji komp", "Réka Szél", "(Élőben)|(Akusztikus)|(Koncertfelvétel)"),
    ("Yölautta", "Aino Ranta", "(Livenä)|(Akustinen)|(Hidastettu)"),
    ("Nattfärjan", "Elsa Berg", "(Liveinspelning)|(Konsert)|(Akustisk)"),
    ("Chuyến phà đêm", "Lan Sông", "(Trực tiếp)|(Nhạc không lời)|(Hát chậm)"),
    ("Noćna lađa", "Mira Luka", "(Uživo)|(Matrica)"),
    ("Գիշերային նավ", "Անի Լույս", "(Կենդանի)"), ("ღამის ბორანი", "ნინო ზღვა", "(ცოცხალი)"),
    (
      "Night Ferry", "Oak Row",
      "(Löwenhalle)|(Unplagged)|(Choir)|(Cello)|(Redrum)|(Stems)|(Pa' Bailar)|(Bar Sessjon)"
    ),
  ].flatMap { title, artist, remarks in
    remarks.split(separator: "|").map { remark in
      .different(
        "a remark on one side alone",
        Side(title, artist, on: title, lasts: 214),
        Side("\(title) \(remark)", artist, on: title, lasts: 214)
      )
    }
  }

  private static func same(_ note: String, by artist: String, _ left: String, _ right: String)
    -> HardPair
  {
    .same(note, Side(left, artist, lasts: 214), Side(right, artist, lasts: 214))
  }

  private static func different(_ note: String, by artist: String, _ left: String, _ right: String)
    -> HardPair
  {
    .different(note, Side(left, artist, lasts: 214), Side(right, artist, lasts: 214))
  }

  /// The same remark in two languages or spellings, and two different remarks.
  private static let twoLanguages: [HardPair] = [
    same("live, Japanese", by: "青井灯", "夜の観覧車 (ライブ)", "夜の観覧車 (Live)"),
    same("live, Chinese", by: "林小舟", "海边的灯 (现场版)", "海边的灯 - Live"),
    same("live, both scripts of Chinese", by: "林小舟", "海邊的燈 (演唱會)", "海边的灯（演唱会）"),
    same("live, Korean", by: "한별", "밤바다 (라이브)", "밤바다 (Live Version)"),
    same("karaoke, Korean", by: "한별", "밤바다 (반주)", "밤바다 (Karaoke)"),
    same("karaoke, Japanese", by: "青井灯", "夜の観覧車（カラオケ）", "夜の観覧車 (Off Vocal)"),
    same("a remix, Arabic", by: "سامر نور", "ليل البحر (ريمكس)", "ليل البحر (ريميكس)"),
    same("live, Russian", by: "Лада Громова", "Ночной паром (вживую)", "Ночной паром (Live)"),
    same("live, Turkish", by: "Defne Kaya", "Gece Vapuru (Canlı)", "Gece Vapuru - Live"),
    same("live, French", by: "Maël Brévin", "Le Bac de Nuit (En public)", "Le Bac de Nuit (Live)"),
    same("live, Hebrew", by: "נועה ברק", "מעבורת לילה (לייב)", "מעבורת לילה (Live)"),
    same(
      "live, Greek",
      by: "Ελένη Μαύρου",
      "Νύχτα στο λιμάνι (Live)",
      "Νυχτα στο λιμανι (Ζωντανά)"
    ),
    same("live, Thai", by: "ดาว ริมน้ำ", "เรือกลางคืน (แสดงสด)", "เรือกลางคืน (Live)"),
    same("acoustic, Spanish", by: "Lucía Roble", "El Ferry (Acústico)", "El Ferry (Acoustic)"),
    same("remastered, Japanese", by: "青井灯", "夜の観覧車 (2019リマスター)", "夜の観覧車"),
    same("remastered, Korean", by: "한별", "밤바다 (리마스터)", "밤바다"),
    same("remastered, Chinese", by: "林小舟", "海边的灯 (重制版)", "海边的灯"),
    same("a film's song, Chinese", by: "林小舟", "海边的灯 (电影《渡口》主题曲)", "海边的灯"),
    same("a bonus track, Japanese", by: "青井灯", "夜の観覧車（ボーナストラック）", "夜の観覧車"),
    same("a single's version of equal length", by: "Oak Row", "Ferry - Single Version", "Ferry"),
    same("an album's version, Korean", by: "한별", "밤바다 (앨범 버전)", "밤바다"),
    different("two remarks, Japanese", by: "青井灯", "夜の観覧車 (ライブ)", "夜の観覧車 (リミックス)"),
    different("two remarks, two languages", by: "한별", "밤바다 (라이브)", "밤바다 (Remix)"),
    different("karaoke and live, Chinese", by: "林小舟", "海边的灯 (伴奏)", "海边的灯 (现场)"),
    different("two languages sung", by: "林小舟", "海边的灯 (國語版)", "海边的灯 (粵語版)"),
    different("a language sung and none said", by: "林小舟", "海边的灯 (国语版)", "海边的灯"),
    different("live in two cities", by: "青井灯", "夜の観覧車 (大阪ライブ)", "夜の観覧車 (東京ライブ)"),
    .different(
      "a single's version that is shorter",
      Side("Ferry - Single Version", "Oak Row", lasts: 211),
      Side("Ferry", "Oak Row", lasts: 214)
    ),
    .different(
      "only the album says that it is live, Japanese",
      Side("夜の観覧車", "青井灯", on: "海図", lasts: 214),
      Side("夜の観覧車", "青井灯", on: "武道館ライブ2019", lasts: 214)
    ),
    .different(
      "only the album says that it is live, Portuguese",
      Side("A Balsa", "João Ramal", on: "Maré", lasts: 214),
      Side("A Balsa", "João Ramal", on: "Ao Vivo no Cais", lasts: 214)
    ),
    .different(
      "a karaoke label, Japanese",
      Side("夜の観覧車", "青井灯", lasts: 214),
      Side("夜の観覧車", "カラオケ青井灯", lasts: 214)
    ),
    .different(
      "two introductions, Russian",
      Side("Интро", "Лада Громова", on: "Река", lasts: 60),
      Side("Интро", "Лада Громова", on: "Берег", lasts: 60)
    ),
  ]

  /// The same title or name in different spellings.
  private static let spellings: [HardPair] = [
    same("tatweel", by: "سامر نور", "ليــــل البحر", "ليل البحر"),
    same("alef and ta marbuta", by: "سامر نور", "أغنية البحر", "اغنيه البحر"),
    same("alef wasla, alef maqsura", by: "سامر نور", "ٱلهوى", "الهوي"),
    same("Arabic vowels", by: "سامر نور", "لَيْلُ البَحْرِ", "ليل البحر"),
    same("Persian letters", by: "آرش نوری", "یک شب کوتاه", "يك شب كوتاه"),
    same("Hebrew vowels", by: "נועה ברק", "לַיְלָה", "לילה"),
    same("traditional and simplified", by: "林小舟", "國語歌", "国语歌"),
    same("traditional and simplified, brackets", by: "林小舟", "海邊的燈 (國語)", "海边的灯（国语）"),
    same("an emoji with and without its form", by: "Lune", "☀️", "☀"),
    same("an emoji after a title", by: "Lune", "Sunrise ☀️", "Sunrise ☀"),
    same("y and &", by: "Lucía Roble", "Sal y Humo", "Sal & Humo"),
    same("und and &", by: "Jörg Weiß", "Salz und Rauch", "Salz & Rauch"),
    same("et and &", by: "Maël Brévin", "Sel et fumée", "Sel & fumee"),
    same("и and &", by: "Лада Громова", "Соль и дым", "Соль & дым"),
    same("katakana and hiragana", by: "ほしぞら", "キョウノユメ", "きょうのゆめ"),
    same("half-width katakana", by: "ほしぞら", "ｷｮｳﾉﾕﾒ", "キョウノユメ"),
    same("full-width letters", by: "ほしぞら", "Ｎｉｇｈｔ　Ｆｅｒｒｙ", "Night Ferry"),
    same("Arabic digits", by: "سامر نور", "ليلة ٧", "ليلة 7"),
    same("a zero-width space", by: "Oak Row", "Night\u{200B} Ferry", "Night Ferry"),
    same("corner brackets around the whole", by: "林小舟", "《海边的灯》", "海边的灯"),
    same("ё and е", by: "Лада Громова", "Тёплый лёд", "Теплый лед"),
    same("a dotted capital I", by: "Defne Kaya", "İSTASYON", "istasyon"),
    same("final sigma in capitals", by: "Ελένη Μαύρου", "ΔΡΟΜΟΣ", "δρόμος"),
    .same(
      "a name in two scripts",
      Side("晴れ", "Jay Lin (林小舟)", lasts: 214),
      Side("晴れ", "林小舟", lasts: 214)
    ),
    .same(
      "a name in two scripts, turned",
      Side("晴れ", "林小舟 (Jay Lin)", lasts: 214),
      Side("晴れ", "Jay Lin", lasts: 214)
    ),
    .same(
      "a name in two scripts without brackets",
      Side("晴れ", "林小舟 Jay Lin", lasts: 214),
      Side("晴れ", "林小舟", lasts: 214)
    ),
    .same(
      "both names, turned",
      Side("晴れ", "林小舟 (Jay Lin)", lasts: 214),
      Side("晴れ", "Jay Lin (林小舟)", lasts: 214)
    ),
    .same(
      "a name in two scripts of Chinese",
      Side("晴", "周樂", lasts: 214),
      Side("晴", "周乐", lasts: 214)
    ),
    .same("a Korean name", Side("밤바다", "HANBYEOL (한별)", lasts: 214), Side("밤바다", "한별", lasts: 214)),
    .same(
      "a Korean name in Latin letters",
      Side("밤바다", "한별", lasts: 214),
      Side("Bambada", "Hanbyeol", lasts: 214)
    ),
    .same(
      "an article",
      Side("Norte", "Los Erizos del Norte", lasts: 214),
      Side("Norte", "Erizos del Norte", lasts: 214)
    ),
    .same(
      "a French article",
      Side("Nord", "Les Hérissons", lasts: 214),
      Side("Nord", "Hérissons", lasts: 214)
    ),
    .same(
      "a German article",
      Side("Nord", "Die Igel", lasts: 214),
      Side("Nord", "Igel", lasts: 214)
    ),
    .same(
      "y between artists",
      Side("Norte", "Ana Roble y Los Erizos", lasts: 214),
      Side("Norte", "Ana Roble & Los Erizos", lasts: 214)
    ),
    .same(
      "Chinese in Latin letters",
      Side("海边", "林小舟", lasts: 214),
      Side("Hai Bian", "Lin Xiao Zhou", lasts: 214)
    ),
    .same(
      "Korean in Latin letters",
      Side("사랑", "한별", lasts: 214),
      Side("Sarang", "Hanbyeol", lasts: 214)
    ),
    .same(
      "Ukrainian in Latin letters",
      Side("Нічний вітер", "Леся Громова", lasts: 214),
      Side("Nichnyi viter", "Lesia Gromova", lasts: 214)
    ),
    .same(
      "a letter that Greek writes with two letters",
      Side("Ψυχή", "Ελένη Μαύρου", lasts: 214),
      Side("Psychi", "Eleni Mavrou", lasts: 214)
    ),
  ]

  /// Titles and names that folding must keep apart.
  private static let lookalikes: [HardPair] = [
    different("Thai vowels", by: "ดาว ริมน้ำ", "มา", "มี"),
    different("Thai tones", by: "ดาว ริมน้ำ", "ขาว", "ข่าว"),
    different("Hindi vowels", by: "तारा सेन", "दिल", "दाल"),
    different("voiced kana", by: "ほしぞら", "かき", "かぎ"),
    different("one Han character", by: "林小舟", "海边的灯", "海边的桥"),
    different("Hangul that sounds alike", by: "한별", "낫", "낮"),
    different("letters at the end", by: "Oak Row", "Vitamin E", "Vitamin Y"),
    different("two suns", by: "Lune", "☀️", "🌙"),
    different("Cyrillic of one letter's difference", by: "Лада Громова", "Дом", "Дым"),
    different("Arabic of one letter's difference", by: "سامر نور", "ليل", "ليلى"),
    different("Greek of one letter's difference", by: "Ελένη Μαύρου", "Φως", "Φάρος"),
    .different(
      "two articles",
      Side("Norte", "Los Erizos", lasts: 214),
      Side("Norte", "Las Erizos", lasts: 214)
    ),
    .different(
      "one part of two names",
      Side("晴", "DJ 小明", lasts: 214),
      Side("晴", "DJ 小红", lasts: 214)
    ),
    .different(
      "a country in brackets",
      Side("Nord", "Genesta (UK)", lasts: 214),
      Side("Nord", "Genesta (US)", lasts: 214)
    ),
    .different(
      "one Latin name, two Chinese ones",
      Side("晴", "Jay Lin (林小舟)", lasts: 214),
      Side("晴", "Jay Lin (林大舟)", lasts: 214)
    ),
    .different(
      "a translated title",
      Side("夜の観覧車", "青井灯", lasts: 214),
      Side("Ferris Wheel at Night", "Akari Aoi", lasts: 214)
    ),
    .different(
      "Cyrillic and Latin with different sounds",
      Side("Ветер", "Лада Громова", lasts: 214),
      Side("Vecher", "Lada Gromova", lasts: 214)
    ),
    .different(
      "artists of one letter",
      Side("Norte", "Kid E", lasts: 214),
      Side("Norte", "Kid Y", lasts: 214)
    ),
  ]
}
