"""What a file is that is no text in UTF-8, or no table with commas, in words for a message."""

import codecs

_PACKED = {
    b"\x1f\x8b": "compressed by gzip: unpack it first",
    b"BZh": "compressed by bzip2: unpack it first",
    b"\xfd7zXZ": "compressed by xz: unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed by zstd: unpack it first",
    b"PK\x03\x04": "a zip archive or a spreadsheet: unpack it, or save it as CSV",
    codecs.BOM_UTF32_LE: "text in UTF-32: save it in UTF-8",
    codecs.BOM_UTF16_LE: "text in UTF-16: save it in UTF-8",
    codecs.BOM_UTF16_BE: "text in UTF-16: save it in UTF-8",
}
_SEPARATORS = {"\t": "tabs", ";": "semicolons", "|": "bars"}
_OF_WIDE_TEXT = 3  # at least one byte in three is zero


def kind_of_bytes(content: bytes) -> str:
    r"""Return what these first bytes of a file are that are no text of bytes, "" for such a text.

    >>> kind_of_bytes("1,2".encode("utf-16")), kind_of_bytes(b"1\0,\0002\0"), kind_of_bytes(b"1,2")
    ('text in UTF-16: save it in UTF-8', 'text in UTF-16: save it in UTF-8', '')
    """
    for beginning, kind in _PACKED.items():
        if content.startswith(beginning):
            return kind
    if not (zeros := content.count(0)):
        return ""
    is_wide = len(content) > zeros >= len(content) / _OF_WIDE_TEXT
    return "text in UTF-16: save it in UTF-8" if is_wide else "a binary file: name a text file"


def kind_of_file(content: bytes) -> str:
    """Return what a file is that must be text in UTF-8, "" if it may be that.

    >>> kind_of_file("é".encode()), kind_of_file("é".encode("latin-1"))
    ('', 'not in UTF-8, perhaps in Latin-1: save it in UTF-8')
    """
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return kind_of_bytes(content) or "not in UTF-8, perhaps in Latin-1: save it in UTF-8"
    return kind_of_bytes(content)


def hint(text: str) -> str:
    r"""Return why a text may be no integer and no header, as the end of a message.

    >>> hint("points\twon"), hint("points")
    ('; its columns are separated by tabs: separate them by commas', '')
    """
    if kind := kind_of_file(text.encode("utf-8", "surrogateescape")):
        return f"; it is {kind}"
    found = [name for mark, name in _SEPARATORS.items() if mark in text and "," not in text]
    return f"; its columns are separated by {found[0]}: separate them by commas" if found else ""
