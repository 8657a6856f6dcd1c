import { sql } from 'kysely'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { mailHash } from './count-mails.ts'

export const invitesPersonalData: PersonalData = {
  addresses: [
    { table: 'team_invite', column: 'email', kind: 'email' },
    { table: 'join_request', column: 'email', kind: 'email' },
    { table: 'sign_up', column: 'email', kind: 'email' },
    { table: 'user_verification', column: 'email', kind: 'email' },
  ],
  sections: ({ userId, emails }) => ({
    invites: sql`select team.name as team, invite.type, invite.created_at, invite.accepted_at, invite.cancelled_at, invite.declined_at
      from team_invite invite join team on team.id = invite.team_id where invite.email = any(${emails}::text[])`,
    wishesToJoin: sql`select team.name as team, wish.created_at, wish.decision
      from join_request wish left join team on team.id = wish.team_id where wish.email = any(${emails}::text[])`,
    termsAccepted: sql`select terms, version, accepted_at from terms_acceptance where user_id = ${userId}`,
  }),
  erase: async ({ tx, at }, { userId, emails }) => {
    await sql`
      update team_invite set email = 'erased-' || id || '@erased.invalid', updated_at = ${at},
        cancelled_at = case when accepted_at is null then coalesce(cancelled_at, ${at}) end
      where email = any(${emails}::text[])`.execute(tx)
    await sql`delete from invite_mail where email_hash = any(${emails.map(mailHash)}::text[])`.execute(tx)
    await sql`delete from join_request where email = any(${emails}::text[])`.execute(tx)
    await sql`delete from sign_up where email = any(${emails}::text[])`.execute(tx)
    await sql`delete from user_verification where email = any(${emails}::text[]) or user_id = ${userId}`.execute(tx)
  },
}
