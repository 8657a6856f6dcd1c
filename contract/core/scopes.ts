/** What an API key may be used for, within the rights of the role it has. */
export const scopes = ['read', 'send', 'manage'] as const

export type Scope = (typeof scopes)[number]

interface Scoped {
  method: string
  scope?: Scope | readonly Scope[]
}

/** The scopes that let a key call an endpoint, any one of them: reads need `read`; other calls `manage`, unless declared. */
export const scopesFor = ({ method, scope }: Scoped): readonly Scope[] =>
  scope ? [scope].flat() : method === 'GET' ? ['read'] : ['manage']
