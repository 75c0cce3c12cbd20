-- The format of each webhook's body, over time. `payload` stays one of `full` and `basic`; a value here goes before it.
ALTER TABLE receivers ADD COLUMN payload_format TEXT;
ALTER TABLE receivers ADD COLUMN payload_expression TEXT;

-- The formats of a receiver, each in force from the event numbered `first` to the next row's. Without rows: `payload`.
CREATE TABLE receiver_formats (
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL CHECK (first >= 1),
    format       TEXT NOT NULL,
    expression   TEXT,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, first)
) STRICT;
