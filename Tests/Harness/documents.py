"""Show files for tests."""


def show_document(name, feed, /, aspect="1:1", **more):
    """The smallest valid show file, with more members."""
    return {
        "name": name, "shortName": name, "packageID": f"org.example.{name.lower().replace(' ', '')}", "feed": feed,
        "looks": {"accent": "#0b5d8a", "tile": "#c9dcef", "pictureAspect": aspect, "icon": "icons/show.svg"},
    } | more
