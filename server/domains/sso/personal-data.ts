import { sql } from 'kysely'
import type { PersonalData } from '#server/platform/personal-data.ts'

export const ssoPersonalData: PersonalData = {
  addresses: [{ table: 'saml_request', column: 'email', kind: 'email' }],
  sections: ({ userId }) => ({
    teamSignIns: sql`select team.name as team, identity.name_id, identity.created_at
      from saml_identity identity join team on team.id = identity.team_id where identity.user_id = ${userId}`,
  }),
  erase: async ({ tx }, { userId, emails }) => {
    await sql`delete from saml_identity where user_id = ${userId}`.execute(tx)
    await sql`delete from sso_link where user_id = ${userId}`.execute(tx)
    await sql`delete from sso_request where user_id = ${userId}`.execute(tx)
    await sql`delete from saml_request where lower(email) = any(${emails}::text[])`.execute(tx)
  },
}
