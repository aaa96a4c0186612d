-- The keys by which callers of the service are let in. The key itself is not
-- kept, only its hash.

CREATE TABLE api_keys (
	id      TEXT    NOT NULL PRIMARY KEY,
	hash    TEXT    NOT NULL UNIQUE,
	name    TEXT    NOT NULL,
	role    TEXT    NOT NULL,
	agent   TEXT    NOT NULL, -- empty: any
	user    TEXT    NOT NULL, -- empty: any
	created INTEGER NOT NULL  -- microseconds
) STRICT, WITHOUT ROWID;
