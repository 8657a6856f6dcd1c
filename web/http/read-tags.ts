import { type Field, text } from './read-form.ts'

/**
 * Tags as they are typed, with commas between them, each once.
 * @param known those that were there before: one with a comma of its own stays one
 */
export const tagsIn =
  (known: readonly string[] = []): Field<string[]> =>
  (sent, beside) => {
    let typed = text(sent, beside)
    const whole = known.filter((tag) => tag.includes(',') && typed.includes(tag))
    for (const tag of whole) typed = typed.replace(tag, '')
    return [...new Set([...whole, ...typed.split(',').map((tag) => tag.trim())])].filter(Boolean)
  }

/** The paths of single tags by the field that has them all: what is wrong with one is said of it. */
export const eachTag = (most: number, prefix = ''): Record<string, string> =>
  Object.fromEntries(Array.from({ length: most }, (_, index) => [`${prefix}tags.${index}`, 'tags']))
