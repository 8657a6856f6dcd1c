import { formatCount } from '../format.ts'

/** How a list is that was added or looked at: “9 added. 3 need a look.” Null where there is nothing to say. */
export function listSummary({ added, problems }: { added: number; problems: readonly { row: number }[] }) {
  const wrong = countWrongRows(problems)
  const said = [
    added ? `${formatCount(added)} added.` : '',
    wrong ? `${formatCount(wrong)} ${wrong === 1 ? 'needs' : 'need'} a look.` : '',
  ]
  return said.filter(Boolean).join(' ') || null
}

/** A row is one, however many of its fields are wrong. */
export const countWrongRows = (problems: readonly { row: number }[]): number =>
  new Set(problems.map(({ row }) => row)).size
