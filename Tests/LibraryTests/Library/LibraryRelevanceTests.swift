#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport
  import Testing

  /// Queries as people type them, each with the song that they mean.
  @Suite("Relevance of a search", .tags(.local))
  struct LibraryRelevanceTests {
    /// Title, artist, album, and the query that people type.
    private static let table = """
      Don't Stop Me Now|Queen|Jazz|dont stop me now;don't stop;dont stop me;queen dont stop;don’t stop me now
      It's My Life|Bon Jovi|Crush|its my life;bon jovi its my life;it's my lfe
      I'm Yours|Jason Mraz|We Sing|im yours;jason mraz im yours;i'm yours
      Can't Hold Us|Macklemore & Ryan Lewis feat. Ray Dalton|The Heist|cant hold us;macklemore and ryan lewis;macklemore ft ray dalton
      Back in Black|AC/DC|Back in Black|acdc back in black;ac dc back in black;back in black acdc;back in blakc
      So What|P!nk|Funhouse|pink so what;p!nk so what;so what by pink
      Tik Tok|Ke$ha|Animal|kesha tik tok;tik tok kesha;ke$ha tik tok;tiktok kesha
      Losing My Religion|R.E.M.|Out of Time|rem losing my religion;r.e.m. religion;losing my religon
      99 Problems|Jay-Z|The Black Album|jayz 99 problems;jay z 99 problems;ninety nine problems;99 problms
      Mrs. Robinson|Simon & Garfunkel|Bookends|simon and garfunkel mrs robinson;mrs robinson simon & garfunkel;simon garfunkel robinson
      Bohemian Rhapsody|Queen|A Night at the Opera|boh rhap;bohemian rapsody;queen bohemian;bohemain rhapsdoy;bohemian rhapsody by queen;Queen - Bohemian Rhapsody
      サクラ|いきものがかり|桜咲く街物語|さくら;サクラ;ｻｸﾗ;いきものがかり さくら;イキモノガカリ サクラ
      夜に駆ける|YOASOBI|THE BOOK|駆ける;夜に駆;yoasobi 夜に駆ける;夜に駆ける yoasobi
      丸の内サディスティック|椎名林檎|無罪モラトリアム|サディスティック;丸の内;椎名林檎 丸の内;まるの内 さでぃすてぃっく
      愛如潮水|張信哲|心事|爱如潮水;張信哲;张信哲 爱如潮水
      後來|劉若英|我等你|后来 刘若英;後來 劉若英
      漂洋過海來看你|李宗盛|作品集|漂洋过海来看你;漂洋过海;看你 李宗盛
      좋은 날|아이유|Real|좋은날;좋은 날;아이유 좋은 날;좋은 나
      봄날|방탄소년단|WINGS|봄날;방탄 봄날;봄나
      99 Luftballons|Nena|Nena|99 luftballons;luftballons;99 luftbalons;nena luftballons
      Für Elise|Ludwig van Beethoven|Piano|fur elise;fuer elise;für elise
      Über sieben Brücken|Karat|Über sieben Brücken|ueber sieben bruecken;uber sieben brucken;über 7 brücken
      Männer|Herbert Grönemeyer|Bochum|maenner;manner groenemeyer;grönemeyer männer;gronemeyer manner
      Seven Nation Army|The White Stripes|Elephant|7 nation army;seven nation amry;white stripes seven nation
      One|U2|Achtung Baby|u2 one;one u2;one by u2;one - u2
      Two Princes|Spin Doctors|Pocket Full of Kryptonite|2 princes;spin doctors two princes
      (I Can't Get No) Satisfaction|The Rolling Stones|Out of Our Heads|satisfaction;i cant get no satisfaction;rolling stones satisfation
      Blackbird|The Beatles|The Beatles|black bird beatles;blackbird;beatles blackbird
      Hey Jude|The Beatles|1|hey jude;hey jud;beatles hey jude;hey jude the beatles lyrics;the beatels hey jude
      Good Vibrations|The Beach Boys|Smiley Smile|good vibrations;goodvibrations;beach boys good vibratoins
      Smells Like Teen Spirit|Nirvana|Nevermind|smells like teen spirt;nirvanna teen spirit;smells like;smels like ten spirit
      Stairway to Heaven|Led Zeppelin|Led Zeppelin IV|stairway to heaven;stariway to heaven;led zepelin stairway;led zeppelin 4 stairway
      Jóga|Björk|Homogenic|bjork joga;björk jóga;joga
      Déjà Vu|Beyoncé feat. Jay-Z|B'Day|deja vu;beyonce deja vu;deja vu beyonce ft jay z;beyonce featuring jayz deja vu
      Señorita|Justin Timberlake|Justified|senorita;señorita justin
      Группа крови|Кино|Группа крови|группа крови;кино группа крови;группа крви
      Звезда по имени Солнце|Кино|Звезда|звезда по имени;звезда по имени солнце кино
      Ὠδή|Βαγγέλης|Ωδές|ωδη;βαγγελησ;βαγγελης ωδη
      Runnin' Down a Dream|Tom Petty|Full Moon Fever|running down a dream;runnin down a dream;tom petty running
      Rock & Roll All Nite|KISS|Dressed to Kill|rock and roll all nite;rock and roll all night;rock n roll all nite kiss
      Sgt. Pepper's Lonely Hearts Club Band|The Beatles|Sgt. Pepper's|sgt peppers lonely hearts;sgt peppers;sargent peppers lonely hearts
      Umbrella|Rihanna feat. JAY-Z|Good Girl Gone Bad|umbrela;rihana umbrella;umbrella rihanna;umbrella xqzvk;rihanna umbrella official video
      Wonderwall|Oasis|Morning Glory|wonderwal;oasis wonderwall;wonderwall by oasis;wonderwall oassi;wnoderwall
      Zombie|The Cranberries|No Need to Argue|zombie cranberries;zomby cranberries;cramberies zombie
      Clocks|Coldplay|A Rush of Blood|clocks coldplay;clock coldplay;cloks;coldplay clocks live in nowhere
      Take On Me|a-ha|Hunting High and Low|aha take on me;a-ha take on me;take on me a ha
      Livin' on a Prayer|Bon Jovi|Slippery When Wet|living on a prayer;livin on a prayer;livin on prayer
      Part II|Paramore|Paramore|part 2 paramore;pt ii paramore;paramore part ii
      Anti-Hero|Taylor Swift|Midnights|antihero;anti hero;taylor swift anti-hero;anti hero taylor swfit
      Shake It Off|Taylor Swift|1989|shake it off;shake it of;taylor swift shake;shak it off
      Uptown Funk|Mark Ronson feat. Bruno Mars|Uptown Special|uptown funk bruno mars;mark ronson featuring bruno mars;uptwn funk
      Rolling in the Deep|Adele|21|rolling in the deep;rolling in deep adele;roling in the deep
      Crazy in Love|Beyoncé|Dangerously in Love|crazy in love;crazy in love beyonce;crzy in love
      Tom's Diner|Suzanne Vega|Solitude Standing|toms diner;tom's diner;suzanne vega toms dinner
      Rock 'n' Roll Star|Oasis|Definitely Maybe|rock n roll star;rock and roll star;rocknroll star oasis
      แสงสุดท้าย|บอดี้สแลม|คราม|แสงสุดท้าย;สุดท้าย;บอดี้สแลม
      أهواك|عبد الحليم حافظ|أهواك|اهواك;عبد الحليم;حافظ اهواك
      !!!|!!!|Louden Up|!!!
      Øresund|Kashmir|Zitilites|oresund;oeresund;øresund
      """

    private static let words = """
      love night day heart time life world baby dance fire rain summer moon light dream home girl boy road river
      blue gold black back stop now good rock roll star part way down on me you my your it off crazy deep high
      """.split(whereSeparator: \.isWhitespace).map(String.init)

    private struct Label {
      let query: String
      let title: String
    }

    private static let labels: [Label] = table.split(separator: "\n").flatMap { line in
      let fields = line.split(separator: "|").map(String.init)
      return fields[3].split(separator: ";").map { Label(query: String($0), title: fields[0]) }
    }

    /// The songs of the table among others of invented titles.
    private static func records(_ bench: LibraryBench) -> String {
      var generator = SeededGenerator(seed: 38)
      var records: [String] = []
      for (number, line) in table.split(separator: "\n").enumerated() {
        let fields = line.split(separator: "|").map(String.init)
        records.append(bench.record(number, fields[0], fields[1], fields[2], score: 5_000 + number))
      }
      func text(_ count: ClosedRange<Int>) -> String {
        (0..<Int.random(in: count, using: &generator))
          .map { _ in (words.randomElement(using: &generator) ?? "").capitalized }
          .joined(separator: " ")
      }
      for number in 1_000..<6_000 {
        records.append(
          bench.record(number, text(1...4), "The " + text(1...2), text(1...3), score: number)
        )
      }
      return LibraryBench.header + records.joined()
    }

    @Test("the meant song is among the first three for 97 of 100 queries, and nonsense finds none")
    func finds() throws {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(Self.records(bench)))
      let index = try LibraryIndex(path: bench.path)
      var (inThree, empty, reciprocal) = (0, 0, 0.0)
      var missed: [String] = []
      for label in Self.labels {
        let titles = try index.songs(matching: label.query).map(\.title)
        let place = titles.firstIndex(of: label.title)
        reciprocal += place.map { 1 / Double($0 + 1) } ?? 0
        if titles.isEmpty { empty += 1 }
        if let place, place < 3 {
          inThree += 1
        } else {
          missed.append("\(label.query): \(titles.prefix(3))")
        }
      }
      let count = Self.labels.count
      print(
        "search: \(count) queries, first three \(inThree), mean reciprocal rank",
        (reciprocal / Double(count) * 1_000).rounded() / 1_000,
        "nothing \(empty)"
      )
      #expect(count >= 150)
      #expect(Double(inThree) >= 0.97 * Double(count), "\(missed)")
      #expect(reciprocal / Double(count) >= 0.93)
      #expect(empty == 0)
    }

    @Test("a word that no song has does not empty the answer, and partial matches rank lower")
    func unknownWord() throws {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(bench.usual))
      let index = try LibraryIndex(path: bench.path)
      #expect(try index.songs(matching: "beatles yesterday xqzvk").first?.title == "Yesterday")
      #expect(try index.songs(matching: "carpenters joga").count == 2)
      #expect(try index.songs(matching: "xqzvk").isEmpty)
    }

    @Test("pages do not overlap, and leave nothing out")
    func pages() throws {
      let bench = LibraryBench()
      defer { bench.scratch.remove() }
      try bench.take(bench.write(Self.records(bench)))
      let index = try LibraryIndex(path: bench.path)
      let all = try index.songs(matching: "lo", limit: 1_000)
      #expect(all.count > 400 && Set(all).count == all.count)
      var paged: [LibrarySong] = []
      while paged.count < all.count {
        let page = try index.songs(matching: "lo", limit: 70, offset: paged.count)
        guard !page.isEmpty else { break }
        paged += page
      }
      #expect(paged.prefix(all.count).elementsEqual(all))
    }
  }
#endif
