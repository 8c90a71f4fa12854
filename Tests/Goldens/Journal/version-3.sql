BEGIN;
CREATE TABLE repogen_collections (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
);
INSERT INTO "repogen_collections" VALUES (1, 'Author');
INSERT INTO "repogen_collections" VALUES (2, 'Page');
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
INSERT INTO "repogen_columns" VALUES (3, 2, 'isPinned', 'boolean', 'p3_isPinned');
INSERT INTO "repogen_columns" VALUES (4, 2, 'tags', 'elements text', 'p4_tags');
INSERT INTO "repogen_columns" VALUES (5, 2, 'id', 'identity', 'p5_id');
INSERT INTO "repogen_columns" VALUES (6, 2, '["title","text"]', 'words 2', 'p6___title___text__');
INSERT INTO "repogen_columns" VALUES (7, 3, 'id', 'identity', 'p7_id');
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
INSERT INTO "repogen_outbox" VALUES (1, X'01A2161D17F770008FFE24112CB43165', 'Author', 'a2', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (2, X'01A2161D17F8700086D1F44A41ED05F5', 'Page', 'n3', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (3, X'01A2161D17F8700086D1F44A41ED05F6', 'Page', 'n2', 2, '"1"', '{"rating":"5","text":"changed"}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (4, X'01A2161D17F8700086D1F44A41ED05F7', 'Page', 'n4', 3, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (5, X'01A2161D17F8700086D1F44A41ED05F8', 'Page', 'n5', 2, '"1"', '{"color":"none"}', NULL, 2, 0, NULL, 422, NULL, 'No color.', 800000000.0);
INSERT INTO "repogen_outbox" VALUES (6, X'01A2161D17F8700086D1F44A41ED05F9', 'Label', 'l1', 1, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE repogen_values (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_values" VALUES ('referrer/Author/0/a2', CAST('["Page","n3"]' AS BLOB));
INSERT INTO "repogen_values" VALUES ('referrers/Author/a2', CAST('1' AS BLOB));
INSERT INTO "repogen_values" VALUES ('refers/Author/2/a2/Page/n3', CAST('0' AS BLOB));
INSERT INTO "repogen_values" VALUES ('repogen.store', CAST('D27FDD63-61D4-45BA-8E64-FDEA24F7844F' AS BLOB));
INSERT INTO "repogen_values" VALUES ('shape/Page', CAST('{"former":{"color":[["color","withoutNull"]],"rating":[["stars","text"]],"text":[["body"]]},"left":false,"shape":"[\"author\",\"color\",\"isPinned\",\"rating\",\"tags\",\"text\",\"title\"]"}' AS BLOB));
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
, p2_title COLLATE repogen_text, p3_isPinned, p4_tags, p5_id, p6___title___text__);
INSERT INTO "records_2" VALUES (1, 'n1', '{"author":"a1","color":"red","id":"n1","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n1"}', CAST('{"author":"a1","color":"red","id":"n1","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n1"}' AS BLOB), '"1"', 0, 800000000.0, 'Title of n1', 0, '[]', NULL, 'title of n1 text');
INSERT INTO "records_2" VALUES (2, 'n2', '{"author":"a1","color":"red","id":"n2","isPinned":false,"rating":"5","tags":[],"text":"changed","title":"Title of n2"}', CAST('{"author":"a1","color":"red","id":"n2","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n2"}' AS BLOB), '"1"', 1, 800000000.0, 'Title of n2', 0, '[]', NULL, 'title of n2 changed');
INSERT INTO "records_2" VALUES (3, 'n4', '{"author":"a1","color":"red","id":"n4","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n4"}', CAST('{"author":"a1","color":"red","id":"n4","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n4"}' AS BLOB), '"1"', 5, 800000000.0, 'Title of n4', 0, '[]', NULL, 'title of n4 text');
INSERT INTO "records_2" VALUES (4, 'n5', '{"author":"a1","color":"none","id":"n5","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n5"}', CAST('{"author":"a1","color":"red","id":"n5","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n5"}' AS BLOB), '"1"', 3, 800000000.0, 'Title of n5', 0, '[]', NULL, 'title of n5 text');
INSERT INTO "records_2" VALUES (5, 'n6', '{"author":"a1","color":"red","id":"n6","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n6"}', CAST('{"author":"a1","color":"red","id":"n6","isPinned":false,"rating":"3","tags":[],"text":"Text","title":"Title of n6"}' AS BLOB), '"1"', 0, 800000000.0, 'Title of n6', 0, '[]', NULL, 'title of n6 text');
INSERT INTO "records_2" VALUES (6, 'n3', '{"author":"a2","color":"none","id":"n3","isPinned":false,"rating":"3","tags":[],"text":"new","title":"Title"}', NULL, NULL, 1, NULL, 'Title', 0, '[]', NULL, 'title new');
CREATE TABLE elements_2_p4_tags (value COLLATE repogen_text, number INTEGER);
CREATE TABLE repogen_versions (
    collection TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_versions" VALUES ('Author', 3);
INSERT INTO "repogen_versions" VALUES ('Label', 3);
INSERT INTO "repogen_versions" VALUES ('Note', 3);
INSERT INTO "repogen_versions" VALUES ('Page', 3);
CREATE TABLE "records_3" (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT,
    base BLOB,
    tag TEXT,
    state INTEGER,
    confirmed REAL
, p7_id);
INSERT INTO "records_3" VALUES (1, 'l1', '{"id":"l1","name":"new"}', CAST('{"id":"l1","name":"old"}' AS BLOB), '"1"', 1, 800000000.0, NULL);
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" VALUES ('repogen_collections', 3);
INSERT INTO "sqlite_sequence" VALUES ('repogen_columns', 7);
INSERT INTO "sqlite_sequence" VALUES ('repogen_outbox', 7);
CREATE VIRTUAL TABLE search_2 USING fts5 (
    p6___title___text__, content = "records_2", content_rowid = number, tokenize = ascii
);
INSERT INTO search_2 (rowid, p6___title___text__) SELECT number, p6___title___text__ FROM "records_2" WHERE state <> 5 AND p6___title___text__ NOT NULL;
CREATE INDEX repogen_outbox_record ON repogen_outbox (record, collection);
CREATE INDEX repogen_outbox_state ON repogen_outbox (state, sequence)
    WHERE state <> 0;
CREATE INDEX state_of_1 ON "records_1" (state)
WHERE state <> 0;
CREATE INDEX records_1_p1_id ON "records_1" (p1_id) WHERE state <> 5 AND p1_id NOT NULL;
CREATE INDEX state_of_2 ON "records_2" (state)
WHERE state <> 0;
CREATE INDEX records_2_p2_title ON "records_2" (p2_title) WHERE state <> 5;
CREATE INDEX records_2_p3_isPinned ON "records_2" (p3_isPinned) WHERE state <> 5;
CREATE INDEX elements_2_p4_tags_value ON elements_2_p4_tags (value, number);
CREATE INDEX records_2_p4_tags ON "records_2" (p4_tags)
WHERE state <> 5 AND p4_tags >= x'';
CREATE INDEX records_2_p5_id ON "records_2" (p5_id) WHERE state <> 5 AND p5_id NOT NULL;
CREATE INDEX state_of_3 ON "records_3" (state)
WHERE state <> 0;
CREATE INDEX records_3_p7_id ON "records_3" (p7_id) WHERE state <> 5 AND p7_id NOT NULL;
CREATE TRIGGER elements_2_p4_tags_inserted AFTER INSERT ON "records_2"
BEGIN INSERT INTO elements_2_p4_tags SELECT DISTINCT value COLLATE repogen_text, new.number
FROM json_each(CASE typeof(new.p4_tags) WHEN 'text' THEN new.p4_tags ELSE '[]' END); END;
CREATE TRIGGER elements_2_p4_tags_removed AFTER DELETE ON "records_2" BEGIN DELETE FROM elements_2_p4_tags WHERE number = old.number
AND value IN (SELECT value FROM json_each(CASE typeof(old.p4_tags) WHEN 'text' THEN old.p4_tags ELSE '[]' END)); END;
CREATE TRIGGER elements_2_p4_tags_updated AFTER UPDATE OF p4_tags ON "records_2"
WHEN old.p4_tags IS NOT new.p4_tags
BEGIN DELETE FROM elements_2_p4_tags WHERE number = old.number
AND value IN (SELECT value FROM json_each(CASE typeof(old.p4_tags) WHEN 'text' THEN old.p4_tags ELSE '[]' END)); INSERT INTO elements_2_p4_tags SELECT DISTINCT value COLLATE repogen_text, new.number
FROM json_each(CASE typeof(new.p4_tags) WHEN 'text' THEN new.p4_tags ELSE '[]' END); END;
CREATE TRIGGER search_2_inserted AFTER INSERT ON "records_2" BEGIN INSERT INTO search_2 (rowid, p6___title___text__) SELECT new.number, new.p6___title___text__
WHERE new.state <> 5 AND new.p6___title___text__ NOT NULL; END;
CREATE TRIGGER search_2_removed AFTER DELETE ON "records_2" BEGIN INSERT INTO search_2 (search_2, rowid, p6___title___text__)
SELECT 'delete', old.number, old.p6___title___text__ WHERE old.state <> 5 AND old.p6___title___text__ NOT NULL; END;
CREATE TRIGGER search_2_updated AFTER UPDATE OF p6___title___text__, state ON "records_2"
WHEN old.p6___title___text__ IS NOT new.p6___title___text__ OR (old.state <> 5 AND old.p6___title___text__ NOT NULL) <> (new.state <> 5 AND new.p6___title___text__ NOT NULL)
BEGIN INSERT INTO search_2 (search_2, rowid, p6___title___text__)
SELECT 'delete', old.number, old.p6___title___text__ WHERE old.state <> 5 AND old.p6___title___text__ NOT NULL; INSERT INTO search_2 (rowid, p6___title___text__) SELECT new.number, new.p6___title___text__
WHERE new.state <> 5 AND new.p6___title___text__ NOT NULL; END;
PRAGMA application_id = 1382379631;
PRAGMA user_version = 2;
COMMIT;
