import { MOST_IN_GROUP, type RecipientGroup } from '#contract/orders/recipient-groups.ts'
import { personKey } from '#kit/person-key.ts'
import { exactText, id, readForm } from '#web/http/read-form.ts'
import type { Session } from '#web/session/session.ts'
import { plural } from '#web/ui/format.ts'
import { toFormFailure } from '#web/ui/kit/failure.ts'
import type { Recipient } from './recipient-rows.ts'
import { toPerson } from './to-person.ts'

type Channel = 'email' | 'sms'

/** A group whose people can be added: how many of it are reached in this way. */
export interface GroupOption extends Pick<RecipientGroup, 'id' | 'name'> {
  count: number
}

/** Groups with someone who is reached in this way; none where they cannot be read now. */
export async function groupOptions(session: Session, channel: Channel): Promise<GroupOption[]> {
  const found = await session.api.listRecipientGroups()
  return (found.ok ? found.value.data : [])
    .map(({ id: groupId, name, emails, phoneNumbers }) => ({
      ...{ id: groupId, name, count: channel === 'sms' ? phoneNumbers : emails },
    }))
    .filter(({ count }) => count > 0)
}

const PAGE_SIZE = 1000

/** The people of the group that a form asks for, without those whose rows are there already. */
export async function askGroup(
  session: Session,
  channel: Channel,
  { form, typed }: { form: FormData; typed: readonly Recipient[] },
): Promise<{ chosen: Recipient[]; notices: string[] }> {
  if (form.get('intent') !== 'addGroup') return { chosen: [], notices: [] }
  if (!form.get('group')) return { chosen: [], notices: ['Choose a group first. Nothing was added.'] }
  const { group: groupId } = readForm(form, { group: id })
  const people: Recipient[] = []
  let name = ''
  for (let page = 1; page <= MOST_IN_GROUP / PAGE_SIZE; page++) {
    const query = { channel, page, per_page: PAGE_SIZE }
    const found = await session.api.listGroupPeople({ params: { id: groupId }, query })
    if (!found.ok) return { chosen: [], notices: ['That group could not be read. Nothing was added.'] }
    name = found.value.group.name
    people.push(
      ...found.value.data.map((person) => ({
        ...{ address: person.email ?? person.phoneNumber ?? '', name: person.name ?? '', notes: '' },
      })),
    )
    if (page >= found.value.last_page) break
  }
  const there = new Set(typed.map(({ address }) => personKey(address)))
  const chosen = people.filter(({ address }) => !there.has(personKey(address)))
  const known = people.length - chosen.length
  return {
    chosen,
    notices: [
      `${plural(chosen.length, 'person', 'people')} of “${name}” added.${known ? ` ${plural(known, 'person is', 'people are')} in the list already.` : ''}`,
    ],
  }
}

/** Keeps rows that are right as a group, and says so. */
export async function keepAsGroup(
  session: Session,
  channel: Channel,
  { form, rows }: { form: FormData; rows: readonly Recipient[] },
): Promise<{ notices: string[]; general: string[] }> {
  const { groupName } = readForm(form, { groupName: exactText })
  if (!groupName.trim()) return refusal('Give the group a name, then keep it.')
  if (rows.length === 0) return refusal('There is no one to keep yet.')
  const body = { name: groupName, people: rows.map((row) => toPerson(channel, row)) }
  const made = await session.api.createRecipientGroup({ body })
  if (!made.ok) {
    const { message, fields } = toFormFailure(made.problem)
    return refusal(fields.name ? `The name “${groupName}”: ${fields.name}` : `The group was not kept. ${message}`)
  }
  const { name, added } = made.value.data
  return {
    notices: [
      `${plural(added, 'person', 'people')} kept as “${name}”. The group can be added to any gift from now on.`,
    ],
    general: [],
  }
}

const refusal = (sentence: string) => ({ notices: [], general: [sentence] })
