/** What is true of every installation, where its operator has published nothing of their own. */
export const defaultPrivacy = (operator: string) => `
This page says what the software keeps. ${operator} is responsible for it, and can tell you more.

# When you receive a gift

- The sender gave us your name and your email address or mobile number, to send you this gift. We use them for nothing else.
- We note when the gift was opened and used, and show that to its sender.
- The gift’s page loads nothing from other sites, sets no tracking cookies and asks for no account.
- If you stop our texts, or an address of yours stops taking our emails, we keep a fingerprint of it so that no one writes to it again.

# When you send gifts

- We keep your name, address and what you do in your team: purchases, wallets, and an audit log of changes.
- Card numbers go to the card provider and never reach us. We keep the last four digits and the expiry date.
- Receipts, invoices and the ledger are kept as long as the law requires.

# Your rights

- You may ask for a copy of what is kept about you, have it corrected, or have it erased. The books keep amounts, not names.
- Cookies keep you signed in, tell a browser you have used before from a new one, and remember light or dark. There are no others.
`

export const defaultTerms = (operator: string) => `
${operator} has not published terms here yet. What you agreed with them applies. Each gift’s own terms are on its page.
`
