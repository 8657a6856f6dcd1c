import { BitSet } from './bit-set.ts'
import { editsForgiven, tokenise } from './search-tokens.ts'
import { WordList } from './word-list.ts'

/** A text of a document and what a word in it is worth, 1 to 15. */
export type Field = readonly [text: string, worth: number]

/** From this worth on a text is a name: there a slip is forgiven even where the word as typed means something. */
export const NAME_WEIGHT = 6

/** From this length on even the beginning of a word may hold a slip: `choclat` is on the way to chocolate. */
const PREFIX_EDIT_LENGTH = 6

const EXACT = 100
/** What the beginning of a word counts for, more the more of it has been typed. */
const prefixScore = (typed: number, whole: number) => 50 + Math.round((40 * typed) / whole)
/** Even in a name less than a word as typed in the least of texts. */
const typoScore = (edits: number, asPrefix: boolean) => (asPrefix ? 5 : 6) - 2 * edits

interface Postings {
  documents: number[]
  worths: number[]
}

/** The words of documents, numbered from 0 by the caller, and the documents of every word. */
export class WordIndex {
  private readonly collected = new Map<string, Postings>()
  private list: WordList | undefined
  private postings: Postings[] = []
  private readonly size: number
  /** What each document scores for one word, and for all: used for one search after the other. */
  private readonly best: Int32Array
  private readonly scores: Int32Array

  constructor(size: number) {
    this.size = size
    this.best = new Int32Array(size)
    this.scores = new Int32Array(size)
  }

  /** Documents are added in ascending order, each once. */
  add(document: number, fields: readonly Field[]): void {
    for (const [text, worth] of fields) {
      for (const word of tokenise(text)) {
        const known = this.collected.get(word)
        if (!known) this.collected.set(word, { documents: [document], worths: [worth] })
        else if (known.documents.at(-1) !== document) {
          known.documents.push(document)
          known.worths.push(worth)
        } else if (known.worths.at(-1)! < worth) known.worths[known.worths.length - 1] = worth
      }
    }
  }

  /**
   * The documents that have every word, or one that means the same: as it is, as the beginning of one, or with the slips
   * it is forgiven. Words that no document has are passed over; with no other word, nothing is found.
   * @param words each with the words that mean the same
   * @returns the set, and what each of its documents scores, higher is nearer: until the next search, when the same
   * numbers are written over
   */
  search(words: readonly (readonly string[])[]): { matched: BitSet; scores: Int32Array } {
    const scores = this.scores.fill(0)
    let matched: BitSet | null = null
    for (const meanings of words) {
      this.best.fill(0)
      for (const word of meanings) this.score(word)
      const having = new BitSet(this.size)
      let anybody = false
      for (let document = 0; document < this.size; document++) {
        if (this.best[document] === 0) continue
        anybody = true
        having.add(document)
        scores[document]! += this.best[document]!
      }
      if (anybody) matched = matched ? matched.keep(having) : having
    }
    return { matched: matched ?? new BitSet(this.size), scores }
  }

  private score(word: string): void {
    this.list ??= this.close()
    const { best } = this
    const count = (place: number, quality: number, leastWorth: number) => {
      const { documents, worths } = this.postings[place]!
      for (let at = 0; at < documents.length; at++) {
        const worth = worths[at]!
        if (worth >= leastWorth && worth * quality > best[documents[at]!]!) best[documents[at]!] = worth * quality
      }
    }
    const { words } = this.list
    const [from, to] = this.list.range(word)
    for (let place = from; place < to; place++)
      count(place, words[place] === word ? EXACT : prefixScore(word.length, words[place]!.length), 1)
    const edits = editsForgiven(word)
    if (edits === 0) return
    for (const near of this.list.near(word, edits, word.length >= PREFIX_EDIT_LENGTH)) {
      if (near.place >= from && near.place < to) continue
      count(near.place, typoScore(near.edits, near.asPrefix), to > from ? NAME_WEIGHT : 1)
    }
  }

  private close(): WordList {
    const list = new WordList(this.collected.keys())
    this.postings = list.words.map((word) => this.collected.get(word)!)
    this.collected.clear()
    return list
  }
}
