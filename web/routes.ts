import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

const at = (file: string) => `routes/app/${file}`

/**
 * The signed-in app. `session.tsx` opens the session for everything below; `shell.tsx` draws the frame; `members.tsx` lets
 * in who has signed in, `visitors.tsx` everybody (unless authentication is required everywhere).
 */
const app: RouteConfigEntry[] = [
  layout(at('session.tsx'), [
    layout(at('entrance/layout.tsx'), [
      route('sign-in', at('entrance/sign-in.tsx')),
      route('forgot-password', at('entrance/forgot-password.tsx')),
      route('reset-password', at('entrance/reset-password.tsx')),
      route('sign-up', at('entrance/sign-up.tsx')),
      route('verify-email', at('entrance/verify-email.tsx')),
      route('join', at('entrance/join.tsx')),
      route('join/ready', at('entrance/join-ready.tsx')),
    ]),
    route('sign-out', at('sign-out.ts')),
    route('switch-team', at('switch-team.ts')),
    route('appearance', at('appearance.ts')),
    route('ui-gallery', at('gallery.tsx')),
    layout(at('shell.tsx'), [
      layout(at('visitors.tsx'), [
        route('browse', at('browse/all.tsx')),
        route('browse/:category', at('browse/category.tsx')),
        route('brands/:id', at('browse/brand.tsx')),
        route('products/:id', at('browse/product.tsx')),
        route('search/suggestions', at('browse/suggestions.ts')),
      ]),
      layout(at('members.tsx'), [
        route('home', at('home.tsx')),
        route('reactions', at('reactions.tsx')),
        route('wallets', at('wallets/list.tsx')),
        route('wallets/:id', at('wallets/wallet.tsx'), [
          route('statement', at('wallets/statement.tsx')),
          route('balance', at('wallets/balance.tsx')),
          route('top-up', at('wallets/top-up.tsx')),
          route('card', at('wallets/top-up-card.tsx')),
          route('transfer', at('wallets/transfer.tsx')),
        ]),
        route('cards', at('billing/cards.tsx')),
        route('charges', at('billing/charges.tsx')),
        route('invoices', at('invoices/list.tsx')),
        route('invoices/statement', at('invoices/statement.tsx')),
        route('invoices/statement.csv', at('invoices/statement-csv.ts')),
        route('invoices/:id', at('invoices/invoice.tsx')),
        route('invoices/:id/pdf', at('invoices/pdf.ts')),
        route('team', at('team/layout.tsx'), [
          route('details', at('team/details.tsx')),
          route('members', at('team/members.tsx')),
          route('invites', at('team/invites.tsx')),
          route('api-keys', at('team/api-keys.tsx')),
        ]),
        route('profile', at('profile.tsx')),
        route('send', at('send/start.tsx')),
        route('send/new', at('send/new.tsx')),
        route('send/:way', at('send/way.tsx')),
        route('send/:id', at('send/layout.tsx'), [
          route('gift', at('send/gift.tsx')),
          route('recipients', at('send/recipients.tsx')),
          route('message', at('send/message.tsx')),
          route('schedule', at('send/schedule.tsx')),
          route('pay', at('send/pay.tsx')),
        ]),
        route('send/:id/pro-forma', at('send/pro-forma.tsx')),
        route('send/:id/check', at('send/check.ts')),
        route('send/:id/done', at('send/done.tsx')),
        route('activity', at('activity/purchases.tsx')),
        route('activity/gifts', at('activity/gifts.tsx')),
        route('activity/gifts/:id', at('activity/gift.tsx')),
        route('activity/views', at('activity/views.ts')),
        route('activity/exports/:id', at('activity/export.tsx')),
        route('activity/:id', at('activity/purchase.tsx')),
        route('activity/:id/papers', at('activity/papers.tsx')),
        route('activity/:id/links.csv', at('activity/links.ts')),
        route('budgets', at('budgets/list.tsx')),
        route('budgets/new', at('budgets/new.tsx')),
        route('budgets/:id/edit', at('budgets/wizard/layout.tsx'), [
          index(at('budgets/wizard/start.ts')),
          route('basics', at('budgets/wizard/basics.tsx')),
          route('schedule', at('budgets/wizard/schedule.tsx')),
          route('participants', at('budgets/wizard/participants.tsx')),
          route('rules', at('budgets/wizard/rules.tsx')),
          route('funding', at('budgets/wizard/funding.tsx')),
          route('review', at('budgets/wizard/review.tsx')),
        ]),
        route('budgets/:id/edit/check', at('budgets/wizard/check.ts')),
        route('payments/3ds', at('payments/3ds.tsx')),
        route('budgets/:id', at('budgets/layout.tsx'), [
          index(at('budgets/overview.tsx')),
          route('participants', at('budgets/participants.tsx')),
          route('participants/add', at('budgets/add-participants.tsx')),
          route('participants/:participantId', at('budgets/participant.tsx')),
          route('runs', at('budgets/runs.tsx')),
          route('runs/:executionId', at('budgets/run.tsx')),
          route('reports', at('budgets/reports.tsx')),
          route('reports/files/:report', at('budgets/report-file.ts')),
          route('invoices', at('budgets/invoices.tsx')),
          route('settings', at('budgets/settings.tsx')),
        ]),
      ]),
    ]),
  ]),
]

export default [
  layout('routes/site.tsx', [
    index('routes/home.tsx'),
    route('sandbox-ui', 'routes/sandbox/layout.tsx', [
      index('routes/sandbox/mailbox.tsx'),
      route('messages/:id', 'routes/sandbox/message.tsx'),
      route('cards', 'routes/sandbox/cards.tsx'),
      route('issuer', 'routes/sandbox/issuer.tsx'),
      route('clock', 'routes/sandbox/clock.tsx'),
    ]),
  ]),
  route('sandbox-ui/messages/:id/html', 'routes/sandbox/message-html.ts'),

  layout('public/layout.tsx', [route('g/:shortcode', 'public/gift.tsx')]),
  route('g/:shortcode/calendar.ics', 'public/calendar.ts'),
  // A draft as its recipient will see it.
  layout('public/layout.tsx', { id: 'preview-layout' }, [route('send/:id/preview', at('send/preview.tsx'))]),

  ...app,
] satisfies RouteConfig
