-- Energy is owed as its code is made; PIN pays what a cash machine has notes for. How long a code is good for comes with the code.
update rail set settlement = 'on-fetch', cancels_codes = false where key = 'energy';
update rail set min_pence = 1000 where key = 'pin';
-- unused since 0043
alter table rail drop column code_validity;
