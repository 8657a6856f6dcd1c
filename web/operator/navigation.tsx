import {
  IconBuilding,
  IconBuildingBank,
  IconBuildingStore,
  IconCashBanknote,
  IconCreditCard,
  IconHistory,
  IconHome,
  IconHourglassEmpty,
  IconLicense,
  IconMail,
  IconNotes,
  IconPackage,
  IconScale,
  IconSend2,
  IconSpeakerphone,
  IconStack2,
  IconTicket,
  IconTicketOff,
  IconTool,
  IconUserCheck,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import type { OperatorPermission } from '#contract/core/operators.ts'
import { paths } from '#web/paths.ts'
import type { NavigationItem } from '#web/ui/kit/app-shell.tsx'

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The places of the console, in this order. A new area adds its line here. */
const items: readonly (NavigationItem & { needs: OperatorPermission })[] = [
  { to: paths.operatorOverview, label: 'Overview', icon: <IconHome {...look} />, needs: 'view-console' },
  { to: paths.operatorSearch, label: 'Customers', icon: <IconBuilding {...look} />, needs: 'view-console' },
  { to: paths.operatorPlans, label: 'Plans', icon: <IconLicense {...look} />, needs: 'view-console' },
  { to: paths.operatorCharges, label: 'Card payments', icon: <IconCreditCard {...look} />, needs: 'view-console' },
  { to: paths.operatorMessages, label: 'Messages', icon: <IconMail {...look} />, needs: 'view-console' },
  { to: paths.operatorWork, label: 'Work', icon: <IconStack2 {...look} />, needs: 'view-console' },
  { to: paths.operatorExpiries, label: 'Expiries', icon: <IconHourglassEmpty {...look} />, needs: 'view-console' },
  { to: paths.operatorRepairs, label: 'Repairs', icon: <IconTool {...look} />, needs: 'repair-harm' },
  { to: paths.operatorActs, label: 'Record', icon: <IconHistory {...look} />, needs: 'view-acts' },
  { to: paths.operatorOperators, label: 'Operators', icon: <IconUsers {...look} />, needs: 'manage-operators' },
  { to: paths.operatorWaiting, label: 'To confirm', icon: <IconUserCheck {...look} />, needs: 'confirm-acts' },
  { to: paths.operatorNotes, label: 'Notes', icon: <IconNotes {...look} />, needs: 'leave-notes' },
  { to: paths.operatorBank, label: 'Bank', icon: <IconBuildingBank {...look} />, needs: 'view-bank' },
  { to: paths.operatorPayouts, label: 'Payouts', icon: <IconSend2 {...look} />, needs: 'view-payouts' },
  { to: paths.operatorPeople, label: 'People', icon: <IconUserShield {...look} />, needs: 'manage-people' },
  {
    to: paths.operatorMerchants,
    label: 'Merchants',
    icon: <IconBuildingStore {...look} />,
    needs: 'view-settlements',
  },
  { to: paths.operatorCatalogue, label: 'Catalogue', icon: <IconPackage {...look} />, needs: 'manage-catalogue' },
  { to: paths.operatorStock, label: 'Stock', icon: <IconTicket {...look} />, needs: 'view-stock' },
  { to: paths.operatorRails, label: 'Rails', icon: <IconCashBanknote {...look} />, needs: 'view-settlements' },
  {
    to: paths.operatorRefusals,
    label: 'Refused codes',
    icon: <IconTicketOff {...look} />,
    needs: 'view-stock',
  },
  {
    to: paths.operatorReconciliation,
    label: 'Reconcile',
    icon: <IconScale {...look} />,
    needs: 'view-reconciliation',
  },
  {
    to: paths.operatorAnnouncements,
    label: 'Announcements',
    icon: <IconSpeakerphone {...look} />,
    needs: 'view-console',
  },
]

export const navigationFor = (may: (permission: OperatorPermission) => boolean): readonly NavigationItem[] =>
  items.filter(({ needs }) => may(needs))
