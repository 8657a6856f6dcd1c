-- When someone became a gift's recipient: what they may get is counted from then. Null for those of before, who count from
-- their gift's making.
alter table recipient add column created_at timestamptz;
