import * as contract from '#contract/awards/people.ts'
import { toDate } from '#kit/time.ts'
import { command, type Route, read } from '#server/platform/http/route.ts'
import { member } from '#server/platform/principal.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { changePerson } from './change-person.ts'
import { findPeople, readPerson } from './people-queries.ts'
import { holdGrant } from './queries.ts'

/** Of one worker in an hour: several for each person who is helped. */
const LOOKS = { attempts: 300, windowSeconds: 3600 }

export const peopleRoutes: Route[] = [
  command(
    contract.findHelpedPeople,
    async ({ work, caller, body: { grantId, ...sought } }) => {
      const { team_id } = await holdGrant(work.tx, caller, grantId)
      return { data: await findPeople(work.tx, team_id, sought, work.at) }
    },
    { before: ({ posy, caller }) => countAttempt(posy, `person-look ${member(caller).userId}`, LOOKS) },
  ),
  read(contract.getHelpedPerson, async ({ posy, db, caller, params }) => ({
    data: await readPerson(db, caller, params.id, toDate(posy.clock.now())),
  })),
  read(contract.listAlikePeople, async ({ posy, db, caller, params }) => {
    const at = toDate(posy.clock.now())
    const person = await readPerson(db, caller, params.id, at)
    return { data: await findPeople(db, person.teamId, person, at, person.id) }
  }),
  command(contract.updateHelpedPerson, async ({ work, caller, params, body }) => ({
    data: await changePerson(work, caller, params.id, body),
  })),
]
