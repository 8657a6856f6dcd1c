import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

/** The session's cookie travels below this address, and not with the data of this address itself. */
export const loader = () => redirect(paths.operatorOverview)
