-- A foreign key is looked up from the other side when its row is locked, changed or asked for what hangs on it: without an index each
-- redemption reads every redemption there ever was.
create index redemption_huggg on redemption (huggg_id);
create index retired_shortcode_huggg on retired_shortcode (huggg_id);
create index outgoing_message_recipient_id on outgoing_message (recipient_id) where recipient_id is not null;
create index outgoing_message_user_id on outgoing_message (user_id) where user_id is not null;
create index outgoing_message_invite_id on outgoing_message (invite_id) where invite_id is not null;
create index wallet_returns_to_id on wallet (returns_to_wallet_id) where returns_to_wallet_id is not null;
create index bank_receipt_wallet_id on bank_receipt (wallet_id);
create index card_top_up_wallet_id on card_top_up (wallet_id);
create index charge_wallet_id on charge (wallet_id) where wallet_id is not null;
create index charge_intent_wallet on charge (intent_wallet_id) where intent_wallet_id is not null;
create index export_request_wallet on export_request (wallet_id) where wallet_id is not null;
create index invoice_payment_surplus_wallet on invoice_payment (surplus_wallet_id) where surplus_wallet_id is not null;
create index automated_budget_execution_charge on automated_budget_execution (charge_id) where charge_id is not null;
create index automated_budget_outcome_participant on automated_budget_outcome (participant_id);
create index session_user_id on session (user_id);
create index password_reset_user_id on password_reset (user_id);
create index user_verification_user_id on user_verification (user_id);
create index api_key_user_id on api_key (user_id);
create index basket_user_id on basket (team_id, user_id);
create index team_invite_team_id on team_invite (team_id);
create index recipient_user_id on recipient (user_id) where user_id is not null;
create index automated_budget_participant_user_id on automated_budget_participant (user_id) where user_id is not null;
