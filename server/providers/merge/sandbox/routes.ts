import {
  changeSandboxEmployee,
  clearSandboxHrFailures,
  getSandboxHr,
  hireSandboxEmployee,
  planSandboxHrFailure,
} from '#contract/sandbox/hr.ts'
import { londonDate } from '#kit/time.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Route, read } from '#server/platform/http/route.ts'
import { notFound } from '#server/platform/problem/problem.ts'
import { changePerson, everyone, hire, locations, teams } from './company.ts'
import type { HrFailures } from './failures.ts'
import { accounts, integrations } from './tokens.ts'

/** What a person may do at the simulated company. A change is reported to who is connected, as the provider would, unless it is one of several. */
export function hrRoutes({
  db,
  failures,
  report,
}: {
  db: Db
  failures: HrFailures
  report: () => Promise<void>
}): Route[] {
  const serialize = async () => ({
    data: {
      people: (await everyone(db)).map((person) => ({
        id: person.id,
        firstName: person.first_name,
        surname: person.last_name,
        workEmail: person.work_email,
        team: person.team,
        location: person.location,
        startDate: person.start_date,
        birthday: person.date_of_birth,
        works: person.status === 'ACTIVE',
      })),
      teams: [...teams],
      locations: [...locations],
      connections: (await accounts(db)).map(
        ({ integration }) => integrations.find(({ slug }) => slug === integration)?.name ?? integration,
      ),
      planned: failures.planned(),
    },
  })
  return [
    read(getSandboxHr, serialize),
    read(hireSandboxEmployee, async ({ posy, body }) => {
      await posy.clock.refresh()
      await hire(db, [{ startDate: londonDate(posy.clock.now()).toString(), ...body }])
      await report()
      return serialize()
    }),
    read(changeSandboxEmployee, async ({ params, body }) => {
      const { works, tells, ...change } = body
      const status = works === undefined ? undefined : works ? 'ACTIVE' : 'INACTIVE'
      if (!(await changePerson(db, params.id, { ...change, status }))) throw notFound('employee')
      if (tells) await report()
      return serialize()
    }),
    read(planSandboxHrFailure, ({ body }) => {
      failures.next(body.failure, { times: body.times })
      return serialize()
    }),
    read(clearSandboxHrFailures, () => {
      failures.clear()
      return serialize()
    }),
  ]
}
