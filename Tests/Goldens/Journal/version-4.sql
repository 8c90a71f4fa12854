BEGIN;
CREATE TABLE repogen_collections (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
);
INSERT INTO "repogen_collections" VALUES (1, 'Person');
INSERT INTO "repogen_collections" VALUES (2, 'Leaf');
CREATE TABLE repogen_columns (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES repogen_collections (number),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL
);
INSERT INTO "repogen_columns" VALUES (1, 1, 'id', 'identity', 'p1_id');
INSERT INTO "repogen_columns" VALUES (2, 2, 'heading', 'text', 'p2_heading');
INSERT INTO "repogen_columns" VALUES (3, 2, 'rating', 'text', 'p3_rating');
INSERT INTO "repogen_columns" VALUES (4, 2, 'isPinned', 'boolean', 'p4_isPinned');
INSERT INTO "repogen_columns" VALUES (5, 2, 'id', 'identity', 'p5_id');
INSERT INTO "repogen_columns" VALUES (6, 2, '["text"]', 'words 2', 'p6___text__');
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
INSERT INTO "repogen_outbox" VALUES (1, X'01A2161D189670008457356B1D3EEDA5', 'Person', 'a2', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (2, X'01A2161D18977000876F51B32AB2D94C', 'Leaf', 'n3', 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (3, X'01A2161D18977000876F51B32AB2D94D', 'Leaf', 'n2', 2, '"1"', '{"rating":"5","text":"changed"}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (4, X'01A2161D18977000876F51B32AB2D94E', 'Leaf', 'n4', 3, '"1"', NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO "repogen_outbox" VALUES (5, X'01A2161D18977000876F51B32AB2D94F', 'Leaf', 'n5', 2, '"1"', '{"color":"none"}', NULL, 2, 0, NULL, 422, NULL, 'No color.', 800000000.0);
CREATE TABLE repogen_values (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_values" VALUES ('referrer/Person/0/a2', CAST('["Leaf","n3"]' AS BLOB));
INSERT INTO "repogen_values" VALUES ('referrers/Person/a2', CAST('1' AS BLOB));
INSERT INTO "repogen_values" VALUES ('refers/Person/2/a2/Leaf/n3', CAST('0' AS BLOB));
INSERT INTO "repogen_values" VALUES ('repogen.store', CAST('4FCD80EE-536C-4366-BFA9-40944F911289' AS BLOB));
INSERT INTO "repogen_values" VALUES ('shape/Leaf', CAST('{"former":{"color":[["color","withoutNull"]],"heading":[["title"]],"rating":[["stars","text"]],"text":[["body"]],"writer":[["author"]]},"left":false,"shape":"[\"color\",\"heading\",\"isPinned\",\"rating\",\"text\",\"writer\"]"}' AS BLOB));
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
CREATE TABLE repogen_versions (
    collection TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "repogen_versions" VALUES ('Author', 4);
INSERT INTO "repogen_versions" VALUES ('Leaf', 4);
INSERT INTO "repogen_versions" VALUES ('Note', 4);
INSERT INTO "repogen_versions" VALUES ('Page', 4);
INSERT INTO "repogen_versions" VALUES ('Person', 4);
CREATE TABLE "records_2" (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    document TEXT,
    base BLOB,
    tag TEXT,
    state INTEGER,
    confirmed REAL
, p2_heading COLLATE repogen_text, p3_rating COLLATE repogen_text, p4_isPinned, p5_id, p6___text__);
INSERT INTO "records_2" VALUES (1, 'n1', '{"color":"red","heading":"Title of n1","id":"n1","isPinned":false,"rating":"3","text":"Text","writer":"a1"}', CAST('{"color":"red","heading":"Title of n1","id":"n1","isPinned":false,"rating":"3","text":"Text","writer":"a1"}' AS BLOB), '"1"', 0, 800000000.0, 'Title of n1', '3', 0, NULL, 'text');
INSERT INTO "records_2" VALUES (2, 'n2', '{"color":"red","heading":"Title of n2","id":"n2","isPinned":false,"rating":"5","text":"changed","writer":"a1"}', CAST('{"color":"red","heading":"Title of n2","id":"n2","isPinned":false,"rating":"3","text":"Text","writer":"a1"}' AS BLOB), '"1"', 1, 800000000.0, 'Title of n2', '5', 0, NULL, 'changed');
INSERT INTO "records_2" VALUES (3, 'n4', '{"color":"red","heading":"Title of n4","id":"n4","isPinned":false,"rating":"3","text":"Text","writer":"a1"}', CAST('{"color":"red","heading":"Title of n4","id":"n4","isPinned":false,"rating":"3","text":"Text","writer":"a1"}' AS BLOB), '"1"', 5, 800000000.0, 'Title of n4', '3', 0, NULL, 'text');
INSERT INTO "records_2" VALUES (4, 'n5', '{"color":"none","heading":"Title of n5","id":"n5","isPinned":false,"rating":"3","text":"Text","writer":"a1"}', CAST('{"color":"red","heading":"Title of n5","id":"n5","isPinned":false,"rating":"3","text":"Text","writer":"a1"}' AS BLOB), '"1"', 3, 800000000.0, 'Title of n5', '3', 0, NULL, 'text');
INSERT INTO "records_2" VALUES (5, 'n6', '{"color":"red","heading":"Title of n6","id":"n6","isPinned":false,"rating":"3","text":"Text","writer":"a1"}', CAST('{"color":"red","heading":"Title of n6","id":"n6","isPinned":false,"rating":"3","text":"Text","writer":"a1"}' AS BLOB), '"1"', 0, 800000000.0, 'Title of n6', '3', 0, NULL, 'text');
INSERT INTO "records_2" VALUES (6, 'n3', '{"color":"none","heading":"Title","id":"n3","isPinned":false,"rating":"3","text":"new","writer":"a2"}', NULL, NULL, 1, NULL, 'Title', '3', 0, NULL, 'new');
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" VALUES ('repogen_collections', 2);
INSERT INTO "sqlite_sequence" VALUES ('repogen_columns', 6);
INSERT INTO "sqlite_sequence" VALUES ('repogen_outbox', 6);
CREATE VIRTUAL TABLE search_2 USING fts5 (
    p6___text__, content = "records_2", content_rowid = number, tokenize = ascii
);
INSERT INTO search_2 (rowid, p6___text__) SELECT number, p6___text__ FROM "records_2" WHERE state <> 5 AND p6___text__ NOT NULL;
CREATE INDEX repogen_outbox_record ON repogen_outbox (record, collection);
CREATE INDEX repogen_outbox_state ON repogen_outbox (state, sequence)
    WHERE state <> 0;
CREATE INDEX state_of_1 ON "records_1" (state)
WHERE state <> 0;
CREATE INDEX records_1_p1_id ON "records_1" (p1_id) WHERE state <> 5 AND p1_id NOT NULL;
CREATE INDEX state_of_2 ON "records_2" (state)
WHERE state <> 0;
CREATE INDEX records_2_p2_heading ON "records_2" (p2_heading) WHERE state <> 5;
CREATE INDEX records_2_p3_rating ON "records_2" (p3_rating) WHERE state <> 5;
CREATE INDEX records_2_p4_isPinned ON "records_2" (p4_isPinned) WHERE state <> 5;
CREATE INDEX records_2_p5_id ON "records_2" (p5_id) WHERE state <> 5 AND p5_id NOT NULL;
CREATE INDEX "compound_2_2_3" ON "records_2" (p2_heading, p3_rating) WHERE state <> 5;
CREATE TRIGGER search_2_inserted AFTER INSERT ON "records_2" BEGIN INSERT INTO search_2 (rowid, p6___text__) SELECT new.number, new.p6___text__
WHERE new.state <> 5 AND new.p6___text__ NOT NULL; END;
CREATE TRIGGER search_2_removed AFTER DELETE ON "records_2" BEGIN INSERT INTO search_2 (search_2, rowid, p6___text__)
SELECT 'delete', old.number, old.p6___text__ WHERE old.state <> 5 AND old.p6___text__ NOT NULL; END;
CREATE TRIGGER search_2_updated AFTER UPDATE OF p6___text__, state ON "records_2"
WHEN old.p6___text__ IS NOT new.p6___text__ OR (old.state <> 5 AND old.p6___text__ NOT NULL) <> (new.state <> 5 AND new.p6___text__ NOT NULL)
BEGIN INSERT INTO search_2 (search_2, rowid, p6___text__)
SELECT 'delete', old.number, old.p6___text__ WHERE old.state <> 5 AND old.p6___text__ NOT NULL; INSERT INTO search_2 (rowid, p6___text__) SELECT new.number, new.p6___text__
WHERE new.state <> 5 AND new.p6___text__ NOT NULL; END;
PRAGMA application_id = 1382379631;
PRAGMA user_version = 2;
COMMIT;
