import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'

/** The first of the team's pages. */
export const loader = () => redirect(paths.teamTab('details'))
