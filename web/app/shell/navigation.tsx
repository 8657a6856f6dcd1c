import {
  IconCake,
  IconChartBar,
  IconFileInvoice,
  IconGift,
  IconHeartHandshake,
  IconHome,
  IconListDetails,
  IconRepeat,
  IconSend,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { seesAwards } from '#contract/awards/sees-awards.ts'
import { type Permission, seesBills, seesCelebrations, seesPurchases } from '#contract/core/permissions.ts'
import { paths } from '#web/paths.ts'
import type { NavigationItem } from '#web/ui/kit/app-shell.tsx'
import type { PalettePlace } from '#web/ui/kit/command-palette.tsx'

interface Item extends NavigationItem {
  /** One of these is needed; without any, everybody may go there, visitors too. */
  needs?: readonly Permission[]
  /** Only for who has signed in. */
  members?: true
}

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The places beside every screen, in this order. A new area adds its line here. */
const items: readonly Item[] = [
  { to: paths.home, label: 'Home', icon: <IconHome {...look} />, members: true },
  { to: paths.awards, label: 'Support', icon: <IconHeartHandshake {...look} />, members: true, needs: seesAwards },
  { to: paths.browse, label: 'Browse gifts', icon: <IconGift {...look} /> },
  { to: paths.send, label: 'Send', icon: <IconSend {...look} />, members: true, needs: ['purchase-hugggs'] },
  {
    to: paths.purchases,
    label: 'Activity',
    icon: <IconListDetails {...look} />,
    members: true,
    needs: seesPurchases,
  },
  {
    to: paths.budgets,
    label: 'Budgets',
    icon: <IconRepeat {...look} />,
    members: true,
    needs: ['view-automated-budget', 'create-automated-budget'],
  },
  {
    to: paths.celebrations,
    label: 'Celebrations',
    icon: <IconCake {...look} />,
    members: true,
    needs: seesCelebrations,
  },
  {
    to: paths.wallets,
    label: 'Wallets',
    icon: <IconWallet {...look} />,
    members: true,
    needs: ['wallet', 'view-teams'],
  },
  {
    to: paths.invoices,
    label: 'Invoices',
    icon: <IconFileInvoice {...look} />,
    members: true,
    needs: seesBills,
  },
  {
    to: paths.reports(),
    label: 'Reports',
    icon: <IconChartBar {...look} />,
    members: true,
    needs: ['view-team-transactions'],
  },
  { to: paths.team, label: 'Team', icon: <IconUsers {...look} />, members: true },
]

/** Further places that the palette finds. */
const places: readonly (PalettePlace & Pick<Item, 'needs' | 'members'>)[] = [
  { to: paths.category('choice-of-gift'), label: 'Choice of gift' },
  { to: paths.category('gift-cards'), label: 'Gift cards' },
  {
    to: paths.newBudget,
    label: 'New budget',
    also: 'create add automated',
    members: true,
    needs: ['create-automated-budget'],
  },
  {
    to: paths.newCelebrationRule(),
    label: 'New celebration rule',
    also: 'birthdays work anniversaries hr',
    members: true,
    needs: ['team-admin'],
  },
  { to: paths.send, label: 'Send a gift', also: 'buy new purchase', members: true, needs: ['purchase-hugggs'] },
  {
    to: paths.approvals,
    label: 'Approvals',
    also: 'approve decline orders waiting',
    members: true,
    needs: ['manage-billing', 'purchase-hugggs'],
  },
  { to: paths.newAward(), label: 'New award', also: 'support help grant', members: true, needs: ['make-awards'] },
  { to: paths.awardLetters, label: 'Letters to people', also: 'support', members: true, needs: ['make-awards'] },
  { to: paths.awardApprovals, label: 'Awards to approve', also: 'support', members: true, needs: ['approve-awards'] },
  { to: paths.grants, label: 'Grants', also: 'support funds', members: true, needs: seesAwards },
  { to: paths.gifts, label: 'Gifts', also: 'recipients export', members: true, needs: ['view-huggg-status'] },
  { to: paths.wallets, label: 'Top up a wallet', also: 'add money bank card', members: true, needs: ['top-up-wallet'] },
  { to: paths.wallets, label: 'Move money', also: 'transfer between wallets', members: true, needs: ['debit-wallet'] },
  { to: paths.cards, label: 'Add a card', also: 'payment billing', members: true, needs: ['manage-cards'] },
  { to: paths.vat, label: 'VAT', also: 'tax return', members: true, needs: seesBills },
  {
    to: paths.teamTab('invites'),
    label: 'Invite people',
    also: 'add members colleagues',
    members: true,
    needs: ['add-participants'],
  },
  {
    to: paths.teamTab('details'),
    label: 'Team settings',
    also: 'details name address rules reason codes',
    members: true,
    needs: ['view-teams'],
  },
  {
    to: paths.teamTab('brand'),
    label: 'Brand',
    also: 'logo theme colours giftwrap',
    members: true,
    needs: ['use-branding'],
  },
  {
    to: paths.teamTab('sign-in'),
    label: 'How people sign in',
    also: 'google microsoft sso password',
    members: true,
    needs: ['team-admin'],
  },
  { to: paths.profile, label: 'Email preferences', also: 'notifications contact', members: true },
  { to: paths.profile, label: 'Change password', also: 'security', members: true },
  { to: paths.cards, label: 'Cards', members: true, needs: ['manage-cards'] },
  { to: paths.charges, label: 'Charges', members: true, needs: ['top-up-wallet', 'manage-cards'] },
  { to: paths.account, label: 'Statement of account', members: true, needs: seesBills },
  { to: paths.reactions, label: 'Reactions', members: true, needs: ['view-huggg-status'] },
  { to: paths.teamTab('members'), label: 'Members', members: true, needs: ['view-teams'] },
  { to: paths.teamTab('invites'), label: 'Invites', members: true, needs: ['view-teams'] },
  { to: paths.teamTab('api-keys'), label: 'API keys', members: true, needs: ['team-admin'] },
  { to: paths.teamTab('webhooks'), label: 'Webhooks', members: true, needs: ['team-admin'] },
  { to: paths.profile, label: 'Profile', members: true },
]

interface Reader {
  isSignedIn: boolean
  can(wanted: readonly Permission[]): boolean
}

const open =
  ({ isSignedIn, can }: Reader) =>
  ({ members, needs }: Pick<Item, 'needs' | 'members'>) =>
    (!members || isSignedIn) && (!needs || can(needs))

export const navigationFor = (reader: Reader, leftOut: readonly string[]): readonly NavigationItem[] =>
  items.filter(open(reader)).filter(({ to }) => !leftOut.includes(to))
export const placesFor = (reader: Reader): readonly PalettePlace[] => places.filter(open(reader))
