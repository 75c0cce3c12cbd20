-- The person who acted, also with a token; NULL for programs and in rows of earlier versions.
ALTER TABLE activity ADD COLUMN person_id TEXT;

-- The activity log can be filtered by what was changed, and by person.
CREATE INDEX activity_subject ON activity (subject, id);
CREATE INDEX activity_person ON activity (person_id, id) WHERE person_id IS NOT NULL;
