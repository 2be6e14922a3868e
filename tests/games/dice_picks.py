"""The picks by which dice show given faces."""


def picks(*dice: int, faces: int = 6) -> list[int]:
    """Return the picks by which dice show these faces: how many a six, how many a five, ..."""
    found, left = [], len(dice)
    for face in range(faces, 0, -1):
        if left:
            found.append(dice.count(face))
            left -= dice.count(face)
    return found
