/**
 * What a loader answers for a page that takes no data along (`handle: { scripts: false }`). The router writes out every
 * answer, wanted or not; of this it sees an object without properties.
 */
export const serverOnly = <T>(value: T): { readonly value: T } =>
  Object.defineProperty({}, 'value', { value }) as { readonly value: T }
