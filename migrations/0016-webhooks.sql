-- Webhooks: what happened, who is to be told, and each attempt at telling them. Rows are written by triggers, in the very
-- transaction that makes them true: an event exists exactly when its cause does.

create table webhook_endpoint (
  id uuid primary key,
  team_id uuid not null references team,
  url text not null,
  description text not null default '',
  -- Empty: every type.
  event_types text[] not null default '{}',
  signature text not null check (signature in ('hmac', 'ed25519')),
  sealed_secret bytea not null,
  -- After a rotation the old secret signs as well, for as long as this says (wall clock).
  previous_sealed_secret bytea,
  previous_secret_until timestamptz,
  created_by uuid not null references app_user,
  is_active boolean not null default true,
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  -- The first of the failures since anything was last delivered.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((previous_sealed_secret is null) = (previous_secret_until is null)),
  check (not (is_active and disabled_reason is not null))
);
create index webhook_endpoint_team on webhook_endpoint (team_id);
create index webhook_endpoint_creator on webhook_endpoint (created_by);

create table webhook_event (
  -- The order of events: along one gift it is the order in which they happened, for its row was locked.
  sequence bigint generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  team_id uuid not null references team,
  type text not null,
  subject_id uuid not null,
  at timestamptz not null,
  -- Ids, statuses, amounts and times; never contacts, messages, codes or links.
  data jsonb not null
);
create index webhook_event_team on webhook_event (team_id, at);
create index webhook_event_at on webhook_event (at);

create table webhook_delivery (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  event_sequence bigint not null references webhook_event on delete cascade,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  attempts integer not null default 0,
  -- Business clock. The first attempt is counted again by a replay; the next is due at once where it is the epoch.
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null default 'epoch',
  -- Wall clock: a worker is at it until then.
  leased_until timestamptz,
  unique (endpoint_id, event_sequence)
);
create index webhook_delivery_order on webhook_delivery (endpoint_id, subject_id, event_sequence) where state = 'waiting';
create index webhook_delivery_event on webhook_delivery (event_sequence);
create index webhook_delivery_claim on webhook_delivery (endpoint_id, next_attempt_at, event_sequence) where state = 'waiting';
create index webhook_delivery_leased on webhook_delivery (endpoint_id, leased_until) where state = 'waiting' and leased_until is not null;

create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_delivery on delete cascade,
  -- Business clock.
  at timestamptz not null,
  duration_ms integer not null,
  -- Null where there was no answer.
  status smallint,
  error text,
  -- The answer, cut to 1 KB.
  response text not null default ''
);
create index webhook_attempt_delivery on webhook_attempt (delivery_id, id);
create index webhook_attempt_at on webhook_attempt (at);

-- One statement's events, for those teams that asked: the team's own endpoints and its parent's.
create function record_webhook_events(happened jsonb) returns void language sql as $$
  with event as (
    select * from jsonb_to_recordset(happened)
      as one (ordinal integer, team_id uuid, type text, subject_id uuid, at timestamptz, data jsonb)
  ), wanted as (
    select distinct event.ordinal, endpoint.id as endpoint_id
    from event
    join team on team.id = event.team_id
    join webhook_endpoint endpoint on endpoint.team_id in (team.id, team.parent_team_id)
    where endpoint.is_active and (endpoint.event_types = '{}' or event.type = any (endpoint.event_types))
  ), numbered as (
    select event.*, nextval(pg_get_serial_sequence('webhook_event', 'sequence')) as sequence
    from (select * from event where ordinal in (select ordinal from wanted) order by ordinal) event
  ), recorded as (
    insert into webhook_event (sequence, team_id, type, subject_id, at, data) overriding system value
    select sequence, team_id, type, subject_id, at, data from numbered
  )
  insert into webhook_delivery (endpoint_id, event_sequence, subject_id)
  select wanted.endpoint_id, numbered.sequence, numbered.subject_id
  from wanted join numbered using (ordinal);
$$;

create function has_webhooks() returns boolean language sql stable as
  $$ select exists (select from webhook_endpoint where is_active) $$;

create function record_huggg_webhooks() returns trigger language plpgsql as $$
begin
  if has_webhooks() then
    perform record_webhook_events(coalesce(jsonb_agg(jsonb_build_object(
      'ordinal', ordinal, 'team_id', team_id, 'type', 'huggg.' || type, 'subject_id', huggg_id, 'at', at,
      'data', jsonb_build_object('hugggId', huggg_id, 'transactionId', transaction_id, 'statusId', to_id, 'previousStatusId', from_id))),
      '[]'))
    from (
      select row_number() over (order by added.id) as ordinal, added.*, huggg.transaction_id,
        (array['created', 'sent', 'claimed', 'redeemed', 'expired', 'cancelled', 'updating', 'scheduled', 'fetched'])[added.to_id] as type
      from added join huggg on huggg.id = added.huggg_id
      -- A bulk change passes through Updating and back: no one outside needs to know.
      where added.to_id <> 7 and added.from_id is distinct from 7
    ) changed;
  end if;
  return null;
end $$;
create trigger huggg_event_webhooks after insert on huggg_event referencing new table as added
  for each statement execute function record_huggg_webhooks();

create function record_one_webhook(team_id uuid, type text, subject_id uuid, at timestamptz, data jsonb) returns void language plpgsql as $$
begin
  if has_webhooks() then
    perform record_webhook_events(jsonb_build_array(jsonb_build_object(
      'ordinal', 1, 'team_id', team_id, 'type', type, 'subject_id', subject_id, 'at', at, 'data', data)));
  end if;
end $$;

create function record_transaction_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_one_webhook(new.team_id, 'transaction.created', new.id, new.created_at,
      jsonb_build_object('transactionId', new.id, 'orderId', new.order_id, 'quantity', new.quantity, 'saleTotal', new.sale_total,
        'currency', new.currency, 'deliveryMethod', new.delivery_method, 'paymentMethod', new.payment_method));
  end if;
  if new.created_count = new.quantity and (tg_op = 'INSERT' or old.created_count < old.quantity) then
    perform record_one_webhook(new.team_id, 'transaction.completed', new.id, new.updated_at,
      jsonb_build_object('transactionId', new.id, 'quantity', new.quantity));
  end if;
  return null;
end $$;
create trigger transaction_webhooks after insert or update of created_count on transaction
  for each row execute function record_transaction_webhooks();

create function record_budget_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    perform record_one_webhook(new.team_id, 'budget.' || new.status, new.id, new.updated_at,
      jsonb_build_object('automationId', new.id, 'status', new.status, 'runsExecuted', new.runs_executed));
  end if;
  return null;
end $$;
create trigger automated_budget_webhooks after insert or update of status on automated_budget
  for each row execute function record_budget_webhooks();

create function record_execution_webhooks() returns trigger language plpgsql as $$
begin
  if new.status in ('succeeded', 'failed', 'given-up') and (tg_op = 'INSERT' or new.status <> old.status) then
    perform record_one_webhook(new.team_id, 'budget.run-' || new.status, new.budget_id, new.updated_at,
      jsonb_build_object('automationId', new.budget_id, 'executionId', new.id, 'scheduledFor', new.scheduled_for,
        'paidPence', new.paid_pence, 'returnedPence', new.returned_pence, 'participantCount', new.participant_count));
  end if;
  return null;
end $$;
create trigger automated_budget_execution_webhooks after insert or update of status on automated_budget_execution
  for each row execute function record_execution_webhooks();

-- A payout is told to webhooks as what else adjusts a wallet.
create function record_wallet_webhooks() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if not has_webhooks() then return null; end if;
  for moved in
    select account.team_id, account.wallet_id, sum(added.amount) as amount, added.currency, transfer.id as transfer_id,
      transfer.kind, transfer.occurred_at
    from added
    join ledger_account account on account.id = added.account_id and account.kind = 'available'
    join ledger_transfer transfer on transfer.id = added.transfer_id
      and transfer.kind in ('bank-top-up', 'card-top-up', 'wallet-transfer', 'refund', 'chargeback', 'chargeback-reversal', 'correction', 'customer-payout')
    group by 1, 2, 4, 5, 6, 7
  loop
    perform record_one_webhook(moved.team_id, 'wallet.' || case
        when moved.kind in ('bank-top-up', 'card-top-up') then 'topped-up'
        when moved.kind = 'wallet-transfer' then 'transferred'
        else 'adjusted' end,
      moved.wallet_id, moved.occurred_at,
      jsonb_build_object('walletId', moved.wallet_id, 'transferId', moved.transfer_id, 'amount', moved.amount, 'currency', moved.currency));
  end loop;
  return null;
end $$;
create trigger ledger_entry_webhooks after insert on ledger_entry referencing new table as added
  for each statement execute function record_wallet_webhooks();

create function record_member_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform record_one_webhook(old.team_id, 'member.removed', old.user_id, business_now(),
      jsonb_build_object('userId', old.user_id, 'teamId', old.team_id, 'roleGroupId', old.role_group_id));
  elsif tg_op = 'INSERT' then
    perform record_one_webhook(new.team_id, 'member.added', new.user_id, new.created_at,
      jsonb_build_object('userId', new.user_id, 'teamId', new.team_id, 'roleGroupId', new.role_group_id));
  elsif new.role_group_id <> old.role_group_id then
    perform record_one_webhook(new.team_id, 'member.role-changed', new.user_id, business_now(),
      jsonb_build_object('userId', new.user_id, 'teamId', new.team_id, 'roleGroupId', new.role_group_id));
  end if;
  return null;
end $$;
create trigger team_member_webhooks after insert or update of role_group_id or delete on team_member
  for each row execute function record_member_webhooks();

create function record_approval_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    perform record_one_webhook(new.team_id, 'approval.' || new.status, new.order_id, coalesce(new.decided_at, new.asked_at),
      jsonb_build_object('orderId', new.order_id, 'version', new.order_version, 'status', new.status, 'total', new.total,
        'currency', new.currency, 'paymentMethod', new.payment_method, 'transactionId', new.transaction_id));
  end if;
  return null;
end $$;
create trigger approval_webhooks after insert or update of status on approval
  for each row execute function record_approval_webhooks();

create function record_document_webhooks() returns trigger language plpgsql as $$
begin
  perform record_one_webhook(new.team_id, 'document.issued', new.id, new.issued_at,
    jsonb_build_object('documentId', new.id, 'kind', new.kind, 'number', new.number, 'transactionId', new.transaction_id,
      'orderId', new.order_id, 'net', new.net, 'vat', new.vat, 'total', new.total, 'currency', new.currency));
  return null;
end $$;
create trigger document_webhooks after insert on document for each row execute function record_document_webhooks();

create function record_participant_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    perform record_one_webhook(new.team_id, 'participant.' || new.status, new.id, new.updated_at,
      jsonb_build_object('participantId', new.id, 'automationId', new.budget_id, 'status', new.status,
        'participantTeamId', new.participant_team_id, 'walletId', new.wallet_id));
  end if;
  return null;
end $$;
create trigger automated_budget_participant_webhooks after insert or update of status on automated_budget_participant
  for each row execute function record_participant_webhooks();

create function record_export_webhooks() returns trigger language plpgsql as $$
begin
  if new.status in ('completed', 'failed') and new.status <> old.status then
    perform record_one_webhook(new.team_id, 'export.' || new.status, new.id, new.updated_at,
      jsonb_build_object('exportId', new.id, 'kind', new.kind, 'format', new.format, 'status', new.status, 'totalHits', new.total_hits,
        'walletId', new.wallet_id));
  end if;
  return null;
end $$;
create trigger export_request_webhooks after update of status on export_request
  for each row execute function record_export_webhooks();
