-- Signing in with Google and Microsoft. All times are wall-clock times.

-- A browser that was sent to a provider. Its state is the only secret: what is derived from it is stored nowhere.
create table sso_request (
  state_hash text primary key,
  provider text not null check (provider in ('google', 'microsoft')),
  -- The person who was signed in, and wants another way into their account.
  user_id uuid references app_user,
  expires_at timestamptz not null
);
create index sso_request_user on sso_request (user_id);
create index sso_request_expiry on sso_request (expires_at);

-- Someone whom a provider knows, until they have shown that an account is theirs.
create table sso_link (
  id uuid primary key,
  -- Of the browser that began it.
  state_hash text not null,
  provider text not null check (provider in ('google', 'microsoft')),
  subject text not null,
  user_id uuid not null references app_user,
  client_id text not null references client,
  proof text not null check (proof in ('password', 'code')),
  -- What the provider calls them: for an account whose address no one has proven before.
  first_name text not null default '',
  surname text not null default '',
  -- Where someone new opens a team.
  plan_id uuid references plan,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sso_link_user on sso_link (user_id);
create index sso_link_client on sso_link (client_id);
create index sso_link_plan on sso_link (plan_id);
create index sso_link_expiry on sso_link (expires_at);

-- How the person signed in; a password before this was written down.
alter table session add column method text;
alter table session add constraint session_method check (method in ('password', 'google', 'microsoft')) not valid;

-- A team allows all ways unless it says otherwise.
alter table team alter column auth_methods set default '{password,google,microsoft}';
update team set auth_methods = '{password,google,microsoft}' where auth_methods = '{password}';
