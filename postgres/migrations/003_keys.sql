-- The keys by which callers of the service are let in. The key itself is not
-- kept, only its hash.

CREATE TABLE api_keys (
	id      TEXT        COLLATE "C" PRIMARY KEY,
	hash    TEXT        NOT NULL UNIQUE,
	name    TEXT        NOT NULL,
	role    TEXT        NOT NULL,
	agent   TEXT        COLLATE "C" NOT NULL, -- empty: any
	"user"  TEXT        COLLATE "C" NOT NULL, -- empty: any
	created TIMESTAMPTZ NOT NULL
);
