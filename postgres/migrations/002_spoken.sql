-- Where each turn stands and who said it, so that evidence is found without
-- reading the sessions. A turn that erasure emptied stays here: it holds no text.

CREATE TABLE spoken (
	dyad    BIGINT NOT NULL REFERENCES dyads (id),
	turn    TEXT   COLLATE "C" NOT NULL,
	session TEXT   COLLATE "C" NOT NULL,
	speaker TEXT   NOT NULL,
	PRIMARY KEY (dyad, turn)
);

INSERT INTO spoken (dyad, turn, session, speaker)
	SELECT s.dyad, t ->> 'id', s.id, t ->> 'speaker'
	FROM sessions s, jsonb_array_elements(CASE jsonb_typeof(s.turns) WHEN 'array' THEN s.turns ELSE '[]' END) t ORDER BY s.came
	ON CONFLICT DO NOTHING;
