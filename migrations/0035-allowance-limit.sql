-- What a limit per person kept back of a run: of everyone together, and of each.
alter table automated_budget_execution add column cut_pence bigint not null default 0;
alter table automated_budget_outcome add column cut_pence bigint not null default 0;
-- A limit that would be higher waits for another person, as other rules that bind who sets them.
alter table rule_change
  drop constraint rule_change_rule_check,
  add constraint rule_change_rule_check check (rule in ('deliveryMethods', 'maximumHugggExpiryDays', 'deliveryEmailDomains', 'giftingRestrictions', 'recipientSpendCap', 'allowanceLimit', 'approvals', 'applyRestrictionsToSubteams')) not valid;
alter table rule_change validate constraint rule_change_rule_check;
