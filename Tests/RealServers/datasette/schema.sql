-- Identities are made by the server: a row with none gets the next number.
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    -- SQLite has no booleans: 0 or 1 on the wire.
    done INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)),
    priority INTEGER NOT NULL DEFAULT 0,
    hours REAL,
    notes TEXT,
    -- A JSON array as text.
    tags TEXT,
    created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);

-- Identities are made by the client.
CREATE TABLE notes (
    id TEXT PRIMARY KEY NOT NULL,
    text TEXT NOT NULL,
    task INTEGER REFERENCES tasks (id)
);

-- The identity has two parts.
CREATE TABLE assignments (
    person TEXT NOT NULL,
    task INTEGER NOT NULL,
    role TEXT,
    PRIMARY KEY (person, task)
);
