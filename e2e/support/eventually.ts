/** What a job leaves behind, a moment later. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not happen within 10 seconds')
}
