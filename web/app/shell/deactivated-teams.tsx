import { Notice } from '#web/ui/kit/notice.tsx'
import { useAppData } from './app-data.ts'

/** At the top of each page, to the people of a team that no one can act in. */
export function DeactivatedTeams() {
  const { deactivatedTeams, links } = useAppData()
  return deactivatedTeams.map(({ id, title, text }) => (
    <Notice key={id} tone="warning" title={title}>
      {text} <WriteTo address={links.assistance} />
    </Notice>
  ))
}

const WriteTo = ({ address }: { address: string }) => (
  <a href={address}>{address.startsWith('mailto:') ? `Write to ${address.slice('mailto:'.length)}` : 'Write to us'}</a>
)
