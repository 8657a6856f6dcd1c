const environments = ['beta', 'dev', 'local', 'production', 'stage'] as const
type EnvironmentName = (typeof environments)[number]

/** The API's address in each environment, without a trailing slash. */
export type Hosts = Record<EnvironmentName, string>

/** The API host of an environment; production unless told. @throws an error for any other name */
export function apiHost(hosts: Hosts, environment: string = 'production'): string {
  if (!(environments as readonly string[]).includes(environment)) throw new Error('Unknown environment specified.')
  return hosts[environment as EnvironmentName]
}
