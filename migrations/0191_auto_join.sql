-- People whom Google or Microsoft vouches for join the team that has verified their address's domain, where it wants that.
alter table saml_domain add column auto_accept boolean not null default false;

-- Anyone who signs up by a provider agrees to the terms before an account is theirs.
alter table sso_link add column terms_accepted boolean not null default false;
