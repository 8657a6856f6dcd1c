-- An operator typed the details of this account: a mailed link to a first password completes it. What a sign-up typed, it does not.
alter table app_user add column opened_by_operator boolean not null default false;
update app_user set opened_by_operator = true
where not verified_email
  and exists (
    select from audit_event
    where subject_kind = 'user' and subject_id = app_user.id::text and action = 'user.created' and actor_kind = 'operator'
  );
