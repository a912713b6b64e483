import Foundation
import JSON
import Records
import System
import TestSupport
import Testing

@Suite("The forms of lists")
struct FormTests {
  @Test(
    "A form is detected by its first bytes",
    arguments: [
      (#"[{"name": "Ada"}, {"name": "Bo"}]"#, RecordForm.json, []),
      ("[\n  {\n    \"name\": \"Ada\"\n  },\n  {\n    \"name\": \"Bo\"\n  }\n]\n", .json, []),
      ("\u{FEFF} \n[{\"name\": \"Ada\"}, {\"name\": \"Bo\"}]", .json, []),
      (#"{"type": "FeatureCollection", "features": [{"name": "Ada"}, {"name": "Bo"}]}"#, .json, ["features"]),
      (#"{"1": {"name": "Ada", "age": 7}, "2": {"name": "Bo"}}"#, .json, []),
      ("{\"name\": \"Ada\"}\n\n{\"name\": \"Bo\"}\n", .jsonLines, []),
      ("name,town\nAda,Rome\nBo,Oslo\n", .csv, []),
      ("\u{FEFF}name;town\r\nAda;Rome\r\nBo;\"Oslo; North\"\r\n", .csv, []),
      ("name\ttown\rAda\tRome\rBo\tOslo", .csv, []),
      (
        "<rss><channel><title>x</title><item><name>Ada</name></item><item><name>Bo</name></item></channel></rss>",
        .xml, ["channel", "item"]
      ),
      ("<feed><entry><name>Ada</name></entry><entry><name>Bo</name></entry></feed>", .xml, ["entry"]),
      (
        "<?xml version=\"1.0\"?><a><n/><n/><people><p><name>Ada</name></p><p><name>Bo</name></p></people></a>",
        .xml, ["people", "p"]
      ),
    ])
  func recognised(text: String, form: RecordForm, entries: [String]) throws {
    let list = try List(text)
    #expect(list.form == form)
    #expect(list.entries == entries)
    #expect(list["name"] == ["Ada", "Bo"])
    let packed = try #require(Gzip.compress(Array(text.utf8)))
    #expect(try List(packed).records == list.records)
  }

  @Test(
    "Files that are not lists are refused in one sentence",
    arguments: [
      ("", "it is empty (line 1)"),
      ("\n \n", "it is empty (line 1)"),
      ("<!DOCTYPE html><p>", "it is not a list but a web page (line 1)"),
      ("PK\u{3}\u{4}…", "it is a damaged ZIP archive; save or download it again"),
      ("a\0b", "it is not a list but a binary file, or text that is not in UTF-8 or marked UTF-16"),
      (
        "// from a.example\n[{\"a\": 1}]",
        "it begins with a comment, which JSON does not have; take it out (line 1)"
      ),
      (
        #"[1, "Ada"]"#,
        #"none of the 2 elements of the list is an object with named fields, such as {"name": "Ada"}"#
      ),
      ("[{\"a\": 1},\n{\"a\": }]", "it is not valid JSON: expected a value, found \"}\" (line 2)"),
      ("{\"a\": 1}\n{\"a\" 2}\n", "it is not valid JSON: expected a colon, found \"2\" (line 2)"),
      ("[{\"a\": 1}", "it is not valid JSON: expected a comma or ], found the end (line 1)"),
      ("name,town\nAda,\"Rome\nBo,Oslo\n", "a quotation mark is never closed (line 2)"),
      ("name,town\n\"Ada\nL\",Rome\nBo,\"Oslo\n", "a quotation mark is never closed (line 4)"),
      (
        "{\"info\": {\"n\": 1}, \"results\": [{\"a\": 1}, {\"a\": 2}]}",
        "it is an object, not a list; \"entries\": \"results\" has 2 records (line 1)"
      ),
      (
        "{\"a\": 1, \"b\": [1]}",
        "it is an object, not a list, and has no list of objects (line 1)"
      ),
      ("<a><b/><c/></a>", "it has no list: no element of <a> is repeated (line 1)"),
      (
        "<!DOCTYPE a [<!ENTITY x \"y\">]>\n<a><b>&x;</b><b/></a>",
        "it declares entities, which are not read (line 2)"
      ),
    ])
  func refused(text: String, reason: String) {
    let error = thrown(RecordsError.self) { try List(text) }
    #expect(error?.description == reason)
  }

  @Test(
    "The refusal says what the file is",
    arguments: [
      ("---\nname: Ada\ntown: Rome\n", "YAML"),
      ("people:\n  - name: Ada\n    town: Rome\n  - name: Bo\n", "YAML"),
      ("name: Ada\ntown: Rome, Lazio\nborn: 1815\n", "YAML"),
      ("# settings\n[server]\nport = 80\nhost = \"a\"\n", "TOML"),
      ("a = 1\nb = two\n\n[c]\nd = 3\n", "TOML"),
      ("# My list\n\nSome words, and more.\n\n- Ada\n- Bo\n", "Markdown"),
      ("| a | b |\n|---|:-:|\n| 1 | 2 |\n", "Markdown"),
      ("Title\n=====\n\nSome words.\n\n## More\n", "Markdown"),
      ("#!/bin/sh\necho a\n", "program"), ("\u{7F}ELF\u{2}\u{1}", "program"), ("MZ\u{90}\0\u{3}", "binary"),
      ("import os, sys\n\ndef main():\n    for a in b:\n        print(a)\n", "source code"),
      ("#include <a.h>\nint main(void) {\n  return 0;\n}\n", "source code"),
      ("import JSON\n\nstruct A {\n  let b: Int\n}\n", "source code"),
      ("/* x */\nself.x = (a) => {\n  b();\n}\n", "source code"),
      ("# All tasks\nA ?= b\nB := c\n\nall:\n\techo\n", "source code"),
      ("// x\n[\n  {\n    \"a\": 1\n  }\n]\n", "a comment, which JSON does not have"),
      ("-- dump\nCREATE TABLE a (b, c);\nINSERT INTO a VALUES (1, 2);\n", "SQL"),
      ("From: a@b.example\nTo: c@d.example\nSubject: List\n\nHello\n", "e-mail"),
      ("%PDF-1.7\n", "PDF"), ("{\\rtf1\\ansi}", "text document"), ("PAR1\u{15}", "Parquet"),
      ("GIF89a", "picture"),
    ])
  func named(text: String, name: String) {
    let error = thrown(RecordsError.self) { try List(text) }
    #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
  }

  @Test(
    "A column of texts stays a list",
    arguments: [
      "Ada\nBo\nCy\n", "title\nDune: Part One\nAlien: Covenant\n", "Dune: Part One\nAlien: Covenant\n",
      "words\nfor you\nlet us go\nimport duties\n", "notes\n# 1\n# 2\n", "a-b\n- c\n- d\n",
    ])
  func column(text: String) throws {
    #expect(try List(text).form == .csv)
  }

  @Test(
    "An XML fault has a line and a kind, but no text of the document",
    arguments: [
      ("<a>\n<secret>\n</c></a>", "an end tag does not match its start tag (line 3)"),
      ("<a><secret/>\n", "it ends within an element (line 1)"),
      (
        "<a><b c=secret/><b/></a>", "a tag whose > or whose quotation marks are missing (line 1)"
      ),
    ])
  func xmlFault(text: String, fault: String) {
    let error = thrown(RecordsError.self) { try List(text, entries: ["b"]) }
    #expect(error?.description == "it is not valid XML: \(fault)")
  }

  @Test("The error of a wrong path names the longest list")
  func missing() {
    let error = thrown(RecordsError.self) {
      try List(#"{"data": {"people": [{"a": 1}]}}"#, entries: ["data", "persons"])
    }
    #expect(
      error?.description
        == #"it has no list "data.persons"; "entries": "data.people" has 1 records (line 1)"#)
  }

  @Test("The document is read to its end, and a truncated one is refused")
  func rest() throws {
    #expect(try List(#"{"r": [{"a": 1}], "z": {"n": [2]}}"#, entries: ["r"]).records.count == 1)
    #expect(throws: RecordsError.self) { try List(#"{"r": [{"a": 1}], "z": "#, entries: ["r"]) }
  }

  @Test("Records of an object of objects have their keys")
  func keys() throws {
    let list = try List(
      #"{"q": {"pages": {"7": {"title": "Ada"}, "9": {"title": "Bo"}}}}"#, entries: ["q", "pages"])
    #expect(list["@key"] == ["7", "9"])
    #expect(list["title"] == ["Ada", "Bo"])
  }
}
