/**
 * What stood against `npm ci`, as one sentence that says what to do; null for what no one foresaw.
 * @param {string} said what npm wrote
 * @param {string} folder that it installs into
 * @returns {string | null}
 */
export function installTrouble(said, folder) {
  const code = said.match(/npm (?:error|ERR!) code (\w+)/)?.[1] ?? said.match(/\b(ENOSPC)\b/)?.[1]
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full: free two gigabytes where ${folder} is (npm needs some in its cache too), then run the same again.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const path = said.match(/npm (?:error|ERR!) path (.+)/)?.[1] ?? folder
    return `npm may not write in ${path}: give this user the right to, then run the same again.`
  }
  if (code && UNREACHABLE.has(code)) {
    const asked = said.match(/https?:\/\/[^\s/]+/)?.[0] ?? 'The registry'
    return `The registry of packages cannot be reached (${asked}: ${code}): check the network, and the proxy or mirror that npm is set to (npm config get registry), then run the same again.`
  }
  return null
}

const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ERR_SOCKET_TIMEOUT',
  'ETIMEDOUT',
])
