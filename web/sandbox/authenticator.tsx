interface AuthenticatorProps {
  /** As it was asked for; empty where none was. */
  authenticatorKey: string
  /** Null without a key that is one. */
  shown: { code: string; secondsLeft: number } | null
}

/** What the authenticator app on this phone shows for a key. */
export const Authenticator = ({ authenticatorKey, shown }: AuthenticatorProps) => (
  <section id="authenticator" className="card panel" aria-labelledby="authenticator-title">
    <h2 id="authenticator-title">Authenticator app</h2>
    <form method="get" className="plan">
      <label className="wide">
        Key
        <input name="key" type="text" defaultValue={authenticatorKey} required autoComplete="off" spellCheck={false} />
      </label>
      <button className="button quiet" type="submit">
        Show the code
      </button>
    </form>
    {shown ? (
      <p>
        <strong>{shown.code}</strong>, for {shown.secondsLeft} more seconds
      </p>
    ) : null}
    {authenticatorKey && !shown ? <p>That is no key: it has letters and the figures 2 to 7.</p> : null}
  </section>
)
