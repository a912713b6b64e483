import CLibXML2
import Glibc
import Sanitizer
import Text

/// Thread CPU time in nanoseconds: other programs on the machine do not count.
func cpuTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func nanoseconds(_ count: Int, _ work: () -> Void) -> Double {
  let start = cpuTime()
  for _ in 0..<count { work() }
  return (cpuTime() - start) / Double(count)
}

func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

func parseAlone(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes {
    let options = Int32(HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue)
    let document = htmlReadMemory(
      $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, "UTF-8", options)
    xmlFreeDoc(document)
  }
}

/// Rounded to a tenth, as text.
func tenths(_ value: Double) -> String {
  "\(Int((value * 10).rounded()) / 10).\(Int((value * 10).rounded()) % 10)"
}

let descriptions: [(String, String)] = [
  (
    "plain",
    """
    The owner of the small shop at the corner of the harbour street, who has known everybody in town since they \
    were children, and who forgets nothing that he was ever told. He appears first in the second year and stays to \
    the very end, when the shop is sold and the sign above its door is taken down by the one who painted it.
    """
  ),
  (
    "feed",
    """
    <a href="https://feeds.example/Ada_Winter?a=1&amp;b=2">Ada Winter</a><br>Ada Winter is a character of the series \
    <i>Harbour Lights</i>, played by <b>Mona Frey</b>. She keeps the lighthouse &mdash; and its secrets &mdash; from \
    the first to the last episode, and is &quot;the only one who reads&quot;.
    """
  ),
  (
    "lists",
    """
    <p>This is a <b>typical</b> description with a <a href="https://example.org/?a=1&amp;b=2">link</a>, some \
    <i>emphasis</i> &amp; entities.</p><ul><li>first</li><li>second</li></ul><p>More words follow here, so that it \
    is as long as descriptions in feeds are; about three hundred bytes.</p>
    """
  ),
]

let sanitizer = Sanitizer()
print("300 bytes, µs of CPU time, median of 31 runs: ours / libxml2's htmlReadMemory alone / speed")
for (name, description) in descriptions {
  let html = UntrustedHTML(description)
  var ours: [Double] = []
  var theirs: [Double] = []
  for _ in 0..<31 {
    ours.append(nanoseconds(400) { _ = sanitizer.sanitize(html) })
    theirs.append(nanoseconds(400) { parseAlone(html.bytes) })
  }
  let (a, b) = (median(ours) / 1_000, median(theirs) / 1_000)
  print("  \(name) (\(html.bytes.count)): \(tenths(a)) / \(tenths(b)) / \(tenths(b / a * 100)) %")
}

func repeated(_ unit: String, after start: String = "") -> (String, String) {
  (start + unit, start + String(repeating: unit, count: 65_536 / unit.utf8.count))
}

let long = String(repeating: "y", count: 600)
let worst = [
  repeated("<div>"), repeated("<b>"), repeated("<b>x"), repeated("<ul><li>"), repeated("<p>x"),
  repeated("<p>x", after: "<b><i><u><s><em><strong>"), repeated("<x>", after: "<b><i><u>"),
  repeated(
    "<p><x>", after: "<a href=/><b><i><u><s><em><strong><small><code><tt><big><font><b><i><u><b><i><u>"),
  repeated("<p>x", after: "<a href=\"https://x.example/\(long)\">"),
  repeated("<a href=\"https://x/\">y"), repeated("<b><p></b>"), repeated("<b x=1><i>"), repeated("</i>"),
  repeated("</i>", after: String(repeating: "<b>", count: 300)), repeated("&a"), repeated("&amp;"),
  repeated("&CounterClockwiseContourIntegra"), repeated("&#1"), repeated("<"), repeated("</"), repeated("<!"),
  repeated("<!--"), repeated("--", after: "<!--"), repeated("<b a=1 b=2 href=3 title=4 "),
  repeated("a=1 ", after: "<b "),
  repeated("</scrip", after: "<script>"), repeated("<!--<script>", after: "<script>"), repeated("<svg><p>"),
  repeated("<math><mi>"), repeated("<table><tr><td>"), repeated("<table>"), repeated("<select>"),
  repeated("<dl><dt><dd>"), repeated("\u{1F680}"), repeated("\0"), repeated("\u{A0}"), repeated("&"),
  repeated("<a href='../x'>y</a>"), repeated("<li><p>"), repeated("<span></p>"),
  repeated("]]>", after: "<svg><![CDATA["),
  repeated("</p>"), repeated("<br>"), repeated("<object><p>"), repeated("<button>"), repeated("<h3><h4>"),
  repeated("<i></b>", after: String(repeating: "<b><div>", count: 100)), repeated("<font color=1></font>"),
]
print("64 KB of the worst, ms of CPU time, best of 3:")
let times = worst.map { name, input in
  let html = UntrustedHTML(input)
  return (name, (0..<3).map { _ in nanoseconds(1) { _ = sanitizer.sanitize(html) } }.min() ?? 0)
}
for (name, time) in times.sorted(by: { $0.1 > $1.1 }).prefix(8) {
  print("  \(tenths(time / 1e6))  \(name.prefix(60))")
}
