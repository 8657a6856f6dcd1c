import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'

/** A gift as its recipient has it, drawn and not photographed: it follows the page's colours, and is sharp at any size. */
export const GiftPagePicture = () => (
  <figure
    className="gift-picture"
    role="img"
    aria-label="A gift on its recipient’s phone: a flat white, with a message from Sam at Acme"
  >
    <p className="gift-picture-message">
      “You stayed late so that we could launch. This one is on us.”
      <span>Sam, Acme</span>
    </p>
    <div className="gift-picture-product">
      <img src={paths.flatWhitePicture} alt="" width="320" height="240" />
      <strong>Flat white</strong>
      <span>Daisy Coffee · until 31 December</span>
    </div>
    <span className="gift-picture-button">Show my code</span>
  </figure>
)

const sent = [
  { name: 'Priya Shah', gift: 'Flat white', state: 'Redeemed', sum: '£3.60' },
  { name: 'Tom Okafor', gift: 'Choice of gift', state: 'Opened', sum: '£25.00' },
  { name: 'Elin Berg', gift: 'Letterbox bouquet', state: 'Sent', sum: '£24.00' },
  { name: 'Jo Marsh', gift: 'Six truffles', state: 'Scheduled', sum: '£6.95' },
]

/** What senders follow their gifts by. */
export const ActivityPicture = () => (
  <figure
    className="activity-picture"
    role="img"
    aria-label="The list of gifts as their sender sees it: who got which, how each fares, and what it cost"
  >
    <table>
      <tbody>
        {sent.map(({ name, gift, state, sum }) => (
          <tr key={name}>
            <td>
              <strong>{name}</strong>
              <span>{gift}</span>
            </td>
            <td>
              <StatusBadge status={state} />
            </td>
            <td className="digits">{sum}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
)
