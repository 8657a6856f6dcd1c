import { type RailName, railNames, rails } from '#contract/core/rails.ts'
import * as contract from '#contract/operator/rails.ts'
import { toDate } from '#kit/time.ts'
import { issuerFloats } from '#server/domains/hugggs/vouchers/index.ts'
import { operatorAct, type Route, read } from '#server/platform/http/route.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import { type Posy, transact } from '#server/platform/posy.ts'
import { callingOperator } from '#server/platform/principal.ts'
import { found, invalidFields, Problem } from '#server/platform/problem/problem.ts'
import { connectedRail } from './connected-rail.ts'
import { filePage, fileWithLines, overdueCodes, railFigures } from './queries.ts'
import { takeSettlementFile } from './take-settlement-file.ts'

async function listRails(posy: Posy, asked: { page: number; per_page: number }) {
  const [figures, { files, pages }, floats, overdue] = await Promise.all([
    railFigures(posy.db, toDate(posy.clock.now())),
    filePage(posy.db, asked),
    issuerFloats(posy.db),
    overdueCodes(posy.db),
  ])
  const findFloat = (rail: RailName) =>
    rail === 'energy' ? (floats.find(({ issuer }) => issuer === 'paypoint')?.balancePence ?? null) : null
  const none = { givenOut: 0, givenOutPence: 0, cashedPence: 0, endedPence: 0, unmatched: 0, untold: 0 }
  const list = railNames.map((rail) => ({
    ...none,
    ...figures.get(rail),
    rail,
    ...rails[rail],
    connection: connection(posy, rail),
    tellsStatus: Boolean(posy.providers.rails[rail]?.status),
    floatPence: findFloat(rail),
  }))
  return { rails: list, files, pages, overdue }
}

function connection({ providers, config }: Posy, rail: RailName): contract.Rail['connection'] {
  if (!providers.rails[rail]) return 'none'
  const { paypoint, postOffice, pin4cash } = config.rails
  const set = { 'cash-out': paypoint, energy: paypoint, 'post-office': postOffice, pin: pin4cash }[rail]
  return set ? 'connected' : 'sandbox'
}

interface Asked {
  what: 'status' | 'cancel'
  codeReference: string
  code?: string | undefined
}

/** Asks the rail, outside any transaction: it may take its ten seconds. */
async function ask(posy: Posy, name: RailName, { what, codeReference: reference, code = '' }: Asked) {
  const rail = connectedRail(posy, name)
  const { label } = rails[name]
  if (what === 'status') {
    if (!rail.status)
      throw new Problem('wrong_state', `${label} tells by its settlement files only.`, {
        help: 'Take its next one in.',
      })
    const status = await rail.status(reference)
    return status.state === 'unknown'
      ? { state: `not known: ${status.reason}`, cashedPence: null }
      : { state: status.state, cashedPence: status.cashedPence }
  }
  if (!rail.cancel) throw new Problem('wrong_state', `${label} cannot stop a code.`)
  if (!code && rail.cancelsBy === 'code')
    throw invalidFields([{ path: 'code', message: 'is needed: PayPoint stops by it' }])
  const outcome = await rail.cancel({ reference, code })
  if (outcome.outcome === 'refused')
    throw new Problem('wrong_state', `${label} does not stop this code: it was used, ended, or is not known there.`)
  if (outcome.outcome === 'unknown')
    throw new Problem('wrong_state', `${label} did not say whether it stopped the code.`, { help: 'Ask again.' })
  return { state: 'cancelled', cashedPence: null }
}

/** What the operators' console asks of rails. */
export const railRoutes: Route[] = [
  read(contract.listRails, async ({ posy, query }) => ({ data: await listRails(posy, query) })),
  read(contract.getRailFile, async ({ db, params, query }) => ({
    data: found(await fileWithLines(db, params.id, query), 'file'),
  })),
  operatorAct(contract.takeSettlementFile, async ({ work, caller, params, body: { file } }) => {
    const { email: operator } = callingOperator(caller)
    const taken = await takeSettlementFile(work, {
      rail: params.rail,
      name: file.name,
      bytes: await file.bytes(),
      operator,
    })
    const { id, ...details } = taken
    return { subject: { kind: 'rail-file', id }, details: { rail: params.rail, ...details }, answer: { data: taken } }
  }),
  read(contract.askRail, async ({ posy, caller, request, params, body: { reason, ...asked } }) => {
    const answer = await ask(posy, params.rail, asked)
    await transact(posy, { actor: caller.actor, requestId: request.requestId }, (work) =>
      recordOperatorAct(work, {
        act: contract.askRail.id,
        subject: { kind: 'rail', id: params.rail },
        reason,
        details: { what: asked.what, reference: asked.codeReference },
      }),
    )
    return { data: answer }
  }),
]
