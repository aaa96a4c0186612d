-- What an engine must not lose. Every table but vectors is found by dyad.

CREATE TABLE dyads (
	id    INTEGER PRIMARY KEY,
	agent TEXT    NOT NULL,
	user  TEXT    NOT NULL, -- empty: the commons of the agent
	rev   INTEGER NOT NULL DEFAULT 0,
	UNIQUE (agent, user)
) STRICT;

-- The operation log. change is a dyadmem.Change as JSON.
CREATE TABLE changes (
	dyad   INTEGER NOT NULL REFERENCES dyads (id),
	rev    INTEGER NOT NULL,
	change BLOB    NOT NULL,
	PRIMARY KEY (dyad, rev)
) STRICT, WITHOUT ROWID;

-- The fold of the log. record is a dyadmem.Record as JSON.
CREATE TABLE entries (
	dyad   INTEGER NOT NULL REFERENCES dyads (id),
	key    TEXT    NOT NULL,
	state  TEXT    NOT NULL,
	record BLOB    NOT NULL,
	PRIMARY KEY (dyad, key)
) STRICT, WITHOUT ROWID;

-- head is a dyadmem.Accepted without turns and progress, turns its turns, both
-- as JSON. at is its time in microseconds since 1970.
CREATE TABLE sessions (
	came     INTEGER PRIMARY KEY AUTOINCREMENT,
	dyad     INTEGER NOT NULL REFERENCES dyads (id),
	id       TEXT    NOT NULL,
	at       INTEGER NOT NULL,
	status   TEXT    NOT NULL,
	attempts INTEGER NOT NULL,
	reason   TEXT    NOT NULL,
	head     BLOB    NOT NULL,
	turns    BLOB    NOT NULL,
	UNIQUE (dyad, id)
) STRICT;
CREATE INDEX sessions_by_time ON sessions (dyad, at, came);
CREATE INDEX sessions_waiting ON sessions (dyad, at, came) WHERE status <> 'applied';

-- Keyed hashes of what was erased.
CREATE TABLE graves (
	dyad INTEGER NOT NULL REFERENCES dyads (id),
	hash TEXT    NOT NULL,
	at   TEXT    NOT NULL,
	PRIMARY KEY (dyad, hash)
) STRICT, WITHOUT ROWID;

-- A cache: text is a hash, vector its 32-bit floats, little endian.
CREATE TABLE vectors (
	text     TEXT NOT NULL,
	embedder TEXT NOT NULL,
	vector   BLOB NOT NULL,
	PRIMARY KEY (text, embedder)
) STRICT, WITHOUT ROWID;
