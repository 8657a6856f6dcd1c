import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { sandboxEndpoints } from '#contract/sandbox/index.ts'
import { exampleFiles, placeExamples, printExample, REFUSAL } from './recorded-examples.ts'

const root = join(import.meta.dirname, '..')

test('every endpoint has one file with its recorded example, beside the file that declares it', () => {
  const names = [...Object.keys(contract), ...Object.keys(sandboxEndpoints), REFUSAL]
  const files = exampleFiles(root).map(([, path]) => path)
  expect(files.sort()).toEqual(placeExamples(root, names).sort())
})

test('a recorded example is written as the recording writes it, so that recording again changes nothing', () => {
  const others = exampleFiles(root).filter(([, path]) => {
    const text = readFileSync(join(root, path), 'utf8')
    return text !== printExample(JSON.parse(text))
  })
  expect(others).toEqual([])
})
