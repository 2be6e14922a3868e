"""What a game's report argues: `<game>.argument(rules, told, watch)`, with the rooms it needs."""
