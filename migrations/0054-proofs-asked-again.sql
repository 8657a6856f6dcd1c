-- What was proven once is asked again: whose a domain is, and who knows a webhook's secret.
alter table saml_domain add column looked_up_at timestamptz;
-- Since then its record has not been found; after a week no one joins by it until it is found again.
alter table saml_domain add column missing_since timestamptz;
alter table saml_domain add column suspended_at timestamptz;

-- Who renewed the secret last, and so was shown it; null: who made the webhook.
alter table webhook_endpoint add column secret_shown_to uuid;
