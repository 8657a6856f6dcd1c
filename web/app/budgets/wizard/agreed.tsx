import type { Failure } from '#web/ui/kit/failure.ts'

type Asked = { failure: Failure | null | undefined }

/** Sends along the consequence that was read, where the form asked about one. */
export const Agreed = ({ failure }: Asked) =>
  failure?.values.agreed ? <input type="hidden" name="agreed" value={failure.values.agreed} /> : null

/** What the button says once the consequence is on the page; undefined: as ever. */
export const nextLabel = (failure: Asked['failure']): string | undefined =>
  failure?.values.agreed && failure.status === 409 ? 'Save it all the same' : undefined
