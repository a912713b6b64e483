#!/usr/bin/env python3
"""Writes the initial corpus of a target: seeds.py FOLDER records|sanitizer."""

import gzip
import io
import json
import re
import sqlite3
import sys
import zipfile
from pathlib import Path

FOLDER = Path(sys.argv[1])
ROWS = [(number, f"Thing {number}", f"Some words about it; {number % 3}") for number in range(5)]
OBJECTS = [{"id": row[0], "name": row[1], "about": {"text": row[2]}, "tags": ["a", None]} for row in ROWS]


def table(separator, end="\n", quote='"'):
    """The rows below a header."""
    rows = [("id", "name", "about"), *ROWS]
    return end.join(separator.join(f"{quote}{cell}{quote}" for cell in row) for row in rows)


def elements(names, before="", after=""):
    """An element per row, with an element per value."""
    record = names.pop()
    inner = "".join(
        f"<{record} a='{row[0]}'><title>{row[1]}</title><link href='/{row[0]}'/><t><![CDATA[<b>]]>&amp;</t></{record}>"
        for row in ROWS
    )
    return f"{before}{inner}{after}"


def database():
    """An SQLite file with a table, a view and a value of each type."""
    connection = sqlite3.connect(":memory:")
    connection.execute("PRAGMA page_size = 512")
    connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, about BLOB, size REAL)")
    connection.executemany("INSERT INTO things VALUES (?, ?, ?, 1.5)", ROWS)
    connection.execute("CREATE VIEW named AS SELECT name AS title, NULL AS empty FROM things")
    connection.commit()
    return connection.serialize()


def geometry(kind, coordinates):
    """A feature of GeoJSON."""
    return {
        "type": "Feature",
        "properties": {"name": kind},
        "geometry": {"type": kind, "coordinates": coordinates},
    }


def archive(parts):
    """A ZIP archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return buffer.getvalue()


SHEET = "<sheetData>" + "".join(
    f"<row r='{row[0] + 1}'><c t='s'><v>0</v></c><c r='B{row[0] + 1}' s='1'><v>4544{row[0]}.5</v></c>"
    "<c t='inlineStr'><is><t>x</t></is></c></row>" for row in ROWS) + "</sheetData><mergeCell ref='A2:A4'/>"
SHEET += "<hyperlink ref='A2' r:id='a'/>"
CONTENT = "<table:table table:name='A'>" + "".join(
    "<table:table-row table:number-rows-repeated='2'><table:table-cell><text:p>"
    f"<text:a xlink:href='https://a.example/'>{row[1]}</text:a></text:p></table:table-cell>"
    "<table:table-cell office:value-type='date' office:date-value='2024-05-31'/></table:table-row>" for row in ROWS
) + "</table:table>"
BINDINGS = [{"item": {"type": "uri", "value": f"http://a.example/{row[0]}"}} for row in ROWS]
BINDINGS += [{**BINDINGS[0], "itemLabel": {"xml:lang": "en", "value": "Ada"}, "at": {"value": "Point(1 2)"}}]
SEEDS = {
    "array.json": json.dumps(OBJECTS),
    "under.json": json.dumps({"count": 5, "next": "https://a.example/?page=2", "results": OBJECTS}),
    "object.json": json.dumps({f"key{row[0]}": {"name": row[1]} for row in ROWS}),
    "twice.json": '[{"name": "Ada", "name": "Bo", "n": -1.5e3}, {"name": "\\ud83d\\ude00", "n": true}]',
    "lines.jsonl": "\n".join(json.dumps(record) for record in OBJECTS),
    "comma.csv": table(","),
    "semicolon.csv": table(";", "\r\n", ""),
    "tab.tsv": table("\t", "\r", ""),
    "bar.csv": "\n\nA list\n\n" + table("|", quote=""),
    "separator.csv": "sep=;\n" + table(";", quote=""),
    "quotes.csv": 'name,"to""wn"\nAda,"Ro\nme"x\n"Bo",a "b"\n,\nshort\nlong,1,2,3',
    "latin.csv": table(",", quote="").replace("Some", "Übèr").encode("latin-1"),
    "mark.csv": b"\xef\xbb\xbf" + table(",").encode(),
    "utf16.csv": b"\xff\xfe" + table(",").encode("utf-16-le"),
    "utf16.xml": elements(["p"], "<?xml version='1.0' encoding='utf-16'?><a>", "</a>").encode("utf-16"),
    "points.geojson": json.dumps(
        {
            "type": "FeatureCollection",
            "features": [
                geometry("Point", [1.5, 50]),
                geometry("MultiPoint", [[1, 50], [2, 51]]),
                geometry("Polygon", [[[1, 50], [2, 51], [3, 50], [1, 50]]]),
            ],
        }
    ),
    "any.xml": elements(["p"], "<?xml version='1.0'?><a xml:base='http://a.example/b/' xmlns:m='urn:m'>", "</a>"),
    "declared.xml": elements(["p"], "<!DOCTYPE a SYSTEM 'a.dtd'><a>", "</a>"),
    "feed.rss": elements(["item"], "<rss version='2.0'><channel><title>x</title>", "</channel></rss>"),
    "feed.atom": elements(
        ["entry"],
        "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='b/'><link rel='next' href='?page=2'/>",
        "</feed>",
    ),
    "feed.rdf": elements(["item"], "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", "</rdf:RDF>"),
    "catalogue.opds": elements(
        ["entry"],
        "<feed xmlns='http://www.w3.org/2005/Atom'>",
        "<entry><title>Book</title><link rel='http://opds-spec.org/image' type='image/png' href='a.png'/>"
        "</entry></feed>",
    ),
    "nearly.xml": "<a>" + '<b c="a "b" <i d=\'1\'>">x & y &nbsp; &#8; 1 < 2 \x0b</b>' * 3 + "</a>",
    "nearly.json": '[{"name": "Ada", "n": NaN,}, {"name": "Bo", "n": [-Infinity, 1,]},]',
    "folders.opml": "<opml><body><outline text='A'><outline text='Ada' xmlUrl='u:1'/></outline></body></opml>",
    "places.kml": "<kml><Folder><name>A</name>"
    + "<Placemark><name>Ada</name><ExtendedData><Data name='h'><value>1</value></Data></ExtendedData>"
    "<Point><coordinates>1.5,2.5,0</coordinates></Point></Placemark>" * 3 + "</Folder></kml>",
    "ways.gpx": "<gpx>" + "<wpt lat='1.5' lon='2'><name>Ada</name></wpt>" * 3 + "<trk><trkpt lat='1'/></trk></gpx>",
    "library.xml": "<c>" + "<record><leader>x</leader><datafield tag='245'><subfield code='a'>Ada /</subfield>"
    "<subfield code='b'>x</subfield></datafield><tag k='name' v='y'/></record>" * 3 + "</c>",
    "posts.rss": "<rss><channel>"
    + "<item><guid>1</guid><description>&lt;p&gt;Some words &amp;amp; more.&lt;/p&gt;</description></item>" * 3
    + "</channel></rss>",
    "mixed.atom": "<feed xmlns='http://www.w3.org/2005/Atom'>" + "<entry><title type='xhtml'><div xmlns="
    "'http://www.w3.org/1999/xhtml'>One <em>&lt;</em> <hi>two</hi><br/></div></title></entry>" * 3 + "</feed>",
    "statuses.json": json.dumps(
        [
            {"id": row[0], "content": f"<p>{row[1]}</p>", "account": {"display_name": "A", "latlng": [1.5, 2]}}
            for row in ROWS
        ]
    ),
    "sparql.json": json.dumps({"head": {"vars": ["item"]}, "results": {"bindings": BINDINGS}}),
    "things.sqlite": database(),
    "sheet.xml": SHEET,
    "formats.xml": "<numFmts><numFmt numFmtId='200' formatCode='dd/mm/yy hh:mm;@'/></numFmts>"
                   "<cellXfs><xf numFmtId='200'/></cellXfs>",
    "content.xml": CONTENT,
    "book.xlsx": archive({
        "xl/workbook.xml": "<workbook><sheets><sheet name='A' id='a'/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels": "<r><Relationship Id='a' Type='a' Target='a.xml'/></r>",
        "xl/_rels/a.xml.rels": "<r><Relationship Id='a' Target='https://a.example/' TargetMode='External'/></r>",
        "xl/a.xml": f"<worksheet>{SHEET}</worksheet>"}),
    "book.ods": archive({"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
                         "content.xml": f"<a>{CONTENT}</a>"}),
    "cyrillic.csv": table(";", quote="").replace("Thing", "Предмет").encode("cp1251"),
    "japanese.csv": table(",", quote="").replace("Thing", "東京").encode("shift_jis"),
    "columns.json": json.dumps({"name": ["Ada", "Bo"], "born": [1815, None]}),
    "pandas.json": json.dumps({"name": {"0": "Ada", "1": "Bo"}, "born": {"0": 1815, "1": 1920}}),
    "split.json": json.dumps({"columns": ["name", "born"], "data": [["Ada", 1815], ["Bo", [1]]]}),
    "socrata.json": json.dumps({"meta": {"view": {"columns": [
        {"name": "sid", "dataTypeName": "meta_data"}, {"name": "name"}]}}, "data": [["a", "Ada"], ["b", "Bo"]]}),
    "rows.jsonl": '["name", "born"]\n["Ada", 1815]\n[{"name": "Bo"}]\n\x1e{"name": "Cy"}',
    "texts.json": json.dumps({"trees": ["Oak", "Elm", "Ash"]}),
    "work.json": json.dumps({"message": {"title": ["Ada"], "author": [{"name": "Bo"}, {"name": "Cy"}]}}),
    "notes.csv": "Ada's list\nSource: a, b\n\n" + table(",", quote=""),
    "spaces.xml": "<a><p><First Name>Ada</First Name><2020>1 <3</2020><5g/></p><p x='1'/></a>",
    "map.osm": "<osm><node id='1' lat='1' lon='2'/><way><nd ref='1'/><tag k='name' v='Ada'/></way></osm>",
    "track.gpx": "<gpx><metadata><name>x</name></metadata><trk><trkseg><trkpt lat='1' lon='2'/><trkpt/></trkseg></trk>"
                 "</gpx>",
    "one.xml": "<l:lido xmlns:l='u'><title>Ada</title><b/><b/></l:lido>",
    "cards.vcf": "BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:L=C3=A9;Ada\r\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nb\r\n"
                 "item1.ADR;TYPE=\"a:b\":;;x\\, y;\r\n z\r\nGEO:geo:1,2\r\nEND:VCARD\r\n",
    "days.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=x:20240531T120000\nSUMMARY:Ada\\nBo\nBEGIN:VALARM\n"
                "END:VALARM\nEND:VEVENT\nEND:VCALENDAR\n",
    "works.bib": '@string{a = "x"}\n@article{k, title = {A {B} \\"{o} \\ss c}, author = "L, A and B" # a, '
                 "year = 1999}\n@b(k,a=b",
    "marks.html": "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>F &amp; x</H3><DL><DT>"
                  "<A HREF=\"u:1\" ADD_DATE=\"1600000000\">Ada</A><DD>words</DL></DL>",
    "flat.fods": "<office:document xmlns:office='urn:o' xmlns:table='urn:t' xmlns:text='urn:x' xmlns:xlink='urn:l' "
                 f"office:mimetype='application/vnd.oasis.opendocument.spreadsheet'>{CONTENT}</office:document>",
    "photo.jpg": b"\xff\xd8\xff\xe1\0\x34Exif\0\0II*\0\x08\0\0\0\1\0\x0e\1\2\0\6\0\0\0\x1a\0\0\0\0\0\0\0Words\0"
                 b"\xff\xed\0\x24Photoshop 3.0\x008BIM\4\4\0\0\0\0\0\x08\x1c\2\x19\0\3abc\xff\xda",
    "comma.csv.gz": gzip.compress(table(",").encode(), mtime=0),
    "array.json.gz": gzip.compress(json.dumps(OBJECTS).encode(), mtime=0),
}
# The inputs of the named attacks; of an input in several pieces, the first.
FILES = sorted((Path(__file__).parents[1] / "Adapters/SanitizerTests/Attacks").glob("*.swift"))
INPUT = re.compile(r'Attack\(\s*"[^"]*",\s*(#?)"(.*)"\1(?:,|$)', re.MULTILINE)
FOUND = INPUT.findall("".join(file.read_text() for file in FILES))
ATTACKS = {str(number): text for number, (_, text) in enumerate(FOUND)}
for name, content in {"records": SEEDS, "sanitizer": ATTACKS}[sys.argv[2]].items():
    (FOLDER / name).write_bytes(content.encode() if isinstance(content, str) else content)
