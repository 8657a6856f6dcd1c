import { Form, Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { formatPrice } from '#kit/money.ts'
import { useAppData, useCan } from '#web/app/shell/app-data.ts'
import { teamsApart } from '#web/app/shell/teams-apart.ts'
import { paths } from '#web/paths.ts'
import { getSession } from '#web/session/middleware.ts'
import { LinkButton, SubmitButton } from '#web/ui/kit/button.tsx'
import { Notice } from '#web/ui/kit/notice.tsx'
import { PageHeader } from '#web/ui/kit/page-header.tsx'
import { StatusBadge } from '#web/ui/kit/status-badge.tsx'
import styles from './catalogue.module.css'
import { choiceFacts } from './choice-labels.ts'
import { daysAllowed, validFact } from './days-valid.ts'
import { loadGiftRulesTeam } from './load-gift-rules.server.ts'
import { Segments } from './segment-sheets.tsx'
import { segmentsToShow } from './segments.ts'
import { loadVariants } from './variants.server.ts'
import type { Variants } from './variants.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const session = getSession(context)
  const api = await session.catalogue()
  const product = session.unwrap(await api.getProduct({ params: { id: params.id! } })).data
  const seesSegments = product.kind === 'choice' && session.can('view-segments')
  const segments = seesSegments ? await session.api.getProductSegments({ params: { id: product.id } }) : null
  const [variants, team] = await Promise.all([loadVariants(api, product), loadGiftRulesTeam(session)])
  return {
    product,
    variants,
    allowed: daysAllowed(team),
    segments: segments?.ok ? segmentsToShow(segments.value.data) : null,
  }
}

/** For who cannot send from the team acted in, or acts in none: the teams that they may be able to. */
function SendFromAnother() {
  const { teams, teamId } = useAppData()
  const { pathname } = useLocation()
  const { current, others } = teamsApart(teams, teamId)
  return (
    <Form method="post" action={paths.switchTeam} className="stack">
      <input type="hidden" name="next" value={pathname} />
      <p className="muted">
        {current
          ? `You cannot send it from ${current.name}.${others.length ? ' Another of yours may:' : ''}`
          : 'You act in no team or budget that you can send it from.'}
      </p>
      <div className="row">
        {others.map(({ id, name }) => (
          <SubmitButton key={id} look="quiet" name="teamId" value={id}>
            Open {name}
          </SubmitButton>
        ))}
      </div>
    </Form>
  )
}

/** The same thing in its other amounts, each a page of its own. */
const VariantLinks = ({ variants: { title, options } }: { variants: Variants }) => (
  <nav aria-label={title}>
    <ul className={styles.amounts}>
      {options.map(({ id, label, isCurrent }) => (
        <li key={id}>
          <Link to={paths.product(id)} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

export default function ProductScreen() {
  const { product, variants, allowed, segments } = useLoaderData<typeof loader>()
  const { initialUser } = useAppData()
  const can = useCan()
  const { senderPrice, handlingFee, currency } = product
  const facts = [
    { name: 'Handling fee', value: handlingFee ? `${formatPrice(handlingFee, currency)} a gift, plus VAT` : 'None' },
    {
      name: 'VAT',
      value:
        product.vatVoucherType === 'SPV'
          ? product.vat
            ? `${product.vat}% in the price`
            : 'Zero-rated'
          : 'None on the face value',
    },
    validFact(product, allowed),
    { name: 'Where', value: product.territory === 'GB' ? 'United Kingdom' : 'Europe' },
    ...(product.isGiftCard
      ? [
          {
            name: 'In parts',
            value: product.allowsParts ? 'Yes: what is left stays on it' : 'No: it is used as a whole',
          },
        ]
      : []),
    ...(product.kind === 'choice'
      ? choiceFacts(product)
      : [{ name: 'Change', value: product.givesChange ? 'Given, as a rest to spend' : 'Not given' }]),
  ]
  return (
    <>
      <div className={styles.detail}>
        <img className={styles.picture} src={product.imageUrl} alt="" width="640" height="480" />
        <div className="stack">
          <PageHeader title={product.name} back={{ to: paths.browse, label: 'Browse gifts' }} />
          <p>
            <Link to={paths.brand(product.brandId)}>{product.brandName}</Link>
          </p>
          <p className={styles.total}>{formatPrice(senderPrice, currency)}</p>
          {variants ? <VariantLinks variants={variants} /> : null}
          {product.active ? null : <Notice tone="warning">This gift is no longer on sale.</Notice>}
          <div className="row">
            {product.kind === 'choice' ? <StatusBadge status="They choose" tone="accent" /> : null}
            {product.isGiftCard ? <StatusBadge status="Gift card" /> : null}
            {product.over18 ? <StatusBadge status="18 and over" tone="warning" /> : null}
          </div>
          <p>{product.description}</p>
          {product.contents ? <p className="muted">{product.contents}</p> : null}
          <dl className={styles.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {initialUser ? (
            product.active && can('purchase-hugggs') ? (
              <Form method="post" action={paths.sendProduct(product.id)}>
                <input type="hidden" name="product" value={product.id} />
                <input type="hidden" name="straight" value="1" />
                <SubmitButton>Send this gift</SubmitButton>
              </Form>
            ) : product.active ? (
              <SendFromAnother />
            ) : null
          ) : (
            <LinkButton to={paths.signInFor(paths.product(product.id))}>Sign in to send it</LinkButton>
          )}
          {product.terms ? (
            <details>
              <summary>Terms</summary>
              <p className={styles.terms}>{product.terms}</p>
            </details>
          ) : null}
        </div>
      </div>
      {segments?.length ? <Segments segments={segments} /> : null}
      {product.kind === 'choice' && !segments && initialUser ? (
        <Notice>
          Your role in this team does not show what recipients can choose from. A team admin can change that.
        </Notice>
      ) : null}
    </>
  )
}
