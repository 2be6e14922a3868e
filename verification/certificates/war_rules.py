"""The rules of War in a certificate."""

from montmort.verification.certificates.check import Form, between, unread, words_of
from montmort.verification.certificates.decks import DECK
from montmort.verification.certificates.forms import describe, one_of

WAR_WORDS = {
    "pick_up": ("winner-first", "loser-first", "first-player-first"),
    "shortfall": ("lose", "last-card", "second-takes"),
    "deuce_beats_ace": ("never", "battles", "always"),
}
WAR_RULES: Form = {
    **DECK,
    "face_down": describe(between(0), "Cards laid face down in a war."),
    "pick_up": describe(
        unread, "Whose cards go under the winner's hand first.", one_of(*WAR_WORDS["pick_up"])
    ),
    "shortfall": describe(
        unread, "What decides if cards for a war are lacking.", one_of(*WAR_WORDS["shortfall"])
    ),
    "deuce_beats_ace": describe(
        unread, "Where the lowest rank beats the highest.", one_of(*WAR_WORDS["deuce_beats_ace"])
    ),
    "turn_limit": describe(unread, "Turns, or none.", words_of),
}
