import { isUuid } from '#kit/uuid.ts'
import type { Posy } from '#server/platform/posy.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** `posy jobs failed`. @returns 1 when there are any, so that a script can tell */
export async function listFailedJobs({ queue }: Posy): Promise<number> {
  const failed = await queue.failed()
  for (const { id, queue: name, failedAt, tries, reason, payload } of failed)
    print(`${id}  ${failedAt.toISOString()}  ${name}  ${tries} tries  ${reason}  ${JSON.stringify(payload)}`)
  if (failed.length === 0) print('No job has been given up.')
  return failed.length ? 1 : 0
}

/** `posy jobs retry`. @returns 1 when none were found */
export async function retryFailedJobs(
  { queue }: Posy,
  which: { id: string | undefined; queue: string | boolean | undefined; all: boolean },
): Promise<number> {
  const isById = which.id !== undefined
  if (
    Number(isById) + Number(typeof which.queue === 'string') + Number(which.all) !== 1 ||
    (isById && !isUuid(which.id!))
  ) {
    process.stderr.write('jobs retry needs the id of a given-up job, --queue NAME or --all\n')
    return 2
  }
  const count = await queue.retryFailed({
    ...(isById && { id: which.id! }),
    ...(typeof which.queue === 'string' && { queue: which.queue }),
  })
  print(count === 1 ? '1 job is tried again.' : `${count} jobs are tried again.`)
  return count ? 0 : 1
}
