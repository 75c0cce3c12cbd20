-- The activity log can be filtered by what was changed.
CREATE INDEX activity_subject ON activity (subject, id);
