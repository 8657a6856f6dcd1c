/** The public directory of domains. */
export interface Dns {
  /**
   * The texts of a name's TXT records; none where there is no such name.
   * @throws unavailable (503) where no answer comes
   */
  texts(name: string): Promise<string[]>
}
