// Written by `npm run generate` from migrations/. Change the schema with a migration, not here.

import type { Generated, GeneratedAlways } from 'kysely'

export type Json = unknown

export interface AccountsExportTable {
  id: string
  team_id: string
  package: string
  month: string
  currency: string
  journals_hash: string
  exported_by: string
  exported_at: Date
  holds: Generated<'journals' | 'bills'>
}

export interface AccountsMapTable {
  team_id: string
  package: string
  accounts: Json
  tax_code: string
  updated_by: string
  updated_at: Date
  bills: Json | null
}

export interface AnnouncementTable {
  id: string
  text: string
  level: 'info' | 'warning' | 'danger'
  from_at: Date
  until_at: Date
  plan_id: string | null
  team_id: string | null
  created_at: Date
}

export interface AnnouncementDismissalTable {
  announcement_id: string
  user_id: string
  dismissed_at: Date
}

export interface ApiKeyTable {
  id: string
  team_id: string
  user_id: string
  name: string
  hint: string
  key_hash: string
  created_by: string | null
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  scopes: Generated<string[]>
  expires_at: Date | null
}

export interface ApiRequestTable {
  id: GeneratedAlways<number>
  api_key_id: string | null
  at: Date
  method: string
  path: string
  status: number
  duration_ms: number
  request_id: string
  code: string | null
  fields: Json | null
  body: Json | null
  caller_request_id: string | null
  client_id: string | null
  asked: string | null
}

export interface AppUserTable {
  id: string
  email: string
  first_name: Generated<string>
  surname: Generated<string>
  send_as_name: string | null
  password_hash: string | null
  marketing: Generated<boolean>
  mobile: string | null
  tags: Generated<string[]>
  type: Generated<number>
  team_id: string | null
  verified_email: Generated<boolean>
  verified_phone_number: Generated<boolean>
  google_id: string | null
  microsoft_id: string | null
  date_of_birth: string | null
  zone: Generated<string>
  is_service: Generated<boolean>
  created_at: Date
  updated_at: Date
  deactivated_at: Date | null
  opened_by_operator: Generated<boolean>
}

export interface ApprovalTable {
  id: string
  order_id: string
  order_version: number
  team_id: string
  acting_team_id: string
  user_id: string
  api_key_id: string | null
  client_id: string | null
  payment_method: 'walletCommitment' | 'invoice'
  wallet_id: string
  currency: string
  total: number
  quote: Json
  reason: 'order' | 'day'
  limit_pence: number
  spent_pence: number
  status: Generated<'pending' | 'approved' | 'declined' | 'withdrawn' | 'expired'>
  asked_at: Date
  ends_at: Date
  decided_at: Date | null
  decided_by: string | null
  note: string | null
  transaction_id: string | null
}

export interface AuditEventTable {
  id: GeneratedAlways<number>
  at: Date
  actor_kind: 'user' | 'client' | 'recipient' | 'operator' | 'system'
  actor_id: string | null
  team_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  request_id: string | null
  detail: Generated<Json>
}

export interface AutomatedBudgetTable {
  id: string
  team_id: string
  user_id: string
  name: string
  is_variable: Generated<boolean>
  status: Generated<'draft' | 'scheduled' | 'live' | 'ended'>
  sub_status: 'starting' | 'running' | 'stopping' | null
  budget_amount: number
  currency: string
  wallet_id: string
  billing_type: 'manual' | 'card'
  card_id: string | null
  frequency: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'
  number_of_runs: Generated<number>
  runs_executed: Generated<number>
  scheduled_start_date: Date | null
  recurrence_date: Date | null
  scheduled_end_date: Date | null
  starting_at: Date | null
  started_at: Date | null
  ended_at: Date | null
  unspent_action: 'reset' | 'rollover'
  reason_codes: Generated<string[]>
  delivery_methods: string[]
  delivery_email_domains: Generated<string[]>
  maximum_huggg_expiry_days: number
  categories_allow: Generated<string[]>
  categories_disallow: Generated<string[]>
  price_min: number | null
  price_max: number | null
  next_index: Generated<number>
  next_run_at: Date | null
  retry_at: Date | null
  join_retry_at: Date | null
  ends_at: Date | null
  warn_at: Date | null
  due_at: Date | null
  created_at: Date
  updated_at: Date
  invoiced_until: Date | null
  invoice_due_at: Date | null
  credit_due_at: Date | null
}

export interface AutomatedBudgetBilledTable {
  transfer_id: string
  invoice_id: string
}

export interface AutomatedBudgetExecutionTable {
  id: string
  budget_id: string
  team_id: string
  trigger: 'scheduled' | 'manual' | 'joiner'
  occurrence: number | null
  scheduled_for: Date
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'given-up' | 'skipped'
  skipped_count: Generated<number>
  paid_pence: Generated<number>
  returned_pence: Generated<number>
  participant_count: Generated<number>
  transfer_id: string | null
  charge_id: string | null
  attempts: Generated<number>
  user_id: string | null
  started_at: Date | null
  ended_at: Date | null
  created_at: Date
  updated_at: Date
  cut_pence: Generated<number>
}

export interface AutomatedBudgetExecutionErrorTable {
  execution_id: string
  attempt: number
  type: 'WALLET_INSUFCCIENT_FUNDS' | 'CARD_INSUFCCIENT_FUNDS' | 'CARD_EXPIRED' | 'CARD_UNKNOWN' | 'RESET_BUDGET_FAILED' | 'DISTRIBUTE_BUDGET_FAILED' | 'FAILED_TO_LOCK_FUNDS'
  shortfall_pence: number | null
  at: Date
}

export interface AutomatedBudgetFeedTable {
  budget_id: string
  team_id: string
  linked_account_id: string
  group_id: string
  email_domains: string[]
  max_run_cost: number | null
  held_reasons: Generated<string[]>
  held_at: Date | null
  applied_at: Date
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface AutomatedBudgetGiftTable {
  huggg_id: string
  budget_id: string
  wallet_id: string
  recipient_id: string | null
  reason_key: string
  face_pence: number
  cost_pence: number
  sent_on: string | null
  redeemed_on: string | null
}

export interface AutomatedBudgetInvoiceTable {
  id: string
  budget_id: string
  team_id: string
  user_id: string
  period: string
  from_at: Date
  until_at: Date
  published: Generated<boolean>
  notes: string | null
  created_at: Date
  updated_at: Date
}

export interface AutomatedBudgetListTable {
  budget_id: string
  team_id: string
  content: Json
  updated_at: Date
}

export interface AutomatedBudgetMoneyTable {
  budget_id: string
  day: string
  wallet_id: string
  kind: 'bank-top-up' | 'card-top-up' | 'purchase' | 'redemption' | 'redemption-undo' | 'issuer-fetch' | 'change' | 'cancellation' | 'expiry' | 'breakage' | 'refund' | 'wallet-transfer' | 'budget-lock' | 'budget-unlock' | 'budget-run' | 'chargeback' | 'chargeback-reversal' | 'invoice-payment' | 'supplier-payment' | 'correction' | 'unmatched-receipt' | 'customer-payout' | 'plan-invoice' | 'plan-credit' | 'grant-funding' | 'award-hold' | 'award-release' | 'award' | 'award-paid' | 'award-return'
  in_pence: number
  out_pence: number
  live_pence: number
  spent_pence: number
}

export interface AutomatedBudgetOutcomeTable {
  execution_id: string
  participant_id: string
  budget_id: string
  occurrence: number | null
  amount_pence: number
  before_pence: number
  delta_pence: number
  cut_pence: Generated<number>
}

export interface AutomatedBudgetParticipantTable {
  id: string
  budget_id: string
  team_id: string
  email: string
  status: Generated<'draft' | 'active' | 'inactive' | 'deleted'>
  budget_amount: number | null
  invite_id: string | null
  user_id: string | null
  participant_team_id: string | null
  wallet_id: string | null
  total_funds_received: Generated<number>
  joins_occurrence: number | null
  accepted_at: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  employee_id: string | null
  name: string | null
  has_left: Generated<boolean>
}

export interface AutomatedBudgetReturnTable {
  id: string
  budget_id: string
  participant_id: string | null
  kind: 'withdrawal' | 'removal' | 'stop' | 'undo'
  amount: number
  transfer_id: string
  user_id: string | null
  created_at: Date
  execution_id: string | null
}

export interface AutomaticTopUpTable {
  wallet_id: string
  team_id: string
  user_id: string
  card_id: string
  threshold: number
  amount: number
  monthly_limit: number
  consent: string
  consented_at: Date
  rests_until: Date | null
  stopped_at: Date | null
  stopped_because: 'declined' | 'card-stopped' | 'owner-left' | 'rights' | 'dispute' | null
}

export interface AutomaticTopUpRunTable {
  id: string
  wallet_id: string
  charge_id: string
  amount: number
  started_at: Date
  ended_at: Date | null
  outcome: 'paid' | 'declined' | 'unanswered' | 'unused' | null
}

export interface AwaitedCodeTable {
  huggg_id: string
  team_id: string
  since: Date
  next_try_at: Date | null
  given_up_at: Date | null
}

export interface AwardTable {
  id: string
  team_id: string
  grant_id: string
  person_id: string
  case_reference: string
  reason: string
  currency: Generated<string>
  amount_pence: number
  fee_pence: number
  fee_vat_pence: number
  paid_pence: Generated<number>
  late_pence: Generated<number>
  status: 'referred' | 'approved' | 'declined' | 'issued' | 'delivered' | 'opened' | 'rail-chosen' | 'code-generated' | 'part-cashed' | 'cashed' | 'expired' | 'cancelled' | 'reissued'
  rail: string | null
  link_code: string
  issues: Generated<number>
  created_by: string
  approved_by: string | null
  expires_at: Date | null
  changed_by_kind: string
  changed_by_id: string | null
  change_reason: string | null
  created_at: Date
  updated_at: Date
  deliver_by: 'sms' | 'email' | 'letter' | 'hand' | null
  birth_date_tries: Generated<number>
  earlier_pence: Generated<number>
  cannot_use: 'too-far' | 'no-id' | 'not-accepted' | 'cannot-go' | 'other' | null
  household_type: 'single-adult' | 'couple' | 'family' | 'single-parent' | 'pensioners' | 'other' | null
  district: string | null
}

export interface AwardBatchTable {
  id: string
  team_id: string
  grant_id: string
  name: string
  status: 'referred' | 'issued' | 'declined' | 'cancelled'
  awards: number
  amount_pence: number
  currency: string
  created_by: string
  decided_by: string | null
  change_reason: string | null
  created_at: Date
  updated_at: Date
}

export interface AwardBatchRowTable {
  batch_id: string
  team_id: string
  place: number
  award_id: string
  helped_within_days: number | null
  helped_by: string | null
}

export interface AwardEventTable {
  id: GeneratedAlways<number>
  award_id: string
  team_id: string
  at: Date
  from_status: string | null
  to_status: string
  paid_pence: number
  actor_kind: string
  actor_id: string | null
  reason: string | null
  is_note: Generated<boolean>
}

export interface AwardFirstPaidTable {
  award_id: string
  grant_id: string
  made_at: Date
  issued_at: Date
  paid_at: Date
}

export interface AwardLetterTable {
  award_id: string
  nth: number
  run_id: string
}

export interface AwardLetterRunTable {
  id: string
  team_id: string
  made_by: string
  made_at: Date
}

export interface AwardRailTable {
  award_id: string
  grant_id: string
  rail: string
}

export interface AwardTransitionTable {
  from_status: string
  to_status: string
}

export interface BankActTable {
  id: GeneratedAlways<number>
  line_id: string
  act: 'matched' | 'found-booked' | 'parked' | 'allocated' | 'undone' | 'set-aside' | 'taken-up'
  operator: string
  reason: string | null
  target_kind: string | null
  target_id: string | null
  at: Date
}

export interface BankActTransferTable {
  transfer_id: string
  act_id: number
}

export interface BankBalanceTable {
  id: GeneratedAlways<number>
  account: string
  currency: string
  balance: number
  import_id: string
  begins: boolean
  proven_at: Date
}

export interface BankImportTable {
  id: string
  layout: string
  file_name: string
  sha256: string
  lines: number
  new_lines: number
  imported_by: string
  imported_at: Date
  confirmed_by: string | null
  confirmed_alone: Generated<boolean>
}

export interface BankLineTable {
  id: string
  import_id: string
  fingerprint: string
  account: string
  layout: string
  booked_on: string
  currency: string
  amount: number
  text: string
  state: Generated<'new' | 'booked' | 'parked' | 'outgoing' | 'set-aside'>
  note: string | null
  target_kind: string | null
  target_id: string | null
  target_label: string | null
  transfer_id: string | null
  parked_id: string | null
  updated_at: Date
  held: string | null
  bank_reference: string | null
}

export interface BankReceiptTable {
  id: string
  bank_line: string
  wallet_id: string
  team_id: string
  amount: number
  currency: string
  transfer_id: string
  received_at: Date
  reversed_at: Date | null
}

export interface BankStagedTable {
  id: string
  file_name: string
  layout: string
  account: string | null
  sealed: Uint8Array
  staged_by: string
  staged_at: Date
  asked_by: string | null
  asked_at: Date | null
  asked_reason: string | null
  asked_why: string[] | null
  closing: number | null
  begins: Generated<boolean>
}

export interface BasketTable {
  id: string
  team_id: string
  user_id: string
  type: 'huggg' | 'bulkHugggs' | 'superhuggg'
  name: string | null
  purchase_order_number: string | null
  product_id: string | null
  details: Generated<Json>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  version: Generated<number>
  support_changed_at: Date | null
  support_changed_by: string | null
}

export interface BasketLetterTable {
  basket_id: string
  team_id: string
  content: Json
  typed: Json | null
  typed_at: Date | null
}

export interface BrandTable {
  id: string
  name: string
  description: Generated<string>
  website: string | null
  logo_url: string | null
  images: Generated<Json>
  active: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export interface BrandingTable {
  id: string
  team_id: string
  settings: Json
  logo_upload_id: string | null
  created_at: Date
  updated_at: Date
}

export interface BusinessClockTable {
  only_row: Generated<boolean>
  offset_ms: Generated<number>
}

export interface CardTable {
  id: string
  team_id: string
  user_id: string
  method: Generated<'checkout'>
  method_card_id: string
  fingerprint: string | null
  scheme: string
  last4_digits: string
  expiry_month: number
  expiry_year: number
  expires_at: Date
  status: Generated<'active' | 'deactivated' | 'expired'>
  is_default: Generated<boolean>
  verification_charge_id: string | null
  created_at: Date
  updated_at: Date
}

export interface CardDisputeTable {
  id: string
  charge_id: string
  team_id: string
  amount: number
  status: 'open' | 'won' | 'lost'
  transfer_id: string | null
  reversal_id: string | null
  created_at: Date
  updated_at: Date
}

export interface CardEventTable {
  id: string
  type: string
  subject: string
  received_at: Date
}

export interface CardRefundTable {
  id: string
  charge_id: string
  team_id: string
  amount: number
  status: Generated<'pending' | 'processed' | 'failed'>
  transfer_id: string
  created_at: Date
  settled_at: Date | null
}

export interface CardTopUpTable {
  id: string
  team_id: string
  user_id: string
  plan_id: string | null
  client_id: string | null
  wallet_id: string
  charge_id: string
  amount: number
  currency: string
  transfer_id: string
  metadata: Generated<Json>
  created_at: Date
}

export interface CatalogueDocumentTable {
  name: string
  checksum: string
  loaded_at: Date
}

export interface CatalogueStagedTable {
  id: string
  file_name: string
  document: string
  sha256: string
  staged_by: string
  staged_at: Date
}

export interface CatalogueStateTable {
  id: Generated<boolean>
  version: Generated<number>
}

export interface CelebrationTable {
  id: string
  rule_id: string
  team_id: string
  employee_id: string
  year: number
  day: string
  status: 'awaiting-approval' | 'due' | 'given' | 'skipped' | 'missed'
  problem: string | null
  transaction_id: string | null
  decided_by: string | null
  created_at: Date
  updated_at: Date
  order_id: string | null
}

export interface CelebrationRuleTable {
  id: string
  team_id: string
  owner_id: string
  name: string
  occasion: 'birthday' | 'work-anniversary'
  linked_account_id: string
  group_id: string | null
  product_id: string
  wallet_id: string
  from_name: string | null
  message: string | null
  reason_code: string | null
  zone: string
  needs_approval: boolean
  status: Generated<'active' | 'paused'>
  handled_through: string
  due_at: Date | null
  attempts: Generated<number>
  created_at: Date
  updated_at: Date
  over18_confirmed: boolean | null
}

export interface ChargeTable {
  id: string
  team_id: string
  user_id: string
  method: Generated<'checkout'>
  state: Generated<'requested' | 'challenged' | 'authorised' | 'spent' | 'captured' | 'voiding' | 'voided' | 'verified' | 'declined' | 'lost'>
  initiator: Generated<'customer' | 'merchant'>
  currency: 'GBX' | 'EUX'
  amount: number
  spent: Generated<number>
  refunded: Generated<number>
  card_id: string | null
  store_card: Generated<boolean>
  method_payment_id: string | null
  redirect_url: string | null
  transaction_id: string | null
  wallet_id: string | null
  spent_key: string | null
  transfer_id: string | null
  intent_wallet_id: string | null
  intent_automatic: Generated<boolean>
  created_key: string | null
  error: string | null
  error_code: string | null
  error_summary: string | null
  created_at: Date
  updated_at: Date
  authorised_at: Date | null
  due_at: Date | null
}

export interface ClientTable {
  id: string
  name: string
  secret_hash: string
  kind: 'web' | 'customer' | 'merchant'
  team_id: string | null
  service_user_id: string | null
  brand_id: string | null
  base_highball_url: string | null
  created_at: Date
  revoked_at: Date | null
}

export interface CodePoolTable {
  product_id: string
  exhausted_at: Date | null
  created_at: Date
  low_below: Generated<number>
}

export interface CodeRefusalTable {
  id: string
  huggg_id: string
  team_id: string
  said: 'unknown' | 'used' | 'not-taken' | 'other'
  shop: string | null
  words: string | null
  at: Date
  settled_at: Date | null
  settled_as: 'issuer' | 'new-code' | 'refund' | null
  settled_by: string | null
  note: string | null
  refused_code_id: string | null
}

export interface ContactAddressTable {
  channel: 'email' | 'sms'
  address_hash: Uint8Array
  code: string | null
  blocked_as: 'opted-out' | 'bounce' | 'complaint' | null
  changed_at: Date
}

export interface ContactPreferenceTable {
  email: string
  user_id: string | null
  reaction_summary: Generated<boolean>
  updated_at: Date
  receipts: Generated<boolean>
  allowances: Generated<boolean>
}

export interface CreditedGiftTable {
  huggg_id: string
  document_id: string
}

export interface DeliveryReportTable {
  key: string
  message_id: string
  status: string
  reason: string | null
  received_at: Date
}

export interface DocumentTable {
  id: string
  team_id: string
  user_id: string
  kind: 'receipt' | 'invoice' | 'credit-note' | 'supplementary-invoice' | 'pro-forma' | 'period-invoice' | 'period-credit-note' | 'period-report'
  number: string
  transaction_id: string | null
  order_id: string | null
  currency: string
  net: number
  vat: number
  total: number
  content: Json
  issued_at: Date
  notes: string | null
  object_key: string | null
  produced_at: Date | null
  budget_invoice_id: string | null
  plan_invoice_id: string | null
}

export interface DocumentSeriesTable {
  series: string
  last: number
}

export interface DueForecastTable {
  source: string
  counted_at: Date
  offset_ms: number
  expected: number
}

export interface DueHoldTable {
  id: string
  source: string
  held_at: Date
  size: number
  usual: number
  state: Generated<'held' | 'released' | 'passed'>
  ended_at: Date | null
  ended_by: string | null
  reason: string | null
}

export interface EmailChangeTable {
  id: string
  user_id: string
  session_id: string
  old_email: string
  new_email: string
  old_token_hash: string
  new_token_hash: string
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
  created_at: Date
  expires_at: Date
  done_at: Date | null
  stopped_at: Date | null
}

export interface EmergencyAdminTable {
  team_id: string
  user_id: string
  created_at: Date
}

export interface ExpiredGiftTable {
  batch_id: string
  huggg_id: string
  from_status_id: number
  transfer_id: string | null
  reversed_at: Date | null
}

export interface ExpiryBatchTable {
  id: string
  at: Date
  gifts: number
  reversal_asked_by: string | null
  reversal_asked_at: Date | null
  reversal_reason: string | null
  reversal_confirmed_by: string | null
}

export interface ExportRequestTable {
  id: string
  kind: 'hugggs' | 'statement' | 'team' | 'papers'
  team_id: string
  user_id: string
  team_ids: string[]
  own_only: boolean
  wallet_id: string | null
  format: 'csv' | 'xlsx' | 'zip'
  query: Json
  sort: Json
  status: Generated<'created' | 'processing' | 'completed' | 'failed'>
  total_hits: number | null
  rows_done: Generated<number>
  parts_done: Generated<number>
  next_cursor: string | null
  attempts: Generated<number>
  file_key: string | null
  created_at: Date
  updated_at: Date
  expires_at: Date
  emptied_at: Date | null
  with_links: Generated<boolean>
}

export interface ExportRowTable {
  export_id: string
  position: number
  huggg_id: string
}

export interface FetchedVoucherTable {
  huggg_id: string
  team_id: string
  source: 'pool' | 'tillo' | 'paypoint' | 'post-office' | 'pin4cash'
  supplied_code_id: string | null
  client_request_id: string | null
  issuer_order: string | null
  sealed: Uint8Array
  expires_at: Date | null
  transfer_id: string
  fetched_at: Date
  is_settled: Generated<boolean>
}

export interface FileStoreTable {
  only_row: Generated<boolean>
  id: string
}

export interface FunderGrantTable {
  id: string
  team_id: string
  name: string
  funder: string | null
  purpose: string | null
  currency: Generated<'GBX'>
  from_day: string
  until_day: string
  max_award_pence: number | null
  max_awards_per_person: number | null
  approval_above_pence: number | null
  award_days: number
  created_by: string
  created_at: Date
  updated_at: Date
  closed_at: Date | null
}

export interface GiftChangeTable {
  huggg_id: string
  team_id: string
  transaction_id: string
  day: string
  document_id: string | null
  awaits_credit: Generated<boolean>
}

export interface GiftMessageTable {
  transaction_id: string
  team_id: string
  message: string | null
  from_name: string | null
  notes: string | null
  search: GeneratedAlways<string>
}

export interface GiftReminderTable {
  huggg_id: string
  due_at: Date | null
  kind: 'day' | 'week' | 'month' | 'week-left' | 'day-left' | null
  stopped: Generated<boolean>
}

export interface GiftwrapTable {
  id: string
  team_id: string
  drawing: string
  pattern_upload_id: string | null
  created_at: Date
  updated_at: Date
}

export interface GrantFundingTable {
  id: string
  grant_id: string
  team_id: string
  wallet_id: string
  amount: number
  transfer_id: string
  user_id: string
  created_at: Date
}

export interface GrantMoneyTable {
  grant_id: string
  day: string
  in_pence: number
  out_pence: number
  awarded_pence: number
  returned_pence: number
  paid_pence: number
  late_pence: number
  fee_pence: number
  vat_pence: number
  held_pence: Generated<number>
}

export interface GrantRailTable {
  grant_id: string
  rail: string
}

export interface GrantRailMoneyTable {
  grant_id: string
  day: string
  rail: string
  paid_pence: number
}

export interface HeldGiftTable {
  huggg_id: string
  team_id: string
  transaction_id: string
  why: 'method' | 'domain' | 'price' | 'category' | 'cap'
  since: Date
  next_look_at: Date | null
  given_back_at: Date | null
}

export interface HugggTable {
  id: string
  transaction_id: string
  team_id: string
  ordinal: number
  shortcode: string
  redeem_code: string
  status_id: Generated<number>
  status_before_updating: number | null
  sender_id: string
  recipient_id: string | null
  product_id: string
  chosen_product_id: string | null
  chosen_at: Date | null
  chosen_price_pence: number | null
  chosen_vat_pence: number | null
  chosen_gives_change: boolean | null
  wallet_id: string
  currency: string
  face_pence: number
  face_vat_pence: Generated<number>
  fee_pence: Generated<number>
  fee_vat_pence: Generated<number>
  expiry_date: Date
  expiry_fixed: Generated<boolean>
  send_at: Date | null
  sent_date: Date | null
  assigned_date: Date | null
  viewed_date: Date | null
  viewed_client: string | null
  revealed_at: Date | null
  refunded_pence: Generated<number>
  is_settled: Generated<boolean>
  meta: Generated<Json>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  changed_by_kind: 'user' | 'client' | 'recipient' | 'operator' | 'system'
  changed_by_id: string | null
  change_reason: string | null
  reason_key: Generated<string>
  fetching: Generated<boolean>
  parts_pence: Generated<number>
  change_pence: Generated<number>
  change_vat_pence: Generated<number>
}

export interface HugggEventTable {
  id: GeneratedAlways<number>
  huggg_id: string
  team_id: string
  at: Date
  from_id: number | null
  to_id: number
  actor_kind: string
  actor_id: string | null
  reason: string | null
}

export interface HugggMessageTable {
  huggg_id: string
  team_id: string
  notes: string | null
  from_name: string | null
}

export interface HugggStatusTable {
  id: number
  name: string
}

export interface HugggTransitionTable {
  from_id: number
  to_id: number
}

export interface IdempotencyRecordTable {
  caller: string
  endpoint: string
  key_hash: string
  request_hash: string
  status: Generated<number>
  sealed_response: Uint8Array | null
  created_at: Generated<Date>
}

export interface ImpersonationTable {
  id: string
  operator_id: string
  operator_name: string
  user_id: string
  team_id: string
  reason: string
  permission_id: string | null
  started_at: Date
  ends_at: Date
  ended_at: Date | null
}

export interface ImpersonationPermissionTable {
  id: string
  team_id: string
  allowed_by: string
  allowed_at: Date
  ends_at: Date
  ended_at: Date | null
}

export interface InviteMailTable {
  id: GeneratedAlways<number>
  team_id: string
  email_hash: string
  is_budget: boolean
  sent_at: Date
}

export interface InvoicePaymentTable {
  id: string
  document_id: string
  team_id: string
  bank_line: string
  currency: string
  amount: number
  transfer_id: string
  received_at: Date
  surplus: Generated<number>
  surplus_wallet_id: string | null
  reversed_at: Date | null
}

export interface InvoiceReminderTable {
  document_id: string
  reminders: Generated<number>
  remind_at: Date | null
}

export interface IssuerFloatTable {
  issuer: string
  currency: string
  balance: number | null
  told_at: Date | null
  low_below: Generated<number>
}

export interface JoinRequestTable {
  id: string
  team_id: string | null
  email: string
  created_at: Date
  decision: 'accepted' | 'declined' | null
}

export interface KnownDeviceTable {
  user_id: string
  device_hash: string
  last_seen_at: Date
}

export interface LabelTable {
  id: string
  name: string
}

export interface LedgerAccountTable {
  id: string
  kind: string
  team_id: string | null
  wallet_id: string | null
  currency: string
  platform: boolean
  may_go_negative: boolean
  balance: number | null
}

export interface LedgerEntryTable {
  transfer_id: string
  ordinal: number
  transfer_number: number
  account_id: string
  currency: string
  amount: number
  balance_after: number | null
}

export interface LedgerReversalTable {
  id: string
  transfer_id: string
  reversal_id: string
  operator: string
  reason: string
  at: Date
}

export interface LedgerTransferTable {
  id: string
  number: Generated<number>
  kind: 'bank-top-up' | 'card-top-up' | 'purchase' | 'redemption' | 'redemption-undo' | 'issuer-fetch' | 'change' | 'cancellation' | 'expiry' | 'breakage' | 'refund' | 'wallet-transfer' | 'budget-lock' | 'budget-unlock' | 'budget-run' | 'chargeback' | 'chargeback-reversal' | 'invoice-payment' | 'supplier-payment' | 'correction' | 'unmatched-receipt' | 'customer-payout' | 'plan-invoice' | 'plan-credit' | 'grant-funding' | 'award-hold' | 'award-release' | 'award' | 'award-paid' | 'award-return'
  reference_kind: string
  reference_id: string
  key: string
  currency: string
  reverses_transfer_id: string | null
  occurred_at: Date
  recorded_at: Generated<Date>
}

export interface LinkedAccountTable {
  id: string
  team_id: string
  category: 'hris'
  integration_slug: string
  integration_name: string
  status: Generated<'pending' | 'syncing' | 'active'>
  sealed_token: Uint8Array | null
  created_by: string
  last_synced_at: Date | null
  sync_due_at: Date | null
  sync_error: 'revoked' | 'unreachable' | null
  created_at: Date
  updated_at: Date
}

export interface LinkedEmployeeTable {
  linked_account_id: string
  id: string
  first_name: string
  surname: string
  work_email: string | null
  start_date: string | null
  birthday: string | null
  status: 'active' | 'pending' | 'inactive'
  group_ids: Generated<string[]>
  erased_at: Date | null
  status_word: string | null
}

export interface LinkedGroupTable {
  linked_account_id: string
  id: string
  kind: 'team' | 'location' | 'employment-type'
  name: string
}

export interface MerchantCorrectionTable {
  id: string
  brand_id: string
  currency: string
  amount: number
  redemption_id: string | null
  reason: string
  made_by: string
  transfer_id: string
  created_at: Date
}

export interface MerchantDetailsTable {
  id: string
  brand_id: string
  sealed: Uint8Array
  hint: string
  state: Generated<'proposed' | 'approved' | 'replaced' | 'withdrawn'>
  proposed_by: string
  proposed_at: Date
  reason: string
  approved_by: string | null
  approved_at: Date | null
  approved_alone: Generated<boolean>
}

export interface MerchantPaymentFileTable {
  id: string
  number: string
  format: 'csv' | 'pain.001'
  currency: string
  payments: number
  total: number
  pay_on: string
  sha256: string
  sealed: Uint8Array
  built_by: string
  built_at: Date
  released_by: string | null
  released_at: Date | null
  released_alone: Generated<boolean>
  discarded_by: string | null
  discarded_at: Date | null
}

export interface MerchantSeriesTable {
  series: string
  last: number
}

export interface MerchantStatementTable {
  id: string
  number: string
  brand_id: string
  currency: string
  until: Date
  lines: number
  total: number
  drawn_by: string
  drawn_at: Date
  file_id: string | null
  details_id: string | null
  bank_line: string | null
  transfer_id: string | null
  paid_at: Date | null
  object_key: string | null
  mailed_at: Date | null
  mail_refused: Generated<boolean>
}

export interface MerchantStatementLineTable {
  statement_id: string
  ordinal: number
  kind: 'redemption' | 'supplied-code' | 'correction' | 'carried'
  redemption_id: string | null
  huggg_id: string | null
  correction_id: string | null
  carried_id: string | null
  what: string
  place: string | null
  at: Date
  taken: number
  amount: number
}

export interface MoneyAloneTable {
  id: GeneratedAlways<number>
  target: string
  currency: string
  amount: number
  kind: string
  subject_kind: string
  subject_id: string
  operator: string
  at: Date
}

export interface OperatorTable {
  id: string
  email: string
  name: string
  role: 'support' | 'finance' | 'owner'
  password_hash: string | null
  link_hash: string | null
  link_expires_at: Date | null
  sealed_secret: Uint8Array | null
  last_step: number | null
  created_at: Date
  deactivated_at: Date | null
  second_email: string | null
}

export interface OperatorActTable {
  id: GeneratedAlways<number>
  at: Date
  operator_id: string | null
  act: string
  subject_kind: string
  subject_id: string
  team_id: string | null
  reason: string | null
  request_id: string | null
  details: Generated<Json>
}

export interface OperatorDeviceTable {
  operator_id: string
  device_hash: string
  last_seen_at: Date
}

export interface OperatorNoteTable {
  id: string
  subject_kind: 'team' | 'huggg' | 'transaction' | 'document' | 'bank-line'
  subject_id: string
  team_id: string | null
  written_by: string
  from_role: 'support' | 'finance' | 'owner'
  to_role: 'support' | 'finance' | 'owner'
  waits_for: string | null
  since: Date
  closed_at: Date | null
}

export interface OperatorNoteEntryTable {
  id: string
  note_id: string
  at: Date
  operator_id: string
  text: string
}

export interface OperatorSessionTable {
  id: string
  operator_id: string
  token_hash: string
  offered_secret: Uint8Array | null
  address: string
  opened_at: Date
  second_step_at: Date | null
  last_used_at: Date
  ended_at: Date | null
}

export interface OperatorSignInFailureTable {
  id: string
  operator_id: string | null
  step: 'password' | 'code' | 'link'
  at: Date
}

export interface OutgoingMessageTable {
  id: string
  dedupe_key: string
  team_id: string | null
  channel: 'email' | 'sms'
  template: string
  recipient_id: string | null
  user_id: string | null
  huggg_id: string | null
  transaction_id: string | null
  detail: Generated<Json>
  status: Generated<'pending' | 'sent' | 'delivered' | 'bounce' | 'blocked' | 'spam' | 'dropped' | 'unknown' | 'undefined' | 'failed' | 'rejected' | 'expired' | 'cancelled'>
  attempts: Generated<number>
  next_attempt_at: Date
  leased_until: Date | null
  last_attempt_at: Date | null
  last_error: string | null
  created_at: Date
  sent_at: Date | null
  status_updated_at: Date
  invite_id: string | null
  provider_id: string | null
  failed_at: Date | null
  server_away_since: Date | null
  away_tries: Generated<number>
  award_id: string | null
}

export interface OwnerNoticeTable {
  id: string
  what: 'payout' | 'bank-details' | 'payment-file' | 'expiry-reversal' | 'second-address' | 'repair' | 'statement' | 'money'
  label: string
  operator: string
  at: Date
  may_confirm_at: Date | null
  recipients: string[]
  sent_at: Date | null
}

export interface PasskeyTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: Generated<string[]>
  is_synced: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
  blocked_at: Date | null
}

export interface PasskeyRequestTable {
  challenge_hash: string
  purpose: 'add' | 'prove' | 'sign-in' | 'second-step'
  holder_hash: string
  user_id: string | null
  expires_at: Date
}

export interface PasswordResetTable {
  id: string
  user_id: string | null
  token_hash: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface PayoutTable {
  id: string
  reference: string
  wallet_id: string
  team_id: string
  currency: string
  amount: number
  sealed: Uint8Array
  hint: string
  state: Generated<'requested' | 'refused' | 'released' | 'paid' | 'returned'>
  requested_by: string
  requested_at: Date
  reason: string
  ended_by: string | null
  ended_at: Date | null
  released_alone: Generated<boolean>
  transfer_id: string | null
  return_id: string | null
  file_id: string | null
}

export interface PayoutFileTable {
  id: string
  number: GeneratedAlways<number>
  payouts: number
  total: number
  currency: string
  sha256: string
  sealed: Uint8Array
  made_by: string
  made_at: Date
}

export interface PersonTable {
  id: string
  team_id: string
  name: string | null
  email: string | null
  phone_number: string | null
  postal_address: string[] | null
  postcode: string | null
  date_of_birth: string | null
  created_at: Date
  updated_at: Date
  erased_at: Date | null
  search: GeneratedAlways<string>
  language: string | null
}

export interface PersonErasureTable {
  id: string
  state: 'pending' | 'erased' | 'blocked' | 'withdrawn'
  live_gifts: 'wait' | 'cancel'
  sealed: Uint8Array | null
  keys: string[]
  waits_for: Generated<string[]>
  look_after: Date
  problem: string | null
  asked_by: string | null
  asked_at: Date
  ended_at: Date | null
  files_removed_at: Date | null
}

export interface PersonExportTable {
  id: string
  state: 'queued' | 'ready' | 'gone'
  sealed: Uint8Array | null
  keys: string[]
  file_key: string | null
  asked_by: string | null
  asked_at: Date
  expires_at: Date
}

export interface PhoneVerificationTable {
  id: string
  user_id: string
  number_hash: string
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
  replaced_at: Date | null
}

export interface PlanTable {
  id: string
  client_id: string | null
  name: string
  price: Generated<number>
  notice_period: Generated<number>
  notice_period_unit: Generated<'day' | 'month' | 'year'>
  initial_period: Generated<number>
  initial_period_unit: Generated<'day' | 'month' | 'year'>
  billing_period: Generated<'month' | 'year'>
  wallets_limit: Generated<number>
  subteams_limit: Generated<number>
  themes_limit: Generated<number>
  participants_limit: Generated<number>
  hugggs_per_order_limit: Generated<number>
  default_role_group_id: string
  behaviours: Generated<Json>
  terms_url: Generated<string>
  plan_image_url: string | null
  is_active: Generated<boolean>
  price_variation_plan_ids: Generated<string[]>
  created_at: Date
  updated_at: Date
  deactivated_at: Date | null
  open_for_sign_up: Generated<boolean>
  sms_segment_pence: Generated<number>
}

export interface PlanCardTable {
  team_id: string
  user_id: string
  card_id: string
  consent: string
  consented_at: Date
}

export interface PlanCardChargeTable {
  plan_invoice_id: string
  team_id: string
  due_at: Date | null
  outcome: 'paid' | 'declined' | 'not-allowed' | 'nothing-left' | null
  ended_at: Date | null
}

export interface PlanCreditTable {
  id: string
  plan_invoice_id: string
  team_id: string
  net: number
  vat: number
  to_debt: number
  to_wallet: number
  wallet_id: string | null
  transfer_id: string
  created_at: Date
}

export interface PlanInvoiceTable {
  id: string
  team_id: string
  plan_id: string
  user_id: string
  kind: 'upgrade' | 'renewal'
  period_from: string | null
  period_until: string | null
  currency: string
  net: number
  vat: number
  total: number
  transfer_id: string
  issued_at: Date
  due_at: Date
  paid: Generated<number>
  credited: Generated<number>
  settled_at: Date | null
  card_attempts: Generated<number>
  reminders: Generated<number>
  remind_at: Date | null
}

export interface PlanMembershipTable {
  id: string
  team_id: string
  plan_id: string
  started_at: Date
  ended_at: Date | null
}

export interface PlanPaymentTable {
  id: string
  plan_invoice_id: string
  team_id: string
  charge_id: string
  wallet_id: string
  amount: number
  transfer_id: string
  paid_at: Date
}

export interface PlanRequestTable {
  id: string
  team_id: string
  plan_id: string
  user_id: string
  created_at: Date
  approved_at: Date | null
  kind: Generated<'upgrade' | 'downgrade' | 'cancel'>
  status: Generated<'requested' | 'pending' | 'scheduled' | 'done' | 'withdrawn'>
  effective_at: Date | null
  plan_invoice_id: string | null
  reason: string | null
}

export interface PlanRoleGroupTable {
  plan_id: string
  role_group_id: string
  role_ids: string[]
}

export interface PlanSubscriptionTable {
  team_id: string
  plan_id: string
  user_id: string
  currency: string
  anchor: string
  billing_period: 'month' | 'year'
  periods_invoiced: number
  started_on: string
  next_invoice_at: Date
  created_at: Date
  updated_at: Date
}

export interface PrintableTable {
  id: string
  transaction_id: string
  team_id: string
  user_id: string
  template_id: string
  body: string
  data: Generated<Json>
  version: Generated<number>
  file_status: Generated<'none' | 'queued' | 'making' | 'ready' | 'failed'>
  file_version: number | null
  file_key: string | null
  cards_made: Generated<number>
  cards_total: Generated<number>
  file_error: string | null
  notify_user_id: string | null
  file_sent_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface PrintableReceiverTable {
  huggg_id: string
  transaction_id: string
  team_id: string
  template_data: Json
  printed_version: number | null
  updated_at: Date
}

export interface PrintableScrapTable {
  object_key: string
  team_id: string
  remove_after: Date
}

export interface PrintableTemplateTable {
  id: string
  team_id: string | null
  name: string
  type: 'huggg' | 'paypoint' | 'post-office'
  layout: 'letter' | 'folded-card' | 'card'
  body: string
  dynamic_data: Generated<Json>
  dynamic_recipient_data: Generated<Json>
  position: Generated<number>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface ProductTable {
  id: string
  brand_id: string
  brand_name: string
  brand_active: boolean
  name: string
  description: Generated<string>
  contents: Generated<string>
  terms: Generated<string>
  kind: Generated<'single' | 'choice'>
  territory: Generated<'GB' | 'EU'>
  currency: Generated<'GBX' | 'EUX'>
  sender_price: number
  handling_fee: Generated<number>
  vat_voucher_type: 'SPV' | 'MPV'
  vat_basis_points: Generated<number>
  voucher_type: Generated<'own' | 'tillo' | 'paypoint' | 'post-office' | 'pin4cash'>
  issuer_reference: string | null
  gives_change: Generated<boolean>
  over18: Generated<boolean>
  images: Generated<Json>
  maximum_expiry_days: Generated<number>
  is_gift_card: Generated<boolean>
  variant_of_product_id: string | null
  variant_label: string | null
  tag_ids: Generated<string[]>
  label_ids: Generated<string[]>
  taxonomy_ids: Generated<string[]>
  weight: Generated<number>
  active: Generated<boolean>
  created_at: Date
  updated_at: Date
  offered: GeneratedAlways<boolean>
  sms_segment_pence: number | null
  allows_parts: Generated<boolean>
  issuer_connected: Generated<boolean>
}

export interface ProductSegmentTable {
  product_id: string
  segment_id: string
  position: Generated<number>
}

export interface ProductSegmentGroupTable {
  product_id: string
  segment_group_id: string
  position: Generated<number>
}

export interface RailTable {
  key: 'voucher' | 'cash-out' | 'energy' | 'post-office' | 'pin'
  cancels_codes: boolean
  fee_pence: Generated<number>
  settlement: string | null
  min_pence: number | null
  max_pence: number | null
}

export interface RailEntryTable {
  rail: string
  entry: string
  file_id: string
  line: number
  reference: string
  event: 'cashed' | 'expired' | 'cancelled'
  amount_pence: number
  day: string
}

export interface RailFileTable {
  id: string
  rail: 'cash-out' | 'energy' | 'post-office' | 'pin'
  name: string
  digest: Uint8Array
  day: string
  lines: number
  amount_pence: number
  repeated: number
  taken_in_at: Date
  taken_in_by: string
}

export interface RailOrderTable {
  reference: string
  award_id: string
  team_id: string
  issue: number
  rail: string
  product: string
  shop: string | null
  amount_pence: number
  currency: string
  state: 'asking' | 'made' | 'refused'
  tries: Generated<number>
  leased_until: Date | null
  paused_until: Date | null
  next_try_at: Date | null
  last_reason: string | null
  sealed: Uint8Array | null
  expires_at: Date | null
  issuer_order: string | null
  stopped_at: Date | null
  cashed_pence: Generated<number>
  ended: 'expired' | 'cancelled' | null
  not_booked: string | null
  created_at: Date
  updated_at: Date
}

export interface ReactionTable {
  id: string
  huggg_id: string
  team_id: string
  emoji: string | null
  message: string | null
  name: string | null
  created_at: Date
  updated_at: Date
}

export interface ReactionNoticeTable {
  reaction_id: string
  user_id: string
  due_at: Date
  message_id: string | null
}

export interface RechargedGiftTable {
  reversal_id: string
  expiry_id: string
  huggg_id: string
  transaction_id: string
  credit_id: string
  pence: number
  at: Date
  document_id: string | null
}

export interface RecipientTable {
  id: string
  team_id: string
  transaction_id: string
  ordinal: number | null
  email: string | null
  phone_number: string | null
  user_id: string | null
  name: string | null
  notes: string | null
  erased_at: Date | null
  search: GeneratedAlways<string>
  created_at: Date | null
}

export interface RecipientGroupTable {
  id: string
  team_id: string
  user_id: string
  name: string
  created_at: Date
  updated_at: Date
}

export interface RecipientGroupPersonTable {
  id: string
  group_id: string
  team_id: string
  email: string | null
  phone_number: string | null
  name: string | null
  created_at: Date
}

export interface ReconcileResultTable {
  run_id: string
  name: string
  ordinal: number
  findings: number | null
  error: string | null
  first: Generated<Json>
  duration_ms: number
  ended_at: Date
}

export interface ReconcileRunTable {
  id: string
  night: string | null
  asked_by: string | null
  reason: string | null
  checks: number
  started_at: Date
  ended_at: Date | null
  findings: number | null
  unanswered: number | null
}

export interface RecoveryCodeTable {
  user_id: string
  code_hash: string
  used_at: Date | null
}

export interface RedemptionTable {
  id: string
  huggg_id: string
  brand_id: string
  store_id: string | null
  client_id: string
  amount: number
  transfer_id: string
  undo_transfer_id: string | null
  created_at: Date
  undone_at: Date | null
  is_settled: Generated<boolean>
}

export interface RefreshTokenTable {
  token_hash: string
  session_id: string
  team_id: string | null
  issued_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface RemittanceAdviceTable {
  id: string
  wallet_id: string
  team_id: string
  user_id: string | null
  amount: number
  status: Generated<'pending' | 'received'>
  created_at: Date
  received_at: Date | null
}

export interface RepairTable {
  id: string
  kind: 'given-codes' | 'stranded-money' | 'choice-remainders'
  asked_by: string
  asked_at: Date
  reason: string
  confirmed_by: string | null
  confirmed_at: Date | null
  confirmed_alone: Generated<boolean>
}

export interface RepairStepTable {
  id: string
  repair_id: string
  subject_id: string
  team_id: string
  currency: string
  pence: number
  state: Generated<'asked' | 'done' | 'refused'>
  why: string | null
  ended_at: Date | null
  transfer_id: string | null
  told_at: Date | null
}

export interface RetentionRunTable {
  rule: string
  night: string
  forgotten: number
  forgotten_in_all: number
  finished_night: string | null
  finished_at: Date | null
}

export interface RetiredAwardLinkTable {
  link_code: string
  award_id: string
  retired_at: Date
}

export interface RetiredSecretTable {
  id: string
  sealed: Uint8Array
  retired_at: Date
}

export interface RetiredShortcodeTable {
  shortcode: string
  huggg_id: string
  retired_at: Date
}

export interface RoleTable {
  id: string
  name: string
  permissions: string[]
}

export interface RuleChangeTable {
  id: string
  team_id: string
  rule: 'deliveryMethods' | 'maximumHugggExpiryDays' | 'deliveryEmailDomains' | 'giftingRestrictions' | 'recipientSpendCap' | 'allowanceLimit' | 'approvals' | 'applyRestrictionsToSubteams'
  from_value: Json
  to_value: Json
  asked_by: string
  asked_at: Date
  effective_at: Date | null
  ends_at: Date
  status: Generated<'pending' | 'confirmed' | 'in-force' | 'objected' | 'withdrawn' | 'replaced' | 'lapsed'>
  decided_at: Date | null
  decided_by: string | null
}

export interface SamlAssertionTable {
  team_id: string
  assertion_id: string
  expires_at: Date
}

export interface SamlConnectionTable {
  team_id: string
  entity_id: string
  sign_in_url: string
  certificates: string[]
  metadata_url: string | null
  is_active: Generated<boolean>
  tested_at: Date | null
  test_result: Json | null
  created_at: Date
  updated_at: Date
  metadata_read_at: Date | null
}

export interface SamlDomainTable {
  team_id: string
  domain: string
  token: string
  verified_at: Date | null
  created_at: Date
  auto_accept: Generated<boolean>
  looked_up_at: Date | null
  missing_since: Date | null
  suspended_at: Date | null
}

export interface SamlIdentityTable {
  team_id: string
  name_id: string
  user_id: string
  created_at: Date
}

export interface SamlRequestTable {
  relay_hash: string
  request_id: string
  team_id: string
  state_hash: string
  is_test: Generated<boolean>
  expires_at: Date
  answered_at: Date | null
  code_hash: string | null
  name_id: string | null
  email: string | null
  first_name: string | null
  surname: string | null
}

export interface SandboxCardRecordTable {
  id: string
  kind: 'token' | 'payment' | 'instrument' | 'dispute' | 'answer' | 'event' | 'session'
  reference: string | null
  session: string | null
  body: Json
  ordinal: GeneratedAlways<number>
}

export interface SandboxEmployeeTable {
  id: string
  ordinal: GeneratedAlways<number>
  first_name: string
  last_name: string
  work_email: string
  team: string
  location: string
  employment_type: string
  start_date: string
  date_of_birth: string | null
  status: 'ACTIVE' | 'PENDING' | 'INACTIVE'
}

export interface SandboxHrTokenTable {
  token: string
  kind: 'link' | 'public' | 'account'
  origin_id: string
  integration: string
  ordinal: GeneratedAlways<number>
}

export interface SandboxIssuedVoucherTable {
  client_request_id: string
  ordinal: GeneratedAlways<number>
  brand: string
  amount_pence: number
  currency: string
  answer: Json
}

export interface SandboxMessageTable {
  id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: Generated<string>
  body_text: Generated<string>
  body_html: Generated<string>
  message_id: string | null
  sent_at: Date
  ordinal: GeneratedAlways<number>
}

export interface SandboxRailAnswerTable {
  rail: string
  name: string
  result: string | null
  held: string | null
}

export interface SandboxRailCodeTable {
  rail: string
  reference: string
  ordinal: GeneratedAlways<number>
  code: string
  pin: string | null
  amount_pence: number
  cashed_pence: Generated<number>
  state: Generated<'unused' | 'part-cashed' | 'cashed' | 'expired' | 'cancelled'>
  valid_until: string
}

export interface SandboxRailEventTable {
  ordinal: GeneratedAlways<number>
  rail: string
  reference: string
  event: string
  amount_pence: number
  day: string
}

export interface SandboxSamlKeyTable {
  provider: string
  private_key: string
  certificate: string
}

export interface SavedViewTable {
  team_id: string
  user_id: string
  place: 'gifts' | 'purchases'
  name: string
  query: string
  updated_at: Date
}

export interface SecondFactorTable {
  user_id: string
  sealed_secret: Uint8Array
  begun_by_session: string
  begun_at: Date
  confirmed_at: Date | null
  last_step: number | null
}

export interface SegmentTable {
  id: string
  name: string
  description: Generated<string>
  image_url: string | null
  territories: Generated<string[]>
  position: Generated<number>
}

export interface SegmentGroupTable {
  id: string
  name: string
  territories: Generated<string[]>
}

export interface SegmentGroupSegmentTable {
  segment_group_id: string
  segment_id: string
  position: Generated<number>
}

export interface SegmentOptionTable {
  segment_id: string
  product_id: string
  position: Generated<number>
}

export interface SessionTable {
  id: string
  user_id: string | null
  client_id: string | null
  created_at: Date
  last_used_at: Date
  revoked_at: Date | null
  revoked_reason: string | null
  method: 'password' | 'google' | 'microsoft' | 'saml' | null
  browser: string | null
  address: string | null
  only_team_id: string | null
}

export interface SignInChallengeTable {
  token_hash: string
  user_id: string
  client_id: string
  method: 'password' | 'google' | 'microsoft' | 'saml'
  team_id: string | null
  expires_at: Date
  only_team_id: string | null
}

export interface SignUpTable {
  id: string
  email: string
  details: Json | null
  ignore_invites: Generated<boolean>
  created_at: Date
}

export interface SsoLinkTable {
  id: string
  state_hash: string
  provider: 'google' | 'microsoft' | 'saml'
  subject: string
  user_id: string
  client_id: string
  proof: 'password' | 'code'
  first_name: Generated<string>
  surname: Generated<string>
  plan_id: string | null
  tries: Generated<number>
  expires_at: Date
  used_at: Date | null
  only_team_id: string | null
  terms_accepted: Generated<boolean>
}

export interface SsoRequestTable {
  state_hash: string
  provider: 'google' | 'microsoft'
  user_id: string | null
  expires_at: Date
}

export interface StatementEmailTable {
  team_id: string
  next_at: Date
}

export interface StoreTable {
  id: string
  brand_id: string
  name: string
  address: Generated<string>
  postcode: string | null
  latitude: number | null
  longitude: number | null
  active: Generated<boolean>
}

export interface SuperhugggTable {
  id: string
  team_id: string
  user_id: string
  shortcode: string
  claim_method: 'email' | 'sms'
  per_person: number
  email_endings: Generated<string[]>
  number_prefixes: Generated<string[]>
  paused_at: Date | null
  ended_at: Date | null
  created_at: Date
  updated_at: Date
  codes_cleared_at: Date | null
  codes_refused_at: Date | null
}

export interface SuperhugggClaimTable {
  huggg_id: string
  superhuggg_id: string
  team_id: string
  person_key: string
  nth: number
  claimed_at: Date
}

export interface SuperhugggCodeTable {
  id: string
  superhuggg_id: string
  recipient_id: string
  person_key: string
  attempts: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
  replaced_at: Date | null
}

export interface SuppliedCodeTable {
  id: string
  product_id: string
  fingerprint: Uint8Array
  sealed: Uint8Array
  expires_at: Date | null
  huggg_id: string | null
  taken_at: Date | null
  created_at: Date
}

export interface TableSizeTable {
  day: string
  name: string
  bytes: number
}

export interface TagTable {
  id: string
  name: string
  type_id: Generated<number>
}

export interface TaxonomyTable {
  id: string
  name: string
  slug: string
  description: Generated<string>
  display_type: Generated<'app' | 'collection' | 'category' | 'inline' | 'preview' | 'list' | 'product-variant'>
  active: Generated<boolean>
  banner_image: string | null
  icon: string | null
  primary_product_id: string | null
  item_selector_property: string | null
  item_selector_title: string | null
  product_variant_differentiators: Generated<Json>
  created_at: Date
  updated_at: Date
}

export interface TaxonomyItemTable {
  taxonomy_id: string
  item_id: string
  type: 'product' | 'taxonomy-link' | 'taxonomy'
  display_type: Generated<'inline' | 'list' | 'preview'>
  position: number
  product_id: GeneratedAlways<string | null>
  link_id: GeneratedAlways<string | null>
  child_id: GeneratedAlways<string | null>
}

export interface TaxonomyLinkTable {
  id: string
  linked_taxonomy_id: string
  name: string
  images: Generated<Json>
  tag_ids: Generated<string[]>
  label_ids: Generated<string[]>
  taxonomy_ids: Generated<string[]>
  weight: Generated<number>
  active: Generated<boolean>
  created_at: Date
  updated_at: Date
}

export interface TeamTable {
  id: string
  name: string
  business_entity_name: string | null
  business_trading_name: string | null
  business_address: Json | null
  plan_id: string
  parent_team_id: string | null
  automation_id: string | null
  domain: string | null
  territory: Generated<'GB' | 'EU'>
  tags: Generated<string[]>
  reason_codes: Generated<string[]>
  flags: Generated<string[]>
  auth_methods: Generated<string[]>
  preferences: Generated<Json>
  credit_limit: Generated<number>
  created_at: Date
  updated_at: Date
  closed_at: Date | null
  deactivated_at: Date | null
}

export interface TeamInviteTable {
  id: string
  team_id: string
  type: 'participant' | 'subteam' | 'automation-participant'
  email: string
  role_group_id: string
  automation_id: string | null
  subteam_name: string | null
  sender_id: string | null
  client_id: string | null
  version: Generated<number>
  token_hash: string
  expires_at: Date
  accepted_at: Date | null
  accepted_by: string | null
  accepted_resource_id: string | null
  auto_accepted: Generated<boolean>
  cancelled_at: Date | null
  created_at: Date
  updated_at: Date
  remind_at: Date | null
  reminders: Generated<number>
  declined_at: Date | null
}

export interface TeamLeavingTable {
  id: string
  team_id: string
  sealed: Uint8Array | null
  hint: string
  asked_by: string
  asked_at: Date
  withdrawn_by: string | null
  withdrawn_at: Date | null
}

export interface TeamMemberTable {
  team_id: string
  user_id: string
  role_group_id: string
  created_at: Date
  role_changed_at: Date | null
  left_at: Date | null
}

export interface TermsAcceptanceTable {
  id: string
  user_id: string
  terms: string
  version: string
  accepted_at: Date
}

export interface ThemeTable {
  id: string
  team_id: string
  name: string
  branding_id: string | null
  giftwrap_id: string | null
  drawn_giftwrap: string | null
  is_default: Generated<boolean>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  extra: Generated<Json>
}

export interface ThemeLookTable {
  id: string
  theme_id: string
  version: number
  look: Json
  created_by: string
  created_at: Date
}

export interface ThrottleTable {
  bucket: string
  attempts: number
  window_ends_at: Date
  opens_at: Date | null
  was_open: boolean | null
}

export interface TillIdPermissionTable {
  client_id: string
  allowed_at: Date
  allowed_by: string
  reason: string
}

export interface TillIdTryTable {
  client_id: string
  huggg_id: string
  tries: number
  last_at: Date
}

export interface TillRefusalTable {
  id: GeneratedAlways<number>
  client_id: string
  at: Date
  reason: string
  fingerprint: Uint8Array | null
  ending: string | null
}

export interface TillSignInTable {
  client_id: string
  store_id: string
  code_hash: string | null
  code_expires_at: Date | null
  token_hash: string | null
  signed_in_at: Date | null
  last_used_at: Date | null
}

export interface TransactionTable {
  id: string
  team_id: string
  user_id: string
  client_id: string | null
  plan_id: string
  order_id: string | null
  purchase_type: 'huggg' | 'bulkHugggs' | 'superhuggg' | 'order' | 'walletTopUp'
  topup_type: string | null
  product_id: string | null
  title: string | null
  wallet_id: string
  payment_method: 'walletCommitment' | 'charge' | 'invoice'
  payment_reference: string
  reason_code: string | null
  delivery_method: 'email' | 'sms' | 'links' | 'superhuggg' | 'printable' | 'inline-redeem' | null
  quantity: number
  created_count: Generated<number>
  currency: string
  face_pence: number
  face_vat_pence: Generated<number>
  fee_pence: Generated<number>
  fee_vat_pence: Generated<number>
  sale_total: GeneratedAlways<number>
  theme_id: Generated<string>
  cover_image_url: string | null
  send_at: Date | null
  send_zone: Generated<string>
  expiry_days: number
  expiry_date: Date | null
  notify_on_complete: Generated<boolean>
  huggg_meta: Generated<Json>
  invoice_paid_at: Date | null
  status: Generated<'successful' | 'failed'>
  processing: 'creating' | 'processing' | 'sending' | 'updating' | null
  created_at: Date
  updated_at: Date
  reason_key: GeneratedAlways<string>
  purchase_order_number: string | null
  awaits_document: Generated<boolean>
  face_vat_basis_points: number | null
  text_segments: Generated<number>
  text_pence: Generated<number>
  superhuggg_id: string | null
  reminders: Generated<boolean>
  look_id: string | null
  over18_confirmed: Generated<boolean>
  tags: Generated<string[]>
}

export interface UploadTable {
  id: string
  team_id: string
  user_id: string | null
  kind: 'logo' | 'cover' | 'pattern'
  sha256: string
  object_key: string
  content_type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  size_bytes: number
  created_at: Date
  unused_since: Date
}

export interface UploadRemovalTable {
  object_key: string
  remove_after: Date
}

export interface UploadUseTable {
  purpose: string
  subject_id: string
  team_id: string
  upload_id: string
}

export interface UserStateTable {
  user_id: string
  reactions_last_seen: Date | null
  last_team_id: string | null
  dismissed: Generated<Json>
}

export interface UserVerificationTable {
  id: string
  action: 'verify' | 'upgrade'
  plan_id: string | null
  user_id: string | null
  email: string
  token_hash: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
  details: Json | null
  team_id: string | null
}

export interface VatPeriodTable {
  id: string
  team_id: string
  follows: string | null
  from_day: string
  until_day: string
  next_day: GeneratedAlways<string | null>
  closed_by: string
  closed_at: Date
  figures: Json
}

export interface VatPeriodPaperTable {
  document_id: string
  period_id: string
  tax_point: string
}

export interface VoucherAttemptTable {
  huggg_id: string
  team_id: string
  issuer: string
  product_reference: string
  face_value_pence: number
  currency: string
  round: Generated<number>
  client_request_id: string
  state: 'asking' | 'refused' | 'fetched'
  tries: Generated<number>
  leased_until: Date | null
  paused_until: Date | null
  next_try_at: Date | null
  last_reason: string | null
  created_at: Date
  updated_at: Date
}

export interface WaitingActTable {
  id: string
  kind: string
  subject_kind: string
  subject_id: string
  team_id: string | null
  target: string
  currency: string
  amount: number
  terms: Json
  says: string
  asked_by: string
  asked_at: Date
  asked_reason: string
  ended_how: 'confirmed' | 'refused' | 'lapsed' | null
  ended_by: string | null
  ended_at: Date | null
  ended_reason: string | null
  confirmed_alone: Generated<boolean>
}

export interface WalletTable {
  id: string
  team_id: string
  name: string
  currency: Generated<string>
  reference: string
  is_default: Generated<boolean>
  tags: Generated<string[]>
  created_at: Date
  updated_at: Date
  automation_id: string | null
  returns_to_wallet_id: string | null
  period_started_at: Date | null
  earlier_returns_to_wallet_id: string | null
  closed_at: Date | null
  low_balance_alert: number | null
  is_low: Generated<boolean>
}

export interface WebhookAttemptTable {
  id: GeneratedAlways<number>
  delivery_id: string
  at: Date
  duration_ms: number
  status: number | null
  error: string | null
  response: Generated<string>
}

export interface WebhookDeliveryTable {
  id: Generated<string>
  endpoint_id: string
  event_sequence: number
  subject_id: string
  state: Generated<'waiting' | 'delivered' | 'given-up'>
  attempts: Generated<number>
  first_attempt_at: Date | null
  next_attempt_at: Generated<Date>
  leased_until: Date | null
}

export interface WebhookEndpointTable {
  id: string
  team_id: string
  url: string
  description: Generated<string>
  event_types: Generated<string[]>
  signature: 'hmac' | 'ed25519'
  sealed_secret: Uint8Array
  previous_sealed_secret: Uint8Array | null
  previous_secret_until: Date | null
  created_by: string
  is_active: Generated<boolean>
  disabled_reason: 'failing' | 'gone' | null
  failing_since: Date | null
  created_at: Date
  updated_at: Date
  secret_shown_to: string | null
}

export interface WebhookEventTable {
  sequence: GeneratedAlways<number>
  id: Generated<string>
  team_id: string
  type: string
  subject_id: string
  at: Date
  data: Json
}

export interface Database {
  accounts_export: AccountsExportTable
  accounts_map: AccountsMapTable
  announcement: AnnouncementTable
  announcement_dismissal: AnnouncementDismissalTable
  api_key: ApiKeyTable
  api_request: ApiRequestTable
  app_user: AppUserTable
  approval: ApprovalTable
  audit_event: AuditEventTable
  automated_budget: AutomatedBudgetTable
  automated_budget_billed: AutomatedBudgetBilledTable
  automated_budget_execution: AutomatedBudgetExecutionTable
  automated_budget_execution_error: AutomatedBudgetExecutionErrorTable
  automated_budget_feed: AutomatedBudgetFeedTable
  automated_budget_gift: AutomatedBudgetGiftTable
  automated_budget_invoice: AutomatedBudgetInvoiceTable
  automated_budget_list: AutomatedBudgetListTable
  automated_budget_money: AutomatedBudgetMoneyTable
  automated_budget_outcome: AutomatedBudgetOutcomeTable
  automated_budget_participant: AutomatedBudgetParticipantTable
  automated_budget_return: AutomatedBudgetReturnTable
  automatic_top_up: AutomaticTopUpTable
  automatic_top_up_run: AutomaticTopUpRunTable
  awaited_code: AwaitedCodeTable
  award: AwardTable
  award_batch: AwardBatchTable
  award_batch_row: AwardBatchRowTable
  award_event: AwardEventTable
  award_first_paid: AwardFirstPaidTable
  award_letter: AwardLetterTable
  award_letter_run: AwardLetterRunTable
  award_rail: AwardRailTable
  award_transition: AwardTransitionTable
  bank_act: BankActTable
  bank_act_transfer: BankActTransferTable
  bank_balance: BankBalanceTable
  bank_import: BankImportTable
  bank_line: BankLineTable
  bank_receipt: BankReceiptTable
  bank_staged: BankStagedTable
  basket: BasketTable
  basket_letter: BasketLetterTable
  brand: BrandTable
  branding: BrandingTable
  business_clock: BusinessClockTable
  card: CardTable
  card_dispute: CardDisputeTable
  card_event: CardEventTable
  card_refund: CardRefundTable
  card_top_up: CardTopUpTable
  catalogue_document: CatalogueDocumentTable
  catalogue_staged: CatalogueStagedTable
  catalogue_state: CatalogueStateTable
  celebration: CelebrationTable
  celebration_rule: CelebrationRuleTable
  charge: ChargeTable
  client: ClientTable
  code_pool: CodePoolTable
  code_refusal: CodeRefusalTable
  contact_address: ContactAddressTable
  contact_preference: ContactPreferenceTable
  credited_gift: CreditedGiftTable
  delivery_report: DeliveryReportTable
  document: DocumentTable
  document_series: DocumentSeriesTable
  due_forecast: DueForecastTable
  due_hold: DueHoldTable
  email_change: EmailChangeTable
  emergency_admin: EmergencyAdminTable
  expired_gift: ExpiredGiftTable
  expiry_batch: ExpiryBatchTable
  export_request: ExportRequestTable
  export_row: ExportRowTable
  fetched_voucher: FetchedVoucherTable
  file_store: FileStoreTable
  funder_grant: FunderGrantTable
  gift_change: GiftChangeTable
  gift_message: GiftMessageTable
  gift_reminder: GiftReminderTable
  giftwrap: GiftwrapTable
  grant_funding: GrantFundingTable
  grant_money: GrantMoneyTable
  grant_rail: GrantRailTable
  grant_rail_money: GrantRailMoneyTable
  held_gift: HeldGiftTable
  huggg: HugggTable
  huggg_event: HugggEventTable
  huggg_message: HugggMessageTable
  huggg_status: HugggStatusTable
  huggg_transition: HugggTransitionTable
  idempotency_record: IdempotencyRecordTable
  impersonation: ImpersonationTable
  impersonation_permission: ImpersonationPermissionTable
  invite_mail: InviteMailTable
  invoice_payment: InvoicePaymentTable
  invoice_reminder: InvoiceReminderTable
  issuer_float: IssuerFloatTable
  join_request: JoinRequestTable
  known_device: KnownDeviceTable
  label: LabelTable
  ledger_account: LedgerAccountTable
  ledger_entry: LedgerEntryTable
  ledger_reversal: LedgerReversalTable
  ledger_transfer: LedgerTransferTable
  linked_account: LinkedAccountTable
  linked_employee: LinkedEmployeeTable
  linked_group: LinkedGroupTable
  merchant_correction: MerchantCorrectionTable
  merchant_details: MerchantDetailsTable
  merchant_payment_file: MerchantPaymentFileTable
  merchant_series: MerchantSeriesTable
  merchant_statement: MerchantStatementTable
  merchant_statement_line: MerchantStatementLineTable
  money_alone: MoneyAloneTable
  operator: OperatorTable
  operator_act: OperatorActTable
  operator_device: OperatorDeviceTable
  operator_note: OperatorNoteTable
  operator_note_entry: OperatorNoteEntryTable
  operator_session: OperatorSessionTable
  operator_sign_in_failure: OperatorSignInFailureTable
  outgoing_message: OutgoingMessageTable
  owner_notice: OwnerNoticeTable
  passkey: PasskeyTable
  passkey_request: PasskeyRequestTable
  password_reset: PasswordResetTable
  payout: PayoutTable
  payout_file: PayoutFileTable
  person: PersonTable
  person_erasure: PersonErasureTable
  person_export: PersonExportTable
  phone_verification: PhoneVerificationTable
  plan: PlanTable
  plan_card: PlanCardTable
  plan_card_charge: PlanCardChargeTable
  plan_credit: PlanCreditTable
  plan_invoice: PlanInvoiceTable
  plan_membership: PlanMembershipTable
  plan_payment: PlanPaymentTable
  plan_request: PlanRequestTable
  plan_role_group: PlanRoleGroupTable
  plan_subscription: PlanSubscriptionTable
  printable: PrintableTable
  printable_receiver: PrintableReceiverTable
  printable_scrap: PrintableScrapTable
  printable_template: PrintableTemplateTable
  product: ProductTable
  product_segment: ProductSegmentTable
  product_segment_group: ProductSegmentGroupTable
  rail: RailTable
  rail_entry: RailEntryTable
  rail_file: RailFileTable
  rail_order: RailOrderTable
  reaction: ReactionTable
  reaction_notice: ReactionNoticeTable
  recharged_gift: RechargedGiftTable
  recipient: RecipientTable
  recipient_group: RecipientGroupTable
  recipient_group_person: RecipientGroupPersonTable
  reconcile_result: ReconcileResultTable
  reconcile_run: ReconcileRunTable
  recovery_code: RecoveryCodeTable
  redemption: RedemptionTable
  refresh_token: RefreshTokenTable
  remittance_advice: RemittanceAdviceTable
  repair: RepairTable
  repair_step: RepairStepTable
  retention_run: RetentionRunTable
  retired_award_link: RetiredAwardLinkTable
  retired_secret: RetiredSecretTable
  retired_shortcode: RetiredShortcodeTable
  role: RoleTable
  rule_change: RuleChangeTable
  saml_assertion: SamlAssertionTable
  saml_connection: SamlConnectionTable
  saml_domain: SamlDomainTable
  saml_identity: SamlIdentityTable
  saml_request: SamlRequestTable
  sandbox_card_record: SandboxCardRecordTable
  sandbox_employee: SandboxEmployeeTable
  sandbox_hr_token: SandboxHrTokenTable
  sandbox_issued_voucher: SandboxIssuedVoucherTable
  sandbox_message: SandboxMessageTable
  sandbox_rail_answer: SandboxRailAnswerTable
  sandbox_rail_code: SandboxRailCodeTable
  sandbox_rail_event: SandboxRailEventTable
  sandbox_saml_key: SandboxSamlKeyTable
  saved_view: SavedViewTable
  second_factor: SecondFactorTable
  segment: SegmentTable
  segment_group: SegmentGroupTable
  segment_group_segment: SegmentGroupSegmentTable
  segment_option: SegmentOptionTable
  session: SessionTable
  sign_in_challenge: SignInChallengeTable
  sign_up: SignUpTable
  sso_link: SsoLinkTable
  sso_request: SsoRequestTable
  statement_email: StatementEmailTable
  store: StoreTable
  superhuggg: SuperhugggTable
  superhuggg_claim: SuperhugggClaimTable
  superhuggg_code: SuperhugggCodeTable
  supplied_code: SuppliedCodeTable
  table_size: TableSizeTable
  tag: TagTable
  taxonomy: TaxonomyTable
  taxonomy_item: TaxonomyItemTable
  taxonomy_link: TaxonomyLinkTable
  team: TeamTable
  team_invite: TeamInviteTable
  team_leaving: TeamLeavingTable
  team_member: TeamMemberTable
  terms_acceptance: TermsAcceptanceTable
  theme: ThemeTable
  theme_look: ThemeLookTable
  throttle: ThrottleTable
  till_id_permission: TillIdPermissionTable
  till_id_try: TillIdTryTable
  till_refusal: TillRefusalTable
  till_sign_in: TillSignInTable
  transaction: TransactionTable
  upload: UploadTable
  upload_removal: UploadRemovalTable
  upload_use: UploadUseTable
  user_state: UserStateTable
  user_verification: UserVerificationTable
  vat_period: VatPeriodTable
  vat_period_paper: VatPeriodPaperTable
  voucher_attempt: VoucherAttemptTable
  waiting_act: WaitingActTable
  wallet: WalletTable
  webhook_attempt: WebhookAttemptTable
  webhook_delivery: WebhookDeliveryTable
  webhook_endpoint: WebhookEndpointTable
  webhook_event: WebhookEventTable
}
