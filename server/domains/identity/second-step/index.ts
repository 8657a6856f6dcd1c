/** Two-step sign-in: authenticator apps, passkeys and recovery codes, asked for and taken. */
export {
  challenge,
  type SignInFirstStep,
  secondFactorNeeded,
  takeChallenge,
  type WaitingStep,
  waitingFor,
} from './challenge.ts'
export { type OwnerProof, type ProofRequest, requireOwnerProof } from './owner-proof.ts'
export { passkeyRoutes } from './passkey-routes.ts'
export { typedCode } from './recovery-codes.ts'
export { hasSecondFactor } from './second-factor-queries.ts'
export { secondFactorRoutes } from './second-factor-routes.ts'
export { dropSecondFactor, requireProvenAddress, type SecondStepDuty } from './second-step.ts'
export { requireCode, wrongCode } from './take-code.ts'
export { requirePasskey, takePasskey } from './take-passkey.ts'
export { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
