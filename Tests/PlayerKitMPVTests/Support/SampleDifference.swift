import Foundation

/// The difference between the actual and the expected sound, or `nil` if there is none. Printing
/// all samples of both would take minutes.
func difference(_ heard: Data, _ wanted: Data) -> String? {
  if heard.count != wanted.count { return "\(heard.count) bytes in place of \(wanted.count)" }
  let wrong = zip(heard, wanted).enumerated().filter { $0.element.0 != $0.element.1 }
  return wrong.first.map { "\(wrong.count) bytes are wrong, the first at \($0.offset)" }
}
