-- Codes of a shareable gift are counted while they are open: since when (its sender may let people ask again), and when
-- someone was last put off.
alter table superhuggg add column codes_cleared_at timestamptz, add column codes_refused_at timestamptz;
