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
INSERT INTO "repogen_columns" VALUES (3, 2, 'isPinned', 'boolean', 'p3_isPinned');
INSERT INTO "repogen_columns" VALUES (4, 2, 'tags', 'elements text', 'p4_tags');
INSERT INTO "repogen_columns" VALUES (5, 2, 'id', 'identity', 'p5_id');
INSERT INTO "repogen_columns" VALUES (6, 3, 'id', 'identity', 'p6_id');
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
INSERT INTO "repogen_outbox" VALUES (1, X'01A2161D176370009916986A857A363B', 'Author', 'a2', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (2, X'01A2161D176370009916986A857A363C', 'Note', 'n3', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (3, X'01A2161D176370009916986A857A363D', 'Note', 'n2', 2, '"1"', '{"stars":5,"text":"changed"}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (4, X'01A2161D176370009916986A857A363E', 'Note', 'n4', 3, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (5, X'01A2161D176370009916986A857A363F', 'Note', 'n5', 2, '"1"', '{"color":null}', NULL, 2, 0, NULL, 422, NULL, 'No color.', 800000000.0);
INSERT INTO "repogen_outbox" VALUES (6, X'01A2161D17647000836AD148F919B7D1', 'Note', 'n6', 2, '"1"', '{"mood":"sad"}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (7, X'01A2161D17647000836AD148F919B7D2', 'Label', 'l1', 1, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE repogen_values (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_values" VALUES ('referrer/Author/0/a2', CAST('["Note","n3"]' AS BLOB));
INSERT INTO "repogen_values" VALUES ('referrers/Author/a2', CAST('1' AS BLOB));
INSERT INTO "repogen_values" VALUES ('refers/Author/2/a2/Note/n3', CAST('0' AS BLOB));
INSERT INTO "repogen_values" VALUES ('repogen.store', CAST('F125A0BF-576B-42E0-816B-39110A5177D6' AS BLOB));
INSERT INTO "repogen_values" VALUES ('shape/Note', CAST('{"former":{"text":[["body"]]},"left":false,"shape":"[\"author\",\"color\",\"isPinned\",\"mood\",\"stars\",\"tags\",\"text\",\"title\"]"}' AS BLOB));
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
, p2_title COLLATE repogen_text, p3_isPinned, p4_tags, p5_id);
INSERT INTO "records_2" VALUES (1, 'n1', '{"author":"a1","color":"red","id":"n1","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n1"}', CAST('{"author":"a1","color":"red","id":"n1","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n1"}' AS BLOB), '"1"', 0, 800000000.0, 'Title of n1', 0, '[]', NULL);
INSERT INTO "records_2" VALUES (2, 'n2', '{"author":"a1","color":"red","id":"n2","isPinned":false,"mood":null,"stars":5,"tags":[],"text":"changed","title":"Title of n2"}', CAST('{"author":"a1","color":"red","id":"n2","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n2"}' AS BLOB), '"1"', 1, 800000000.0, 'Title of n2', 0, '[]', NULL);
INSERT INTO "records_2" VALUES (3, 'n4', '{"author":"a1","color":"red","id":"n4","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n4"}', CAST('{"author":"a1","color":"red","id":"n4","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n4"}' AS BLOB), '"1"', 5, 800000000.0, 'Title of n4', 0, '[]', NULL);
INSERT INTO "records_2" VALUES (4, 'n5', '{"author":"a1","color":null,"id":"n5","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n5"}', CAST('{"author":"a1","color":"red","id":"n5","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n5"}' AS BLOB), '"1"', 3, 800000000.0, 'Title of n5', 0, '[]', NULL);
INSERT INTO "records_2" VALUES (5, 'n6', '{"author":"a1","color":"red","id":"n6","isPinned":false,"mood":"sad","stars":3,"tags":[],"text":"Text","title":"Title of n6"}', CAST('{"author":"a1","color":"red","id":"n6","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"Text","title":"Title of n6"}' AS BLOB), '"1"', 1, 800000000.0, 'Title of n6', 0, '[]', NULL);
INSERT INTO "records_2" VALUES (6, 'n3', '{"author":"a2","color":null,"id":"n3","isPinned":false,"mood":null,"stars":3,"tags":[],"text":"new","title":"Title"}', NULL, NULL, 1, NULL, 'Title', 0, '[]', NULL);
CREATE TABLE elements_2_p4_tags (value COLLATE repogen_text, number INTEGER);
CREATE TABLE repogen_versions (
    collection TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_versions" VALUES ('Author', 2);
INSERT INTO "repogen_versions" VALUES ('Label', 2);
INSERT INTO "repogen_versions" VALUES ('Note', 2);
CREATE TABLE "records_3" (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT,
    base BLOB,
    tag TEXT,
    state INTEGER,
    confirmed REAL
, p6_id);
INSERT INTO "records_3" VALUES (1, 'l1', '{"id":"l1","name":"new"}', CAST('{"id":"l1","name":"old"}' AS BLOB), '"1"', 1, 800000000.0, NULL);
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" VALUES ('repogen_collections', 3);
INSERT INTO "sqlite_sequence" VALUES ('repogen_columns', 6);
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
CREATE INDEX records_2_p3_isPinned ON "records_2" (p3_isPinned) WHERE state <> 5;
CREATE INDEX elements_2_p4_tags_value ON elements_2_p4_tags (value, number);
CREATE INDEX records_2_p4_tags ON "records_2" (p4_tags)
WHERE state <> 5 AND p4_tags >= x'';
CREATE INDEX records_2_p5_id ON "records_2" (p5_id) WHERE state <> 5 AND p5_id NOT NULL;
CREATE INDEX state_of_3 ON "records_3" (state)
WHERE state <> 0;
CREATE INDEX records_3_p6_id ON "records_3" (p6_id) WHERE state <> 5 AND p6_id NOT NULL;
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
PRAGMA application_id = 1382379631;
PRAGMA user_version = 2;
COMMIT;
