import type { TestProject } from 'vitest/node'
import { givePostgres } from './global-setup.ts'

/** The global setup of `db`, `http` and the journeys: a PostgreSQL that waits for no disk. */
export default (project: TestProject) => givePostgres(project, { fsync: false })
