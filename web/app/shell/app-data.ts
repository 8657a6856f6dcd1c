import { useRouteLoaderData } from 'react-router'
import { allows, type Permission } from '#contract/core/permissions.ts'
import { BUSINESS_ZONE } from '#kit/time.ts'
import type { loadShell } from './load-shell.server.ts'

const SHELL = 'app/shell/shell'

/** What every screen knows: who is signed in, in which team, with which rights. */
export function useAppData() {
  const data = useRouteLoaderData<typeof loadShell>(SHELL)
  if (!data) throw new Error('This screen stands outside the shell.')
  return data
}

/** Whether the reader may do something. The server refuses it anyway; a screen leaves it out, or says why. */
export function useCan(): (wanted: Permission | readonly Permission[]) => boolean {
  const { permissions } = useAppData()
  return (wanted) => allows(permissions, wanted)
}

/** The reader's time zone. */
export const useZone = (): string => useAppData().initialUser?.zone ?? BUSINESS_ZONE
