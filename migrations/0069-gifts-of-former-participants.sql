-- Since when someone is out of the budget that made this team for them: of what it allows they keep their own gifts.
-- See docs/decisions/0498-who-sent-a-gift-looks-after-it.md.
alter table team_member add column left_at timestamptz;
