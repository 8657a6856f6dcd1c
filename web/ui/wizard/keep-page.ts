import type { ClientActionFunctionArgs } from 'react-router'

/**
 * A look at what is typed that could not be had (no network, the server away) changes nothing: the page stays as it is, and
 * the next pause in typing looks again. The client's action of an address that only looks.
 */
export async function keepPage<T>({ serverAction }: Pick<ClientActionFunctionArgs, 'serverAction'>): Promise<T | null> {
  try {
    return (await serverAction()) as T
  } catch (thrown) {
    // A redirect, to sign in again.
    if (thrown instanceof Response && thrown.status < 400) throw thrown
    return null
  }
}
