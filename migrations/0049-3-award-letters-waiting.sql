-- outside a transaction
create index concurrently award_letter_due on award (team_id, created_at, id) where deliver_by = 'letter' and status in ('issued', 'reissued');
