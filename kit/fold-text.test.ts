import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test.each([
  ['Café L’Été Straße Smørrebrød', 'cafe lete strasse smorrebrod'],
  ['ŁÓDŹ łódź Łódź', 'lodz lodz lodz'],
  ['Nguyễn Hữu Thọ', 'nguyen huu tho'],
  ['Žižek Đoković Ðurić İstanbul ıssız', 'zizek dokovic duric istanbul issiz'],
  ['Þór Æsir Œuvre', 'thor aesir oeuvre'],
  ['Αθηνά Οδός', 'αθηνα οδοσ'],
  ['Ёлкин', 'елкин'],
  ['Ｚｏｅ ﬁne', 'zoe fine'],
  ['Zo\u00ade\u0308 \u202eAda\u202c', 'zoe ada'],
  ['Cadbury™ Ltd', 'cadbury  ltd'],
])('%s is searched as %s', (text, folded) => expect(foldText(text)).toBe(folded))
