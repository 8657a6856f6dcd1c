import { eventType } from '#server/platform/queue.ts'

/** Everyone in a connected system was read without error, and what changed is written down. */
export const employeesSynced = eventType<{ linkedAccountId: string }>('integrations.employees-synced')
