/** What did not work, in words; nothing else has changed. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <p className="notice" role="alert">
      {text}
    </p>
  ) : null
