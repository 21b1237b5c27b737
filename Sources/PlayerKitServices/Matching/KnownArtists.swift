/// Names that no rule relates: artists known by names in several scripts, and composers.
enum KnownArtists {
  /// Returns a number shared by all names of an artist. `nil` if only one name is known.
  static func group(_ name: FoldedText) -> Int? { groups[name.key] }

  /// Whether a name belongs to a composer whose works others perform.
  static func isComposer(_ name: FoldedText) -> Bool {
    // Accepts a family name alone, or with initials or first names of a composer, also after the
    // family name: John Adams is not Bryan Adams.
    func isFirst(_ word: String) -> Bool {
      word.count < 3 && !["dj", "mc"].contains(word) || firstNames.contains(loose(word))
    }
    guard let first = name.words.first, let last = name.words.last else { return false }
    return composers.contains(loose(last)) && name.words.dropLast().allSatisfy(isFirst)
      || composers.contains(loose(first)) && name.words.dropFirst().allSatisfy(isFirst)
  }

  /// Returns a name without common spelling differences: Rachmaninoff and Rachmaninov, Händel and
  /// Haendel.
  static func loose(_ word: String) -> String {
    var text = word
    for (ending, plain) in [("off", "ov"), ("eff", "ev"), ("ow", "ov"), ("ew", "ev")]
    where text.hasSuffix(ending) {
      text = text.dropLast(ending.count) + plain
    }
    for (from, to) in [
      ("tsch", "ch"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"),
    ] {
      text = text.replacing(from, with: to)
    }
    return Transliteration.loose([text], .cyrillic)
  }

  private static let composers = Set(
    """
    bach handel händel mozart beethoven haydn schubert schumann brahms chopin liszt mendelssohn wagner verdi
    puccini rossini bizet debussy ravel satie fauré berlioz dvorak smetana janacek grieg sibelius tchaikovsky
    tschaikowsky chaikovsky rachmaninov mussorgsky borodin prokofiev shostakovich schostakowitsch stravinsky
    strawinsky scriabin skrjabin rimsky korsakov mahler bruckner strauss schoenberg bartok vivaldi scarlatti corelli
    pachelbel albinoni telemann purcell elgar holst britten gershwin copland barber messiaen saens franck
    gounod massenet offenbach donizetti bellini paganini boccherini monteverdi palestrina rameau couperin gluck
    bruch weber czerny clementi albeniz granados falla rodrigo khachaturian glazunov ligeti pärt orff respighi
    buxtehude lully nielsen martinu kodaly
    """
    .split(whereSeparator: \.isWhitespace).flatMap { FoldedText(String($0)).words.map(loose) }
  )

  private static let firstNames = Set(
    """
    johann sebastian georg george friedrich frederic frideric wolfgang amadeus amadé ludwig van joseph franz peter
    robert clara johannes frédéric fryderyk felix bartholdy richard giuseppe giacomo gioachino georges claude
    maurice erik gabriel hector antonín antonin bedřich leoš edvard jean pyotr piotr ilyich ilych iljitsch
    sergei sergej serge sergey vasilyevich modest alexander aleksandr nikolai igor dmitri dmitry dimitri gustav anton
    arnold béla antonio domenico arcangelo tomaso philipp henry edward benjamin aaron samuel olivier camille
    saint charles jules jacques gaetano vincenzo niccolò luigi claudio philippe françois christoph willibald
    carl maria von max muzio isaac enrique manuel de joaquín aram györgy arvo ottorino dieterich carl bohuslav
    zoltán césar ii jr emanuel christian
    """
    .split(whereSeparator: \.isWhitespace).flatMap { FoldedText(String($0)).words.map(loose) }
  )

  private static let groups: [String: Int] = {
    var table: [String: Int] = [:]
    for (number, line) in aliases.split(separator: "\n").enumerated() {
      for name in line.split(separator: "=") {
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        table[FoldedText(words).key] = number
      }
    }
    return table
  }()

  /// Names of the same artists.
  private static let aliases = """
    BTS = 방탄소년단 = 防弾少年団 = Bangtan Boys
    IU = 아이유
    BLACKPINK = 블랙핑크
    TWICE = 트와이스
    Red Velvet = 레드벨벳
    Girls' Generation = 소녀시대 = 少女時代 = SNSD
    BIGBANG = 빅뱅
    EXO = 엑소
    SEVENTEEN = 세븐틴
    Stray Kids = 스트레이 키즈
    aespa = 에스파
    NewJeans = 뉴진스
    LE SSERAFIM = 르세라핌
    IVE = 아이브
    (G)I-DLE = (여자)아이들
    ITZY = 있지
    SHINee = 샤이니
    Super Junior = 슈퍼주니어
    TVXQ = 동방신기 = 東方神起 = TVXQ! = Tohoshinki
    PSY = 싸이
    G-DRAGON = 지드래곤
    TAEYEON = 태연
    MAMAMOO = 마마무
    NCT = 엔시티
    TXT = TOMORROW X TOGETHER = 투모로우바이투게더
    AKMU = 악뮤 = 악동뮤지션 = Akdong Musician
    BoA = 보아
    ZICO = 지코
    Crush = 크러쉬
    Heize = 헤이즈
    DAY6 = 데이식스
    Epik High = 에픽하이
    10cm = 십센치
    Busker Busker = 버스커 버스커
    Kenshi Yonezu = 米津玄師 = 요네즈 켄시
    Hikaru Utada = 宇多田ヒカル
    Sheena Ringo = 椎名林檎 = Ringo Sheena = Ringo Shiina
    Tokyo Jihen = 東京事変 = Tokyo Incidents
    Fujii Kaze = 藤井風
    Gen Hoshino = 星野源
    Aimyon = あいみょん
    ZUTOMAYO = ずっと真夜中でいいのに。
    Yorushika = ヨルシカ
    Official HIGE DANdism = Official髭男dism = HIGEDAN
    King Gnu = キングヌー
    RADWIMPS = ラッドウィンプス
    Namie Amuro = 安室奈美恵
    Ayumi Hamasaki = 浜崎あゆみ
    Mariya Takeuchi = 竹内まりや
    Tatsuro Yamashita = 山下達郎
    Ryuichi Sakamoto = 坂本龍一
    Joe Hisaishi = 久石譲
    Yoko Kanno = 菅野よう子
    Anri = 杏里
    Miki Matsubara = 松原みき
    Yumi Matsutoya = 松任谷由実 = Yuming
    Miyuki Nakajima = 中島みゆき
    Southern All Stars = サザンオールスターズ
    Mr.Children = ミスターチルドレン
    Spitz = スピッツ
    Ikimonogakari = いきものがかり
    Kyary Pamyu Pamyu = きゃりーぱみゅぱみゅ
    Perfume = パフューム
    Hatsune Miku = 初音ミク
    Kyu Sakamoto = 坂本九
    Masayoshi Yamazaki = 山崎まさよし
    Sakanaction = サカナクション
    Asian Kung-Fu Generation = アジアン・カンフー・ジェネレーション
    L'Arc-en-Ciel = ラルク アン シエル
    Jay Chou = 周杰倫
    JJ Lin = 林俊傑
    Eason Chan = 陳奕迅
    Faye Wong = 王菲
    Teresa Teng = 鄧麗君
    Mayday = 五月天
    Jolin Tsai = 蔡依林
    Andy Lau = 劉德華
    Jacky Cheung = 張學友
    Leslie Cheung = 張國榮
    Anita Mui = 梅艷芳
    A-Mei = 張惠妹 = aMEI
    G.E.M. = 鄧紫棋
    Sandy Lam = 林憶蓮
    Stefanie Sun = 孫燕姿 = Sun Yanzi
    David Tao = 陶喆
    Wang Leehom = 王力宏 = Leehom Wang
    Jonathan Lee = 李宗盛
    Rene Liu = 劉若英
    Jeff Chang = 張信哲
    Hebe Tien = 田馥甄
    Li Ronghao = 李榮浩
    Joker Xue = 薛之謙
    Cui Jian = 崔健
    Kino = Кино
    Viktor Tsoi = Виктор Цой
    Zemfira = Земфира
    DDT = ДДТ
    t.A.T.u. = Тату
    Alla Pugacheva = Алла Пугачёва
    Mumiy Troll = Мумий Тролль
    Okean Elzy = Океан Ельзи
    Umm Kulthum = أم كلثوم = Oum Kalthoum = Om Kalthoum
    Fairuz = فيروز = Fairouz
    Amr Diab = عمرو دياب
    Abdel Halim Hafez = عبد الحليم حافظ
    Nancy Ajram = نانسي عجرم
    Vangelis = Βαγγέλης
    Mikis Theodorakis = Μίκης Θεοδωράκης
    Nana Mouskouri = Νάνα Μούσχουρη
    """
}
