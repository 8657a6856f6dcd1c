import { sql } from 'kysely'

/** What a row of app_user is called, by its alias in the query: the name, or the address where no name is known. */
export const personName = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string>`coalesce(nullif(trim(coalesce(${column('first_name')}, '') || ' ' || coalesce(${column('surname')}, '')), ''), ${column('email')}, '')`
}
