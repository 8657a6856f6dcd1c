import { sql } from 'kysely'
import type { PersonalData } from '#server/platform/personal-data.ts'

export const integrationsPersonalData: PersonalData = {
  addresses: [{ table: 'linked_employee', column: 'work_email', kind: 'email' }],
  sections: ({ emails }) => ({
    employee: sql`select account.integration_name, employee.first_name, employee.surname, employee.work_email, employee.start_date, employee.birthday, employee.status, employee.status_word
      from linked_employee employee join linked_account account on account.id = employee.linked_account_id
      where lower(employee.work_email) = any(${emails}::text[])`,
  }),
  // The row stays, so that the HR system’s next answer does not bring them back.
  erase: async ({ tx, at }, { emails }) => {
    await sql`
      update linked_employee set first_name = '', surname = '', work_email = null, start_date = null, birthday = null, group_ids = '{}',
        status = 'inactive', status_word = null, erased_at = ${at}
      where lower(work_email) = any(${emails}::text[])`.execute(tx)
  },
}
