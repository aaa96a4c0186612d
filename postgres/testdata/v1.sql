-- A database of schema version 1, as that version left it.
CREATE TABLE changes (
    dyad bigint NOT NULL,
    rev bigint NOT NULL,
    change jsonb NOT NULL
);
CREATE TABLE dyadmem_schema (
    version integer NOT NULL
);
CREATE TABLE dyads (
    id bigint NOT NULL,
    agent text NOT NULL COLLATE pg_catalog."C",
    "user" text NOT NULL COLLATE pg_catalog."C",
    rev bigint DEFAULT 0 NOT NULL
);
ALTER TABLE dyads ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dyads_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE entries (
    dyad bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    record jsonb NOT NULL
);
CREATE TABLE graves (
    dyad bigint NOT NULL,
    hash text NOT NULL,
    at text NOT NULL
);
CREATE TABLE sessions (
    came bigint NOT NULL,
    dyad bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    status text NOT NULL,
    attempts integer NOT NULL,
    reason text NOT NULL,
    head jsonb NOT NULL,
    turns jsonb NOT NULL
);
ALTER TABLE sessions ALTER COLUMN came ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME sessions_came_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE vectors (
    text text NOT NULL,
    embedder text NOT NULL,
    vector real[] NOT NULL
);
INSERT INTO changes VALUES (1, 1, '{"at": "2026-03-02T09:00:00+08:00", "ops": [{"entry": {"at": "2026-03-02T09:00:00+08:00", "key": "erd1gwxjz73n09", "kind": "fact", "content": "茶=绿茶", "evidence": ["s1.1"]}, "action": "add", "evidence": ["s1.1"]}], "rev": 1, "actor": "rules", "session": "s1", "captured": 1, "recorded": "2026-03-02T09:00:00+08:00"}');
INSERT INTO changes VALUES (1, 2, '{"at": "2026-03-03T09:00:00+08:00", "ops": [{"entry": {"at": "2026-03-03T09:00:00+08:00", "key": "ej21cdf4dt6kvy", "kind": "fact", "content": "茶=红茶", "evidence": ["s2.1"]}, "action": "add", "evidence": ["s2.1"]}, {"why": "corrected", "entry": {"key": "erd1gwxjz73n09"}, "action": "invalidate", "successor": "ej21cdf4dt6kvy"}], "rev": 2, "actor": "rules", "session": "s2", "captured": 1, "recorded": "2026-03-02T09:00:00+08:00"}');
INSERT INTO dyadmem_schema VALUES (1);
INSERT INTO dyads OVERRIDING SYSTEM VALUE VALUES (1, 'desk', 'u1', 2);
INSERT INTO entries VALUES (1, 'ej21cdf4dt6kvy', 'active', '{"at": "2026-03-03T09:00:00+08:00", "key": "ej21cdf4dt6kvy", "kind": "fact", "order": 2097152, "since": "2026-03-03T09:00:00+08:00", "state": "active", "content": "茶=红茶", "evidence": ["s2.1"]}');
INSERT INTO entries VALUES (1, 'erd1gwxjz73n09', 'invalid', '{"at": "2026-03-02T09:00:00+08:00", "key": "erd1gwxjz73n09", "why": "corrected", "kind": "fact", "order": 1048576, "since": "2026-03-03T09:00:00+08:00", "state": "invalid", "content": "茶=绿茶", "evidence": ["s1.1"], "successor": "ej21cdf4dt6kvy"}');
INSERT INTO sessions OVERRIDING SYSTEM VALUE VALUES (1, 1, 's1', 1772413200000000, 'applied', 0, '', '{"at": "2026-03-02T09:00:00+08:00", "id": "s1", "lang": "zh", "digest": "CPjKZE5kMqzedrRNgcU_1w.bTngmMK1MhJde8hSx6P6BAkoZ-zPzPAXViUxDN_1-BM", "status": "", "received": "2026-03-02T09:00:00+08:00"}', '[{"id": "s1.1", "text": "茶=绿茶", "speaker": "user"}]');
INSERT INTO sessions OVERRIDING SYSTEM VALUE VALUES (2, 1, 's2', 1772499600000000, 'applied', 0, '', '{"at": "2026-03-03T09:00:00+08:00", "id": "s2", "lang": "zh", "digest": "swfcEIknzcY8NpaTpt39Vg.paLf9IQ-NybwZ4bpYsdkPRQDXpUiSeWhOqX9pRWlX74", "status": "", "received": "2026-03-02T09:00:00+08:00"}', '[{"id": "s2.1", "text": "茶=红茶", "speaker": "user"}]');
SELECT pg_catalog.setval('dyads_id_seq', 1, true);
SELECT pg_catalog.setval('sessions_came_seq', 2, true);
ALTER TABLE ONLY changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (dyad, rev);
ALTER TABLE ONLY dyads
    ADD CONSTRAINT dyads_agent_user_key UNIQUE (agent, "user");
ALTER TABLE ONLY dyads
    ADD CONSTRAINT dyads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (dyad, key);
ALTER TABLE ONLY graves
    ADD CONSTRAINT graves_pkey PRIMARY KEY (dyad, hash);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (dyad, id);
ALTER TABLE ONLY vectors
    ADD CONSTRAINT vectors_pkey PRIMARY KEY (text, embedder);
CREATE INDEX dyads_by_user ON dyads USING btree ("user");
CREATE INDEX sessions_by_time ON sessions USING btree (dyad, at, came);
CREATE INDEX sessions_waiting ON sessions USING btree (dyad, at, came) WHERE (status <> 'applied'::text);
ALTER TABLE ONLY changes
    ADD CONSTRAINT changes_dyad_fkey FOREIGN KEY (dyad) REFERENCES dyads(id);
ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_dyad_fkey FOREIGN KEY (dyad) REFERENCES dyads(id);
ALTER TABLE ONLY graves
    ADD CONSTRAINT graves_dyad_fkey FOREIGN KEY (dyad) REFERENCES dyads(id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_dyad_fkey FOREIGN KEY (dyad) REFERENCES dyads(id);
