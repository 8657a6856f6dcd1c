-- What a program that buys could not follow: which order a purchase came from, and what became of approvals, documents,
-- participants of budgets and exports. `contract/webhook-events.ts` says what each event carries.

create or replace function record_transaction_webhooks() returns trigger language plpgsql as $$
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
