import { formatDay } from '#web/ui/format.ts'
import { Notice } from '#web/ui/kit/notice.tsx'
import { useAppData, useZone } from './app-data.ts'

/** At the top of each page, to the people of a team that no one can act in. */
export function DeactivatedTeams() {
  const { deactivatedTeams, links } = useAppData()
  const zone = useZone()
  return deactivatedTeams.map(({ id, name, since }) => (
    <Notice key={id} tone="warning" title={`${name} is deactivated`}>
      Since {formatDay(since, zone)} no one can send, buy or change anything in it. Gifts that were sent still work,
      live budgets continue, and its money stays in its wallets. Questions? <WriteTo address={links.assistance} />
    </Notice>
  ))
}

const WriteTo = ({ address }: { address: string }) => (
  <a href={address}>{address.startsWith('mailto:') ? `Write to ${address.slice('mailto:'.length)}` : 'Write to us'}</a>
)
