import { IconBrandGoogleFilled, IconBrandWindowsFilled } from '@tabler/icons-react'
import type { IdentityProviderName } from '#contract/identity/auth.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { providerNames } from './labels.ts'
import styles from './sso.module.css'

const icons = { google: IconBrandGoogleFilled, microsoft: IconBrandWindowsFilled }

interface ProviderLinksProps {
  providers: readonly IdentityProviderName[]
  next?: string
  plan?: string | null
  /** The page says that continuing agrees to the terms. */
  terms?: 'agreed'
}

/** The ways in besides a password. Links, so that they work without scripts. */
export const ProviderLinks = ({ providers, ...query }: ProviderLinksProps) =>
  providers.length ? (
    <div className={styles.providers}>
      {providers.map((provider) => {
        const Icon = icons[provider]
        return (
          <LinkButton
            key={provider}
            to={paths.ssoStart(provider, query)}
            reloadDocument
            look="quiet"
            className={styles.wide}
            icon={<Icon size={18} aria-hidden="true" />}
          >
            Continue with {providerNames[provider]}
          </LinkButton>
        )
      })}
    </div>
  ) : null
