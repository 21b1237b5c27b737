/// The fields of one record of CSV, as RFC 4180 has it.
enum CSVRecord {
  static func fields(_ record: ArraySlice<UInt8>) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var place = record.startIndex
    let end = record.last == 0x0D ? record.endIndex - 1 : record.endIndex
    while place < end {
      let byte = record[place]
      switch byte {
      case 0x22 where isQuoted && place + 1 < end && record[place + 1] == 0x22:
        field.append(byte)
        place += 1
      case 0x22: isQuoted.toggle()
      case 0x2C where !isQuoted:
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      default: field.append(byte)
      }
      place += 1
    }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}
