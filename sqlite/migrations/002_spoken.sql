-- Where each turn stands and who said it, so that evidence is found without
-- reading the sessions. A turn that erasure emptied stays here: it holds no text.

CREATE TABLE spoken (
	dyad    INTEGER NOT NULL REFERENCES dyads (id),
	turn    TEXT    NOT NULL,
	session TEXT    NOT NULL,
	speaker TEXT    NOT NULL,
	PRIMARY KEY (dyad, turn)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO spoken (dyad, turn, session, speaker)
	SELECT s.dyad, t.value ->> 'id', s.id, t.value ->> 'speaker' FROM sessions s, json_each(s.turns) t ORDER BY s.came;
