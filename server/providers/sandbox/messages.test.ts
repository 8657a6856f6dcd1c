import { expect, test } from 'vitest'
import { linksIn } from './messages.ts'

test('the links of an email are the hrefs of the HTML and then the addresses in the text, each once and in order', () => {
  const html = `<a href="https://one.test/a?x=1&#38;y=2">1</a> <A HREF='https://two.test/'>2</A> <a href="mailto:a@b.c">m</a> <a href="https://one.test/a?x=1&amp;y=2">again</a>`
  expect(linksIn(html, 'See https://three.test/x. Or (https://two.test/), or https://four.test/?q=a,b!')).toEqual([
    'https://one.test/a?x=1&y=2',
    'https://two.test/',
    'https://three.test/x',
    'https://four.test/?q=a,b',
  ])
})
