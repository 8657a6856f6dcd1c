-- A team that an operator has deactivated: no one acts in it until it is reactivated. Business clock. Those below it carry
-- the same moment.
alter table team add column deactivated_at timestamptz;
