#!/usr/bin/env python3
"""Measures lists of 4,000 records in each form beside the same values as JSON: CPU time of `new` and `check`.

    forms.py PROGRAM [ROUNDS]

`new` guesses a show of the list as `open` does, `check` reads the list by the show's file. It has no pass or fail.
"""
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import zipfile

COUNT = 4_000
ROOT = pathlib.Path(__file__).resolve().parents[2]


def works(count):
    for number in range(count):
        yield {"title": f"On mills and rivers, part {number}", "author": [f"Ada Lane{number % 97}", "Bo Dale"],
               "year": str(1950 + number % 70), "journal": f"Journal of Mills {number % 40}",
               "abstract": f"The {number}th of some words about wheels, weirs and the people who keep them. " * 2,
               "url": f"https://mills.example/{number}", "keywords": ["mills", f"rivers {number % 9}"]}


def ris(rows):
    tags = {"title": "TI", "author": "AU", "year": "PY", "journal": "JO", "abstract": "AB", "url": "UR",
            "keywords": "KW"}
    lines = []
    for row in rows:
        lines.append("TY  - JOUR")
        for name, value in row.items():
            lines += [f"{tags[name]}  - {one}" for one in (value if isinstance(value, list) else [value])]
        lines.append("ER  - \n")
    return "\n".join(lines)


def bibtex(rows):
    joints = {"author": " and ", "keywords": ", "}
    return "\n".join(
        f"@article{{w{number},\n" + "".join(
            f"  {name} = {{{joints[name].join(value) if name in joints else value}}},\n" for name, value in row.items())
        + "}" for number, row in enumerate(rows))


def events(count):
    for number in range(count):
        yield {"title": f"Open day {number}", "start": f"2031-{number % 12 + 1:02}-{number % 28 + 1:02}T19:30:00",
               "end": f"2031-{number % 12 + 1:02}-{number % 28 + 1:02}T21:00:00", "location": f"Mill {number % 40}",
               "description": f"The {number}th of some words about wheels, weirs and the people who keep them. ",
               "url": f"https://mills.example/{number}", "uid": f"{number}@mills.example"}


def calendar(rows):
    tags = {"title": "SUMMARY", "start": "DTSTART", "end": "DTEND", "location": "LOCATION",
            "description": "DESCRIPTION", "url": "URL", "uid": "UID"}
    lines = ["BEGIN:VCALENDAR"]
    for row in rows:
        lines.append("BEGIN:VEVENT")
        lines += [f"{tags[name]}:{value.replace('-', '').replace(':', '') if name in ('start', 'end') else value}"
                  for name, value in row.items()]
        lines.append("END:VEVENT")
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def marks(count):
    for number in range(count):
        yield {"title": f"Mill {number} by the river", "url": f"https://mills.example/{number}",
               "added": str(1_600_000_000 + 1_000 * number), "tags": "mills,rivers",
               "description": f"The {number}th of some words about wheels, weirs and the people who keep them."}


def bookmarks(rows):
    return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n" + "\n".join(
        f'<DT><A HREF="{row["url"]}" ADD_DATE="{row["added"]}" LAST_VISIT="1" TAGS="{row["tags"]}">'
        f"{row['title']}</A>\n<DD>{row['description']}" for row in rows) + "\n</DL>"


def times(count):
    for number in range(count):
        yield {"name": f"Mill {number}", "opens": f"{number % 12:02}:{number % 60:02}",
               "closes": f"{12 + number % 12}:30", "town": f"Town {number % 90}", "link": f"https://mills.example/{number}"}


def cell(text, reference):
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'


def workbook(path, rows):
    rows = list(rows)
    head = "".join(cell(name, f"{letter}1") for letter, name in zip("ABCD", rows[0]))
    body = "".join(
        f'<row r="{number}">'
        + "".join(cell(row[name], f"{letter}{number}") for letter, name in zip("ABCD", row)) + "</row>"
        for number, row in enumerate(rows, 2))
    links = "".join(f'<hyperlink ref="A{number}" r:id="l{number}"/>' for number in range(2, len(rows) + 2))
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "xl/workbook.xml":
            f'<workbook xmlns:r="{kind}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
            f'<Relationships><Relationship Id="r1" Type="{kind}/worksheet" Target="s.xml"/></Relationships>',
        "xl/s.xml": f'<worksheet xmlns:r="{kind}"><sheetData><row r="1">{head}</row>{body}</sheetData>'
                    f"<hyperlinks>{links}</hyperlinks></worksheet>",
        "xl/_rels/s.xml.rels": "<Relationships>" + "".join(
            f'<Relationship Id="l{number}" TargetMode="External" Target="{row["link"]}"/>'
            for number, row in enumerate(rows, 2)) + "</Relationships>",
    }
    return archive(path, parts)


def document(path, rows):
    rows = list(rows)

    def time(text):
        return (f'<table:table-cell office:value-type="time" office:time-value="PT{text[:2]}H{text[3:]}M00S">'
                f"<text:p>{text}</text:p></table:table-cell>")

    def words(text):
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    lines = ["".join(map(words, rows[0]))] + [
        "".join(time(value) if name in ("opens", "closes") else words(value) for name, value in row.items())
        for row in rows]
    names = "urn:oasis:names:tc:opendocument:xmlns"
    return archive(path, {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f'<office:document-content xmlns:office="{names}:office:1.0" xmlns:table="{names}:table:1.0" '
                       f'xmlns:text="{names}:text:1.0"><office:body><office:spreadsheet><table:table table:name="A">'
                       + "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
                       + "</table:table></office:spreadsheet></office:body></office:document-content>"})


def archive(path, parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return sum(map(len, parts.values()))


def text(make):
    def write(path, rows):
        return path.write_bytes(make(list(rows)).encode())
    return write


FORMS = {
    "works.ris": (works, text(ris)), "works.bib": (works, text(bibtex)), "links.xlsx": (times, workbook),
    "times.ods": (times, document), "days.ics": (events, text(calendar)), "marks.html": (marks, text(bookmarks)),
}


def seconds(program, *arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory(prefix="dramatis-bench-") as folder:
        folder = pathlib.Path(folder)
        for file, (make, write) in FORMS.items():
            size = write(folder / file, make(COUNT))
            (folder / f"{file}.json").write_text(json.dumps(list(make(COUNT))))
            took = {}
            for path in [file, f"{file}.json"]:
                show = f"{path.replace('.', '-')}"
                options = ["--config-dir", folder / "config", "--resources", ROOT]
                runs = []
                for _ in range(rounds):
                    (folder / "config" / f"{show}.json").unlink(missing_ok=True)
                    new = seconds(program, "new", show, "--feed-address", folder / path, *options)
                    runs.append((new, seconds(program, "check", folder / "config" / f"{show}.json")))
                took[path] = [statistics.median(times) for times in zip(*runs)]
            (new, check), (json_new, json_check) = took.values()
            print(f"{file}: {size / 1e6:.2f} MB; new {new:.2f} s, {new / json_new:.1f} x JSON; "
                  f"check {check:.2f} s, {check / json_check:.1f} x JSON", flush=True)


main()
