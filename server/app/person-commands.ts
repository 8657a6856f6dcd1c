import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { liveGiftChoices } from '#contract/operator/people.ts'
import {
  carryOutErasure,
  describePerson,
  erasePerson,
  exportPerson,
  makePersonExport,
  personExport,
  readList,
  reapplyErasures,
  storedList,
  writeList,
} from '#server/domains/privacy/index.ts'
import { recordOperatorAct } from '#server/platform/operator-acts.ts'
import type { Posy } from '#server/platform/posy.ts'
import { type CommandCall, inTransaction, read, SetupError } from './setup/command.ts'

const Explained = z.object({ reason: z.string().trim().min(3, 'why').max(500) })
const Erasing = Explained.extend({ 'live-gifts': z.enum(liveGiftChoices).default('wait') })

function personIn([person]: readonly string[]): string {
  if (!person) throw new SetupError('name a person by address, number or account')
  return person
}

async function find(posy: Posy, { words, print }: CommandCall): Promise<number> {
  const person = await describePerson(posy, personIn(words))
  print(
    `${[...person.names, ...person.emails, ...person.phones].join(', ')}${person.accountId ? `, account ${person.accountId}` : ''}`,
  )
  for (const { section, count } of person.held) print(`${String(count).padStart(8)}  ${section}`)
  for (const { id, status, team, expiresAt } of person.liveGifts)
    print(`gift ${id} of ${team} still runs: ${status}, until ${expiresAt.slice(0, 10)}`)
  for (const block of person.blocks) print(`They cannot be erased yet. ${block}`)
  return person.blocks.length ? 1 : 0
}

/** Made here and now: anyone who stands at the terminal waits. */
async function exportNow(posy: Posy, call: CommandCall): Promise<number> {
  const { words, values, print } = call
  const { reason } = read(Explained, values)
  if (typeof values.out !== 'string') throw new SetupError('person export needs --out FILE.zip')
  let id = ''
  const code = await inTransaction(posy, call, async (work) => {
    id = (await exportPerson(work, { person: personIn(words), operator: null })).id
    await recordOperatorAct(work, { act: 'exportPerson', subject: { kind: 'person-export', id }, reason })
  })
  if (code !== 0 || values['dry-run'] === true) return code
  await makePersonExport(posy, id)
  const { file_key: key } = await personExport(posy, id, null)
  const file = key ? await posy.providers.files.read(key) : null
  if (!file) throw new SetupError('The export was not made: the person was erased meanwhile.')
  await writeFile(values.out, file.stream(), { mode: 0o600, flag: 'wx' })
  print(`${values.out}: ${file.sizeBytes} bytes. Posy's own copy goes after seven days.`)
  return 0
}

async function erase(posy: Posy, call: CommandCall): Promise<number> {
  const { words, values, print } = call
  if (values.reapply === true) return reapply(posy, call)
  const { reason, 'live-gifts': liveGifts } = read(Erasing, values)
  let id = ''
  const code = await inTransaction(posy, call, async (work) => {
    const asked = await erasePerson(work, { person: personIn(words), liveGifts, operator: null })
    id = asked.id
    const details = { liveGifts, waitsFor: asked.waitsFor }
    await recordOperatorAct(work, { act: 'erasePerson', subject: { kind: 'person-erasure', id }, reason, details })
  })
  if (code !== 0 || values['dry-run'] === true) return code
  await carryOutErasure(posy, id)
  const { state, waits_for, problem } = await posy.db
    .selectFrom('person_erasure')
    .select(['state', 'waits_for', 'problem'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (state === 'erased') print(`Erased (${id}).`)
  else if (state === 'pending')
    print(`Waits for ${waits_for.length} gifts to end (${id}); then it happens automatically.`)
  else print(`Not erased: ${problem}`)
  return state === 'blocked' ? 1 : 0
}

/** After a backup was restored: the stored list, or a copy of it. */
async function reapply(posy: Posy, { words, print }: CommandCall): Promise<number> {
  const [path] = words
  const entries = path ? readList(await readFile(path, 'utf8')) : await storedList(posy)
  const { known, erased, waiting, absent } = await reapplyErasures(posy, entries)
  print(
    `${entries.length} on the list: ${erased} erased again, ${waiting} wait for gifts to end, ${known} were erased before, of ${absent} nothing is here.`,
  )
  return 0
}

/** A copy of the list of the erased, to be kept beside the backups. */
async function copyList(posy: Posy, { words, print }: CommandCall): Promise<number> {
  const [path] = words
  if (!path) throw new SetupError('person list needs a file')
  const entries = await storedList(posy)
  await writeFile(path, writeList(entries), { mode: 0o600 })
  print(`${entries.length} entries, as keyed hashes.`)
  return 0
}

export const PERSON_USAGE = `  posy person find PERSON                        what is held about someone: an address, a number or an account's id
  posy person export PERSON --out FILE.zip --reason TEXT     all of it, as JSON
  posy person erase PERSON --reason TEXT [--live-gifts wait|cancel]   forget them; gifts that run are waited for, or cancelled
  posy person list FILE                          a copy of the list of the erased, to be kept beside the backups
  posy person erase --reapply [FILE]             after a restored backup: erase again who had been erased since
`

export const personOptions = {
  'live-gifts': { type: 'string' },
  reapply: { type: 'boolean', default: false },
} as const

export const personCommands: Record<string, (posy: Posy, call: CommandCall) => Promise<number>> = {
  'person find': find,
  'person export': exportNow,
  'person erase': erase,
  'person list': copyList,
}
