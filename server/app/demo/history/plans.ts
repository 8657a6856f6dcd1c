import { demo } from '#server/app/demo/ids.ts'
import { startBilling } from '#server/domains/plans/index.ts'
import { transact } from '#server/platform/posy.ts'
import { operatorActor } from '#server/platform/principal.ts'
import type { Calendar } from './calendar.ts'
import type { Scene } from './stage.ts'

/** Acme’s plan is billed since last week: one invoice waits to be paid, and its next one is a month away. */
export const planScenes = ({ daysAgo }: Calendar): Scene[] => [
  {
    at: daysAgo(5, '07:30'),
    play: ({ app }) =>
      transact(app.posy, { actor: operatorActor }, (work) =>
        startBilling(work, { teamId: demo.teams.acme, userId: demo.users.acmeAdmin }),
      ),
  },
]
