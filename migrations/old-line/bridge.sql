-- What a database of the last release of the old line lacks: constraints that were added for new rows only are checked for all.
alter table api_key validate constraint api_key_scopes;
alter table code_pool validate constraint code_pool_low_below;
alter table document validate constraint document_plan_invoice;
alter table document validate constraint document_subject;
alter table huggg validate constraint huggg_change;
alter table owner_notice validate constraint owner_notice_what_check;
alter table plan_request validate constraint plan_request_kind;
alter table plan_request validate constraint plan_request_scheduled;
alter table plan_request validate constraint plan_request_status;
alter table recovery_code validate constraint recovery_code_user;
alter table session validate constraint session_method;
alter table sign_in_challenge validate constraint sign_in_challenge_method_check;
alter table sso_link validate constraint sso_link_provider_check;
alter table transaction validate constraint transaction_look_id_fkey;
alter table user_verification validate constraint user_verification_team_id_fkey;
alter table wallet validate constraint wallet_default_is_open;
alter table wallet validate constraint wallet_low_is_watched;
