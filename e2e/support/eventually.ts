/** What a job leaves behind, a moment later: many moments where the machine is busy. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + 60_000
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > endMs) throw new Error('it did not happen within a minute')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
