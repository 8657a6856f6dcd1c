/** The names of a form's fields about a choice. */
export const choiceFields = { description: 'choiceDescription' } as const

const PICTURE = 'segment-picture-'

/** Those about one segment of it. */
export const segmentFields = (id: string) => ({
  keep: `segment-${id}`,
  words: `segment-words-${id}`,
  picture: `${PICTURE}${id}`,
  pictureGone: `segment-picture-gone-${id}`,
})

/** Leaves pictures out of what is saved while it is being typed. */
export function dropPictures(form: FormData): void {
  for (const name of [...form.keys()]) if (name.startsWith(PICTURE)) form.delete(name)
}
