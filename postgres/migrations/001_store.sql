-- What an engine must not lose. Every table but vectors is found by dyad, so
-- that it can be partitioned, or distributed (Citus), by it.

CREATE TABLE dyads (
	id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	agent TEXT   COLLATE "C" NOT NULL,
	"user" TEXT  COLLATE "C" NOT NULL, -- empty: the commons of the agent
	rev   BIGINT NOT NULL DEFAULT 0,
	UNIQUE (agent, "user")
);
CREATE INDEX dyads_by_user ON dyads ("user");

-- The operation log. change is a dyadmem.Change.
CREATE TABLE changes (
	dyad   BIGINT NOT NULL REFERENCES dyads (id),
	rev    BIGINT NOT NULL,
	change JSONB  NOT NULL,
	PRIMARY KEY (dyad, rev)
);

-- The fold of the log. record is a dyadmem.Record.
CREATE TABLE entries (
	dyad   BIGINT NOT NULL REFERENCES dyads (id),
	key    TEXT   COLLATE "C" NOT NULL,
	state  TEXT   NOT NULL,
	record JSONB  NOT NULL,
	PRIMARY KEY (dyad, key)
);

-- head is a dyadmem.Accepted without turns and progress.
CREATE TABLE sessions (
	came     BIGINT GENERATED ALWAYS AS IDENTITY,
	dyad     BIGINT  NOT NULL REFERENCES dyads (id),
	id       TEXT    COLLATE "C" NOT NULL,
	at       BIGINT  NOT NULL, -- microseconds since 1970
	status   TEXT    NOT NULL,
	attempts INTEGER NOT NULL,
	reason   TEXT    NOT NULL,
	head     JSONB   NOT NULL,
	turns    JSONB   NOT NULL,
	PRIMARY KEY (dyad, id)
);
CREATE INDEX sessions_by_time ON sessions (dyad, at, came);
CREATE INDEX sessions_waiting ON sessions (dyad, at, came) WHERE status <> 'applied';

-- Keyed hashes of what was erased.
CREATE TABLE graves (
	dyad BIGINT NOT NULL REFERENCES dyads (id),
	hash TEXT   NOT NULL,
	at   TEXT   NOT NULL, -- RFC 3339, with the zone and the nanoseconds that it came with
	PRIMARY KEY (dyad, hash)
);

-- A cache: text is a hash, vector its 32-bit floats.
CREATE TABLE vectors (
	text     TEXT   NOT NULL,
	embedder TEXT   NOT NULL,
	vector   REAL[] NOT NULL,
	PRIMARY KEY (text, embedder)
);
