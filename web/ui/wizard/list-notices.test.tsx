import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ListNotices } from './list-notices.tsx'

const shown = { problems: [{ row: 1 }, { row: 1 }, { row: 4 }, { row: 7 }], general: [], notices: [] }
const told = (props: Partial<Parameters<typeof ListNotices>[0]>) =>
  renderToStaticMarkup(<ListNotices shown={shown} refusal={null} isLive={false} {...props} />).replaceAll(
    /<[^>]*>/g,
    '',
  )

test('a list that was added says how many rows are right and how many need a look, and is no refusal', () => {
  expect(told({ added: 9 })).toBe('9 added. 3 need a look.')
  expect(told({ added: 2000, shown: { ...shown, problems: [] } })).toBe('2,000 added.')
  expect(told({ added: 0, shown: { ...shown, problems: [{ row: 0 }] } })).toBe('1 needs a look.')
  expect(told({ added: 0, shown: { ...shown, problems: [] } })).toBe('')
  const unread = { ...shown, problems: [], general: ['This workbook cannot be read.'] }
  expect(told({ added: 0, shown: unread })).toBe('This workbook cannot be read.')
})

test('a list that was to be saved and is not right is refused, and one that is only shown says nothing of it', () => {
  expect(told({ refusal: 'Nothing was sent yet' })).toContain('Nothing was sent yet')
  expect(told({})).toBe('')
})
