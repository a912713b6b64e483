"""Opens a page in the Chromium 87 of Debian's QtWebEngine and prints the result of a script as JSON.

    chromium87.py ADDRESS WIDTH HEIGHT SCRIPT [PICTURE]

Runs with Debian's Python, which has its modules.
"""

import json
import sys

from PyQt5.QtCore import QTimer, QUrl
from PyQt5.QtWebEngineWidgets import QWebEngineView
from PyQt5.QtWidgets import QApplication


def main(address, width, height, script, picture=None):
    app = QApplication([sys.argv[0], "--no-sandbox", "--disable-gpu"])
    view = QWebEngineView()
    view.resize(int(width), int(height))
    view.show()

    def answer(value):
        print(json.dumps(value), flush=True)
        if picture:
            view.grab().save(picture)
        app.quit()

    # The first frame follows the load.
    view.loadFinished.connect(lambda _: QTimer.singleShot(500, lambda: view.page().runJavaScript(script, answer)))
    view.load(QUrl(address))
    app.exec_()


main(*sys.argv[1:])
