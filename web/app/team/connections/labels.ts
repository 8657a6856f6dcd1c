import type { EmployeeGroup, LinkedAccount } from '#contract/integrations/integrations.ts'
import type { Tone } from '#web/ui/kit/status-badge.tsx'

export const groupKinds: Record<EmployeeGroup['kind'], string> = {
  team: 'Team',
  location: 'Place of work',
  'employment-type': 'Kind of employment',
}

export function accountState({ status, syncError }: LinkedAccount): { label: string; tone: Tone } {
  if (syncError === 'revoked') return { label: 'Connection ended', tone: 'danger' }
  if (syncError === 'unreachable') return { label: 'Last sync failed', tone: 'warning' }
  if (status === 'syncing') return { label: 'Reading people', tone: 'warning' }
  if (status === 'pending') return { label: 'Not approved yet', tone: 'warning' }
  return { label: 'Connected', tone: 'success' }
}

/** What went wrong, and what to do. */
export const syncErrors: Record<NonNullable<LinkedAccount['syncError']>, { title: string; text: string }> = {
  revoked: {
    title: 'The connection was ended in your HR system.',
    text: 'The people below are as they were at the last sync. Connect the system again to continue.',
  },
  unreachable: {
    title: 'Your HR system could not be read.',
    text: 'Nothing has changed: the people are as they were at the last sync. We try again within the hour.',
  },
}

export const linkFailures = {
  unreachable: 'HR systems cannot be reached just now. Nothing has been changed; try again in a few minutes.',
  script:
    'The page to approve the connection did not open. Check that your browser lets merge.dev load, and try again.',
} as const
