BEGIN;
CREATE TABLE repogen_collections (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
);
INSERT INTO "repogen_collections" VALUES (1, 'Author');
INSERT INTO "repogen_collections" VALUES (2, 'Note');
INSERT INTO "repogen_collections" VALUES (3, 'Label');
CREATE TABLE repogen_columns (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES repogen_collections (number),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL
);
INSERT INTO "repogen_columns" VALUES (1, 1, 'id', 'identity', 'p1_id');
INSERT INTO "repogen_columns" VALUES (2, 2, 'title', 'text', 'p2_title');
INSERT INTO "repogen_columns" VALUES (3, 2, 'id', 'identity', 'p3_id');
INSERT INTO "repogen_columns" VALUES (4, 3, 'id', 'identity', 'p4_id');
CREATE TABLE repogen_outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id BLOB NOT NULL UNIQUE,
    collection TEXT NOT NULL,
    record TEXT NOT NULL,
    operation INTEGER NOT NULL,
    base_tag TEXT,
    changed TEXT,
    -- NULL where it is the identity.
    idempotency_key TEXT,
    state INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    not_before REAL,
    failure_status INTEGER,
    failure_body BLOB,
    failure_message TEXT,
    failure_date REAL
);
INSERT INTO "repogen_outbox" VALUES (1, X'01A2161D16C7700092A3E0504FB22EF3', 'Author', 'a2', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (2, X'01A2161D16C7700092A3E0504FB22EF4', 'Note', 'n3', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (3, X'01A2161D16C7700092A3E0504FB22EF5', 'Note', 'n2', 2, '"1"', '{"body":"changed","stars":5}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (4, X'01A2161D16C8700089B4D0A137D63AA9', 'Note', 'n4', 3, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (5, X'01A2161D16C8700089B4D0A137D63AAA', 'Note', 'n5', 2, '"1"', '{"color":null}', NULL, 2, 0, NULL, 422, NULL, 'No color.', 800000000.0);
INSERT INTO "repogen_outbox" VALUES (6, X'01A2161D16C8700089B4D0A137D63AAB', 'Note', 'n6', 2, '"1"', '{"mood":"sad"}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (7, X'01A2161D16C8700089B4D0A137D63AAC', 'Label', 'l1', 1, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE repogen_values (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_values" VALUES ('referrer/Author/0/a2', CAST('["Note","n3"]' AS BLOB));
INSERT INTO "repogen_values" VALUES ('referrers/Author/a2', CAST('1' AS BLOB));
INSERT INTO "repogen_values" VALUES ('refers/Author/2/a2/Note/n3', CAST('0' AS BLOB));
INSERT INTO "repogen_values" VALUES ('repogen.store', CAST('9257ED8E-BE5C-4B69-817B-429055E861D4' AS BLOB));
CREATE TABLE repogen_text_order (version INTEGER NOT NULL);
INSERT INTO "repogen_text_order" VALUES (272634);
CREATE TABLE "records_1" (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT,
    base BLOB,
    tag TEXT,
    state INTEGER,
    confirmed REAL
, p1_id);
INSERT INTO "records_1" VALUES (1, 'a1', '{"id":"a1","name":"Ada"}', CAST('{"id":"a1","name":"Ada"}' AS BLOB), '"1"', 0, 800000000.0, NULL);
INSERT INTO "records_1" VALUES (2, 'a2', '{"id":"a2","name":"Bob"}', NULL, NULL, 1, NULL, NULL);
CREATE TABLE "records_2" (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT,
    base BLOB,
    tag TEXT,
    state INTEGER,
    confirmed REAL
, p2_title COLLATE repogen_text, p3_id);
INSERT INTO "records_2" VALUES (1, 'n1', '{"author":"a1","body":"Text","color":"red","id":"n1","mood":null,"stars":3,"title":"Title of n1"}', CAST('{"author":"a1","body":"Text","color":"red","id":"n1","mood":null,"stars":3,"title":"Title of n1"}' AS BLOB), '"1"', 0, 800000000.0, 'Title of n1', NULL);
INSERT INTO "records_2" VALUES (2, 'n2', '{"author":"a1","body":"changed","color":"red","id":"n2","mood":null,"stars":5,"title":"Title of n2"}', CAST('{"author":"a1","body":"Text","color":"red","id":"n2","mood":null,"stars":3,"title":"Title of n2"}' AS BLOB), '"1"', 1, 800000000.0, 'Title of n2', NULL);
INSERT INTO "records_2" VALUES (3, 'n4', '{"author":"a1","body":"Text","color":"red","id":"n4","mood":null,"stars":3,"title":"Title of n4"}', CAST('{"author":"a1","body":"Text","color":"red","id":"n4","mood":null,"stars":3,"title":"Title of n4"}' AS BLOB), '"1"', 5, 800000000.0, 'Title of n4', NULL);
INSERT INTO "records_2" VALUES (4, 'n5', '{"author":"a1","body":"Text","color":null,"id":"n5","mood":null,"stars":3,"title":"Title of n5"}', CAST('{"author":"a1","body":"Text","color":"red","id":"n5","mood":null,"stars":3,"title":"Title of n5"}' AS BLOB), '"1"', 3, 800000000.0, 'Title of n5', NULL);
INSERT INTO "records_2" VALUES (5, 'n6', '{"author":"a1","body":"Text","color":"red","id":"n6","mood":"sad","stars":3,"title":"Title of n6"}', CAST('{"author":"a1","body":"Text","color":"red","id":"n6","mood":null,"stars":3,"title":"Title of n6"}' AS BLOB), '"1"', 1, 800000000.0, 'Title of n6', NULL);
INSERT INTO "records_2" VALUES (6, 'n3', '{"author":"a2","body":"new","color":null,"id":"n3","mood":null,"stars":3,"title":"Title"}', NULL, NULL, 1, NULL, 'Title', NULL);
CREATE TABLE repogen_versions (
    collection TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_versions" VALUES ('Author', 1);
INSERT INTO "repogen_versions" VALUES ('Label', 1);
INSERT INTO "repogen_versions" VALUES ('Note', 1);
CREATE TABLE "records_3" (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT,
    base BLOB,
    tag TEXT,
    state INTEGER,
    confirmed REAL
, p4_id);
INSERT INTO "records_3" VALUES (1, 'l1', '{"id":"l1","name":"new"}', CAST('{"id":"l1","name":"old"}' AS BLOB), '"1"', 1, 800000000.0, NULL);
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" VALUES ('repogen_collections', 3);
INSERT INTO "sqlite_sequence" VALUES ('repogen_columns', 4);
INSERT INTO "sqlite_sequence" VALUES ('repogen_outbox', 8);
CREATE INDEX repogen_outbox_record ON repogen_outbox (record, collection);
CREATE INDEX repogen_outbox_state ON repogen_outbox (state, sequence)
    WHERE state <> 0;
CREATE INDEX state_of_1 ON "records_1" (state)
WHERE state <> 0;
CREATE INDEX records_1_p1_id ON "records_1" (p1_id) WHERE state <> 5 AND p1_id NOT NULL;
CREATE INDEX state_of_2 ON "records_2" (state)
WHERE state <> 0;
CREATE INDEX records_2_p2_title ON "records_2" (p2_title) WHERE state <> 5;
CREATE INDEX records_2_p3_id ON "records_2" (p3_id) WHERE state <> 5 AND p3_id NOT NULL;
CREATE INDEX state_of_3 ON "records_3" (state)
WHERE state <> 0;
CREATE INDEX records_3_p4_id ON "records_3" (p4_id) WHERE state <> 5 AND p4_id NOT NULL;
PRAGMA application_id = 1382379631;
PRAGMA user_version = 2;
COMMIT;
