"""Show files and spreadsheets for tests."""

import zipfile

DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def show_document(name, feed, /, aspect="1:1", **more):
    """The smallest valid show file, with more members."""
    return {
        "name": name, "shortName": name, "packageID": f"org.example.{name.lower().replace(' ', '')}", "feed": feed,
        "looks": {"accent": "#0b5d8a", "tile": "#c9dcef", "pictureAspect": aspect, "icon": "icons/show.svg"},
    } | more


def workbook(path, number=None, **sheets):
    """An Excel workbook of texts, but for the column of numbers below its head."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        names = "".join(f"<sheet name='{name}' r:id='{name}'/>" for name in sheets)
        archive.writestr("xl/workbook.xml", f"<workbook xmlns:r='{DOCUMENT}'><sheets>{names}</sheets></workbook>")
        links = "".join(f"<Relationship Id='{name}' Type='a' Target='{name}.xml'/>" for name in sheets)
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>")
        for name, rows in sheets.items():
            kinds = ["" if column == number else " t='str'" for column in range(len(rows[0]))]
            cells = ["".join(
                f"<c{kind if line else kinds[0]}><v>{cell}</v></c>" for kind, cell in zip(kinds, row, strict=False))
                for line, row in enumerate(rows)]
            lines = "".join(f"<row>{row}</row>" for row in cells)
            archive.writestr(f"xl/{name}.xml", f"<worksheet><sheetData>{lines}</sheetData></worksheet>")
