import { expect, test } from 'vitest'
import { decodeWindowsText } from './windows-text.ts'

/** As a table of Windows writes it: each letter by where the decoder has it. */
function encode(text: string, encoding: 'windows-1250' | 'windows-1252'): Uint8Array<ArrayBuffer> {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from([...text], (letter) => table.indexOf(letter))
}

test.each([
  'Łukasz Żak, Wałęsa; Święta – „dziękuję”',
  'Michał;Małgorzata',
  'Jiří Dvořák,Kateřina Němcová,Tomáš Růžička',
  'Ľubomír Hruška, Božena Ťažká',
  'Fűrösi Ödön; Erdős Pál',
])('%s is read as it was written in Central Europe', (text) =>
  expect(decodeWindowsText(encode(text, 'windows-1250'))).toBe(text),
)

test.each([
  'Zoë García, Thanks – well done, €5 of flowers “Bravo”',
  'Hélène Lefèvre; Noël; Françoise; Jürgen Groß; Tomáš Novák',
  'Søren Ærø; Åse Sjögren; Bjørn Ødegård',
  '¿Cómo está? Mª José, Nº 5; £ukewarm tea, Niño; João Conceição',
  'Niccolò Rossi; perché; più',
  'room of 12m³, £5, 3¼, Señor',
  'Jökull Þórsson; Sigríður',
  'plain',
])('%s is read as it was written in Western Europe', (text) =>
  expect(decodeWindowsText(encode(text, 'windows-1252'))).toBe(text),
)
