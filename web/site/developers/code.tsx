/** Something to copy. It scrolls separately, so it can be reached by keyboard. */
export const Code = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus to be scrolled by keys
  <section className="code" aria-label={label} tabIndex={0}>
    <pre>
      <code>{children}</code>
    </pre>
  </section>
)
