import {
  IconFileInvoice,
  IconGift,
  IconHome,
  IconListDetails,
  IconRepeat,
  IconSend,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import type { Permission } from '#contract/core/permissions.ts'
import type { NavigationItem } from '../../ui/kit/app-shell.tsx'
import type { Place } from '../../ui/kit/command-palette.tsx'

interface Item extends NavigationItem {
  /** One of these is needed; without any, everybody may go there, visitors too. */
  needs?: readonly Permission[]
  /** Only for who has signed in. */
  members?: true
}

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The places beside every screen, in this order. A new area adds its line here. */
const items: readonly Item[] = [
  { to: '/home', label: 'Home', icon: <IconHome {...look} />, members: true },
  { to: '/browse', label: 'Browse gifts', icon: <IconGift {...look} /> },
  { to: '/send', label: 'Send', icon: <IconSend {...look} />, members: true, needs: ['purchase-hugggs'] },
  {
    to: '/activity',
    label: 'Activity',
    icon: <IconListDetails {...look} />,
    members: true,
    needs: ['view-team-transactions', 'purchase-hugggs'],
  },
  {
    to: '/budgets',
    label: 'Budgets',
    icon: <IconRepeat {...look} />,
    members: true,
    needs: ['view-automated-budget', 'create-automated-budget'],
  },
  { to: '/wallets', label: 'Wallets', icon: <IconWallet {...look} />, members: true, needs: ['wallet', 'view-teams'] },
  {
    to: '/invoices',
    label: 'Invoices',
    icon: <IconFileInvoice {...look} />,
    members: true,
    needs: ['manage-billing'],
  },
  { to: '/team', label: 'Team', icon: <IconUsers {...look} />, members: true },
]

/** Further places that the palette finds. */
const places: readonly (Place & Pick<Item, 'needs' | 'members'>)[] = [
  { to: '/browse/choice-of-gift', label: 'Choice of gift' },
  { to: '/browse/gift-cards', label: 'Gift cards' },
  { to: '/budgets/new', label: 'New budget', members: true, needs: ['create-automated-budget'] },
  { to: '/cards', label: 'Cards', members: true, needs: ['manage-cards'] },
  { to: '/charges', label: 'Charges', members: true, needs: ['top-up-wallet', 'manage-cards'] },
  { to: '/invoices/statement', label: 'Statement of account', members: true, needs: ['manage-billing'] },
  { to: '/reactions', label: 'Reactions', members: true, needs: ['view-huggg-status'] },
  { to: '/team/members', label: 'Members', members: true, needs: ['view-teams'] },
  { to: '/team/invites', label: 'Invites', members: true, needs: ['view-teams'] },
  { to: '/team/api-keys', label: 'API keys', members: true, needs: ['team-admin'] },
  { to: '/profile', label: 'Profile', members: true },
]

interface Reader {
  isSignedIn: boolean
  can(wanted: readonly Permission[]): boolean
}

const open =
  ({ isSignedIn, can }: Reader) =>
  ({ members, needs }: Pick<Item, 'needs' | 'members'>) =>
    (!members || isSignedIn) && (!needs || can(needs))

export const navigationFor = (reader: Reader): readonly NavigationItem[] => items.filter(open(reader))
export const placesFor = (reader: Reader): readonly Place[] => places.filter(open(reader))
