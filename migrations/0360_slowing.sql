-- Anyone who guesses wrong too often waits longer each time: when the next try is looked at, and whether the latest miss was.
alter table throttle add column opens_at timestamptz, add column was_open boolean;

-- Counters that closed shareable gifts for ten years: nothing reads them any more.
delete from throttle where bucket like 'claim-code link %';
