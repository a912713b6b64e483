"""Show files and spreadsheets for tests."""

import zipfile

DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def show_document(name, feed, /, aspect="1:1", **more):
    """The smallest valid show file, with more members."""
    return {
        "name": name, "shortName": name, "packageID": f"org.example.{name.lower().replace(' ', '')}", "feed": feed,
        "looks": {"accent": "#0b5d8a", "tile": "#c9dcef", "pictureAspect": aspect, "icon": "icons/show.svg"},
    } | more


def workbook(path, **sheets):
    """An Excel workbook of texts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        names = "".join(f"<sheet name='{name}' r:id='{name}'/>" for name in sheets)
        archive.writestr("xl/workbook.xml", f"<workbook xmlns:r='{DOCUMENT}'><sheets>{names}</sheets></workbook>")
        links = "".join(f"<Relationship Id='{name}' Type='a' Target='{name}.xml'/>" for name in sheets)
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>")
        for name, rows in sheets.items():
            cells = ["".join(f"<c t='str'><v>{cell}</v></c>" for cell in row) for row in rows]
            lines = "".join(f"<row>{row}</row>" for row in cells)
            archive.writestr(f"xl/{name}.xml", f"<worksheet><sheetData>{lines}</sheetData></worksheet>")
