/** Random secrets and their hashes, access tokens, and guesses that are counted. */
export { ACCESS_TOKEN_SECONDS, readAccessToken, signAccessToken, signingKey } from './access-token.ts'
export { forgetFailures, limitGuesses, unguessable } from './guessing.ts'
export { hashSecret, matchesSecret, randomSecret } from './secrets.ts'
