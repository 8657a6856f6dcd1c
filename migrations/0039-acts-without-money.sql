-- Acts that take two operators whatever they cost, such as a new operator, move no money.
alter table waiting_act drop constraint waiting_act_amount_check;
alter table waiting_act add constraint waiting_act_amount_not_negative check (amount >= 0) not valid;
