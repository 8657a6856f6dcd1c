import type { ProductCard } from '#web/app/catalogue/product-grid.tsx'
import { Button, LinkButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import styles from '../send.module.css'
import { type GiftPickerProps, PickForm } from './gift-picker.tsx'
import { wayNamed } from './ways.ts'

interface AmountPickerProps extends Pick<GiftPickerProps, 'takes' | 'productPath'> {
  amounts: readonly ProductCard[]
}

/** A choice in its amounts, from the least to the most: one press takes it. */
export function AmountPicker({ amounts, takes, productPath }: AmountPickerProps) {
  const { title, text } = wayNamed('choice')!
  // Several choices of one amount are told apart by their names.
  const isOneOfEach = new Set(amounts.map(({ price }) => price)).size === amounts.length
  return (
    <Card title={title}>
      <p className="muted">{text}</p>
      <PickForm takes={takes} action={productPath(amounts[0]!.id)}>
        <ul className={styles.amounts} aria-label="Amount for each person">
          {amounts.map(({ id, name, price }) => (
            <li key={id}>
              {takes ? (
                <Button type="submit" look="quiet" name="product" value={id} formAction={productPath(id)}>
                  {isOneOfEach ? price : name}
                </Button>
              ) : (
                <LinkButton look="quiet" to={productPath(id)}>
                  {isOneOfEach ? price : name}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      </PickForm>
    </Card>
  )
}
