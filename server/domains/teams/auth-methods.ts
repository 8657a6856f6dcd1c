import { Problem } from '#server/kit/problem.ts'

const names: Record<string, string> = { password: 'a password', google: 'Google', microsoft: 'Microsoft' }
const listed = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Somebody is who they say, and yet does not come in this way. */
export const otherWayIn = (methods: readonly string[]): Problem => {
  const wanted = listed.format(methods.map((method) => names[method] ?? method))
  return new Problem('restricted', `This team asks its people to sign in with ${wanted}.`, {
    help: `Sign in with ${wanted}.`,
  })
}
