/** Tells people from programs, by what a page's widget made of its visitor. */
export interface Captcha {
  /** @throws unavailable (503) where the provider does not answer */
  isPerson(proof: { token: string; address: string }): Promise<boolean>
}
